/** What holds when a condition does not. */
import { MAX_DEPTH, textOf, unparenthesized } from "../../../extract/behaviour/condition-text.js";
import { type Conjunct, comparison, negatedComparison } from "../../../extract/behaviour/conjuncts.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { type BehaviourWords, behaviourWords } from "./words.js";

/** As a conjunction; `undefined` when it is none, as for the negation of `a and b`. */
export function negated(tree: SyntaxTree, condition: number, depth = 0): Conjunct[] | undefined {
  const words = behaviourWords(tree.grammar);
  const node = unparenthesized(tree, condition, words.parenthesized);
  const kind = tree.kind[node] as number;
  if (depth > MAX_DEPTH) return undefined;
  if (kind === words.boolean) {
    if (tree.text(tree.child(node, words.inOperator)) !== "or") return undefined;
    const first = negated(tree, tree.child(node, words.inLeft), depth + 1);
    const second = negated(tree, tree.child(node, words.inRight), depth + 1);
    return first === undefined || second === undefined ? undefined : [...first, ...second];
  }
  if (kind === words.not) {
    const inner = unparenthesized(tree, tree.child(node, words.inArgument), words.parenthesized);
    return stated(tree, inner, depth + 1);
  }
  if (kind === words.comparison) return compared(tree, node, words, negatedComparison);
  return words.atoms[kind] === 1 ? [{ text: `not ${textOf(tree, node)}` }] : undefined;
}

/** A condition as it stands: the parts of a conjunction. */
function stated(tree: SyntaxTree, condition: number, depth: number): Conjunct[] {
  const words = behaviourWords(tree.grammar);
  const node = unparenthesized(tree, condition, words.parenthesized);
  if (depth <= MAX_DEPTH && tree.kind[node] === words.boolean) {
    const sides = [tree.child(node, words.inLeft), tree.child(node, words.inRight)];
    if (tree.text(tree.child(node, words.inOperator)) === "and")
      return sides.flatMap((side) => stated(tree, side, depth + 1));
  }
  return (
    (tree.kind[node] === words.comparison ? compared(tree, node, words, comparison) : undefined) ?? [
      { text: textOf(tree, node) },
    ]
  );
}

/** What `make` makes of a comparison of two; a chain of them has no one opposite. */
function compared(
  tree: SyntaxTree,
  node: number,
  words: BehaviourWords,
  make: typeof negatedComparison,
): Conjunct[] | undefined {
  const sides = tree.namedChildren(node).filter((child) => tree.field[child] !== words.inOperators);
  const [left, right] = sides;
  if (left === undefined || right === undefined || sides.length !== 2) return undefined;
  const operator = tree.source.slice(tree.end[left], tree.start[right]).replace(/\s+/g, " ").trim();
  const made = make(textOf(tree, left), operator, textOf(tree, right));
  return made === undefined ? undefined : [made];
}

/** `x` of `if not x`, `if x is None` and their like. */
export function proven({ text, left, operator, right }: Conjunct): string | undefined {
  if (operator === undefined) return /^\w+$/.test(text) ? text : undefined;
  const isThere = (operator === "is not" || operator === "!=") && right === "None";
  return isThere && left !== undefined && /^\w+$/.test(left) ? left : undefined;
}
