/** Environment variables by subscript: `os.environ["NAME"]`, read, set or deleted. Calls are the effect table's. */
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { plainString } from "./guards.js";
import { behaviourWords } from "./words.js";

export interface EnvironmentUse {
  /** `undefined` when the variable is chosen at run time. */
  readonly name: string | undefined;
  readonly isWrite: boolean;
}

export function environmentUse(tree: SyntaxTree, subscript: number): EnvironmentUse | undefined {
  const words = behaviourWords(tree.grammar);
  const value = subscript + 1;
  const length = (tree.end[value] ?? 0) - (tree.start[value] ?? 0);
  if (length !== 10 || !tree.source.startsWith("os.environ", tree.start[value])) return undefined;
  const text = plainString(tree, tree.child(subscript, words.inSubscript)) ?? "";
  const parent = tree.parent[subscript] ?? 0;
  const isSet = tree.kind[parent] === words.assignment && tree.field[subscript] === words.inLeft;
  return { name: /^\w+$/.test(text) ? text : undefined, isWrite: isSet || tree.kind[parent] === words.deletes };
}
