/** String arguments of a call. */
import type { Extraction } from "../../../extract/extraction.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { vocabularyOf } from "../kinds.js";

/** Most nodes between a callee's last name and its call. */
const MAX_CLIMB = 4;

/** The text of the string argument at `index` of the call whose callee ends at `node`. */
export function argument({ tree }: Extraction, node: number, index: number): string | undefined {
  const k = vocabularyOf(tree.grammar);
  let call = node;
  for (let climbed = 0; climbed < MAX_CLIMB; climbed++) {
    call = tree.parent[call] ?? 0;
    if (tree.kind[call] === k.call_expression || tree.kind[call] === k.new_expression) break;
  }
  const list = tree.child(call, k.in_arguments);
  const found = list === 0 ? undefined : tree.namedChildren(list)[index];
  return plainString(tree, found);
}

/** The content of a string literal. */
export function plainString(tree: SyntaxTree, node: number | undefined): string | undefined {
  if (node === undefined || tree.kind[node] !== vocabularyOf(tree.grammar).string) return undefined;
  return tree.text(node).slice(1, -1);
}
