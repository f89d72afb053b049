/** Uses of environment variables: `process.env.NAME`, `process.env["NAME"]`, `import.meta.env.NAME`, `const { NAME } = process.env`. */
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { vocabularyOf } from "../kinds.js";
import { plainString } from "./arguments.js";

/** One use of an environment variable. */
export interface EnvironmentUse {
  /** The variable's name; `undefined` when it is computed at run time or all variables are used. */
  readonly name: string | undefined;
  readonly isWrite: boolean;
}

const NONE: readonly EnvironmentUse[] = [];

/** The uses of environment variables through the member expression `node`; empty when it is not the environment. */
export function environmentUses(tree: SyntaxTree, node: number): readonly EnvironmentUse[] {
  if (!isEnvironment(tree, node)) return NONE;
  const k = vocabularyOf(tree.grammar);
  const parent = tree.parent[node] ?? 0;
  const kind = tree.kind[parent];
  if (kind === k.variable_declarator) return destructuredUses(tree, parent);
  const isObject = tree.field[node] === k.in_object;
  if (!isObject || (kind !== k.member_expression && kind !== k.subscript_expression))
    return [{ name: undefined, isWrite: false }];
  const name = kind === k.member_expression ? tree.text(tree.child(parent, k.in_property)) : indexed(tree, parent);
  const around = tree.parent[parent] ?? 0;
  return [{ name, isWrite: tree.kind[around] === k.assignment_expression && tree.field[parent] === k.in_left }];
}

function isEnvironment(tree: SyntaxTree, node: number): boolean {
  const start = tree.start[node] ?? 0;
  const length = (tree.end[node] ?? 0) - start;
  if (length === 11) return tree.source.startsWith("process.env", start);
  return length === 15 && tree.source.startsWith("import.meta.env", start);
}

/** The uses in `const { A, B: b } = process.env`. */
function destructuredUses(tree: SyntaxTree, declarator: number): EnvironmentUse[] {
  const k = vocabularyOf(tree.grammar);
  const pattern = tree.child(declarator, k.in_name);
  if (tree.kind[pattern] !== k.object_pattern) return [{ name: undefined, isWrite: false }];
  return tree.namedChildren(pattern).map((child) => {
    const key = tree.kind[child] === k.pair_pattern ? tree.child(child, k.in_key) : child;
    const name = /^\w+/.exec(tree.text(key))?.[0];
    return { name, isWrite: false };
  });
}

function indexed(tree: SyntaxTree, subscript: number): string | undefined {
  const k = vocabularyOf(tree.grammar);
  const text = plainString(tree, tree.child(subscript, k.in_index)) ?? "";
  return /^\w+$/.test(text) ? text : undefined;
}
