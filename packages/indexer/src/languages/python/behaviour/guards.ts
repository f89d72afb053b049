/** How Python raises and asserts. */
import { lastName } from "../../../extract/behaviour/condition-text.js";
import type { GuardReading, Thrown } from "../../../extract/behaviour/guards.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { negated, proven } from "./conditions.js";
import { behaviourWords } from "./words.js";

export const GUARDS: GuardReading = { and: " and ", thrown, negated, proven };

/** `raise E("message")`, `raise E`; a bare `raise` and a variable's are rethrows. */
function thrown(tree: SyntaxTree, node: number): Thrown | undefined {
  const words = behaviourWords(tree.grammar);
  const [value] = tree.namedChildren(node);
  if (value === undefined) return undefined;
  const isCall = tree.kind[value] === words.call;
  const maker = isCall ? tree.child(value, words.inFunction) : value;
  const kind = tree.kind[maker];
  if (kind !== words.identifier && kind !== words.attribute) return isCall ? {} : undefined;
  const error = lastName(tree.text(maker));
  if (!isCall && !/^_?[A-Z]/.test(error ?? "")) return undefined;
  const list = isCall ? tree.child(value, words.inArguments) : 0;
  const first = list === 0 ? undefined : tree.namedChildren(list)[0];
  const message = first === undefined ? undefined : plainString(tree, first);
  return { error, message };
}

/** What stands between the quotes of a string without prefix, on one line. */
export function plainString(tree: SyntaxTree, node: number): string | undefined {
  if (tree.kind[node] !== behaviourWords(tree.grammar).string) return undefined;
  return /^(["'])([^\n]*)\1$/.exec(tree.text(node))?.[2];
}

/** The condition of an `assert` statement. */
export function asserted(tree: SyntaxTree, node: number): string {
  return tree.text(tree.namedChildren(node)[0] ?? node).replace(/\s+/g, " ");
}
