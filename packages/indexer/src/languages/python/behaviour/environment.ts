/** Environment variables by subscript: `os.environ["NAME"]` read, set or deleted. The effect table covers calls. */
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { vocabularyOf } from "../kinds.js";
import { plainString } from "./guards.js";

/** One use of an environment variable. */
export interface EnvironmentUse {
  /** The variable's name; `undefined` when it is computed at run time. */
  readonly name: string | undefined;
  readonly isWrite: boolean;
}

/** The use of an environment variable in a subscript; `undefined` for other subscripts. */
export function environmentUse(tree: SyntaxTree, subscript: number): EnvironmentUse | undefined {
  const k = vocabularyOf(tree.grammar);
  const value = subscript + 1;
  const length = (tree.end[value] ?? 0) - (tree.start[value] ?? 0);
  if (length !== 10 || !tree.source.startsWith("os.environ", tree.start[value])) return undefined;
  const text = plainString(tree, tree.child(subscript, k.in_subscript)) ?? "";
  const parent = tree.parent[subscript] ?? 0;
  const isSet = tree.kind[parent] === k.assignment && tree.field[subscript] === k.in_left;
  return { name: /^\w+$/.test(text) ? text : undefined, isWrite: isSet || tree.kind[parent] === k.delete_statement };
}
