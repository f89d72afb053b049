/** Plain strings among the arguments of a call. The differences between languages are data. */
import type { SyntaxTree } from "../../parse/syntax-tree.js";

/** Nodes between a callee's last name and its call. */
const MAX_CLIMB = 4;

/** How a language writes calls without named arguments. */
export interface CallSyntax {
  /** Kinds of calls. */
  readonly calls: Uint8Array;
  /** Node kinds of strings between single quote marks on each side. */
  readonly strings: Uint8Array;
  readonly inArguments: number;
}

/** The text of the string at `index` of the call whose callee ends at `node`. */
export function callString(tree: SyntaxTree, node: number, index: number, syntax: CallSyntax): string | undefined {
  let call = node;
  for (let climbed = 0; climbed < MAX_CLIMB; climbed++) {
    call = tree.parent[call] ?? 0;
    if (syntax.calls[tree.kind[call] ?? 0] === 1) break;
  }
  const list = tree.child(call, syntax.inArguments);
  return plainString(tree, list === 0 ? undefined : tree.namedChildren(list)[index], syntax);
}

/** The text between the quotes of a string. */
export function plainString(tree: SyntaxTree, node: number | undefined, { strings }: CallSyntax): string | undefined {
  return node !== undefined && strings[tree.kind[node] ?? 0] === 1 ? tree.text(node).slice(1, -1) : undefined;
}
