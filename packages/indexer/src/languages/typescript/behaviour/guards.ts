/** How TypeScript and JavaScript throw and assert. */
import { lastName } from "../../../extract/behaviour/condition-text.js";
import type { GuardReading, Thrown } from "../../../extract/behaviour/guards.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { negated, proven } from "./conditions.js";
import { type BehaviourWords, behaviourWords } from "./words.js";

export const GUARDS: GuardReading = { and: " && ", thrown, negated, proven };

/** `throw new E("message")`, `throw createError("message")`; a name alone is a rethrow. */
function thrown(tree: SyntaxTree, node: number): Thrown | undefined {
  const words = behaviourWords(tree.grammar);
  const value = tree.namedChildren(node)[0];
  if (value === undefined) return undefined;
  const kind = tree.kind[value];
  if (kind === words.identifier || kind === words.member) return undefined;
  const isMade = kind === words.construction;
  if (!isMade && kind !== words.call) return {};
  const maker = tree.child(value, isMade ? words.inConstructor : words.inFunction);
  const name = lastName(tree.text(maker)) ?? "";
  const error = isMade || /^[A-Z]/.test(name) ? name : undefined;
  const message = firstArgument(tree, value, words);
  return { error, message };
}

/** The text of a string that is the first argument. */
function firstArgument(tree: SyntaxTree, call: number, words: BehaviourWords): string | undefined {
  const [first] = tree.namedChildren(tree.child(call, words.inArguments));
  if (first === undefined || tree.kind[first] !== words.string) return undefined;
  return tree.text(first).slice(1, -1);
}

/** Methods of `assert` that compare, and the operator they stand for. */
const COMPARED: Readonly<Record<string, string>> = {
  equal: "==",
  notEqual: "!=",
  strictEqual: "===",
  notStrictEqual: "!==",
};
const ASSERTS =
  /^(?:console\.)?assert$|^(?:tiny)?invariant$|^assert\.(ok|strict|equal|notEqual|strictEqual|notStrictEqual)$/;

/** What a call of `assert`, `console.assert` or `invariant` asserts; `undefined` for any other call. */
export function asserted(tree: SyntaxTree, call: number): string | undefined {
  // `assert`, `console`, `invariant`, `tinyinvariant`: any other letter begins something else.
  const letter = tree.source.charCodeAt(tree.start[call] ?? 0);
  if (letter !== 97 && letter !== 99 && letter !== 105 && letter !== 116) return undefined;
  const words = behaviourWords(tree.grammar);
  const callee = tree.child(call, words.inFunction);
  const kind = tree.kind[callee];
  if (kind !== words.identifier && kind !== words.member) return undefined;
  if ((tree.end[callee] ?? 0) - (tree.start[callee] ?? 0) > 24) return undefined;
  const match = ASSERTS.exec(tree.text(callee));
  if (match === null) return undefined;
  const operator = COMPARED[match[1] ?? ""];
  const [first, second] = tree.namedChildren(tree.child(call, words.inArguments)).map((node) => tree.text(node));
  const text = operator === undefined || second === undefined ? first : `${first} ${operator} ${second}`;
  return text?.replace(/\s+/g, " ");
}
