/** What holds when a condition does not. */
import { MAX_DEPTH, textOf, unparenthesized } from "../../../extract/behaviour/condition-text.js";
import { type Conjunct, comparison, negatedComparison } from "../../../extract/behaviour/conjuncts.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { behaviourWords } from "./words.js";

/** As a conjunction; `undefined` when it is none, as for the negation of `a && b`. */
export function negated(tree: SyntaxTree, condition: number, depth = 0): Conjunct[] | undefined {
  const words = behaviourWords(tree.grammar);
  const node = unparenthesized(tree, condition, words.parenthesized);
  const kind = tree.kind[node] as number;
  if (depth > MAX_DEPTH) return undefined;
  if (kind === words.binary) return negatedBinary(tree, node, depth);
  if (kind === words.unary && tree.text(tree.child(node, words.inOperator)) === "!") {
    const inner = unparenthesized(tree, tree.child(node, words.inArgument), words.parenthesized);
    return stated(tree, inner, depth + 1);
  }
  if (words.atoms[kind] !== 1) return undefined;
  return [{ text: `!${textOf(tree, node)}` }];
}

/** A condition as it stands: the parts of a conjunction. */
function stated(tree: SyntaxTree, condition: number, depth: number): Conjunct[] {
  const words = behaviourWords(tree.grammar);
  const node = unparenthesized(tree, condition, words.parenthesized);
  if (depth > MAX_DEPTH || tree.kind[node] !== words.binary) return [{ text: textOf(tree, node) }];
  const left = tree.child(node, words.inLeft);
  const right = tree.child(node, words.inRight);
  const operator = tree.text(tree.child(node, words.inOperator));
  if (operator === "&&") return [...stated(tree, left, depth + 1), ...stated(tree, right, depth + 1)];
  if (operator === "||" || operator === "??") return [{ text: textOf(tree, node) }];
  return [comparison(textOf(tree, left), operator, textOf(tree, right))];
}

function negatedBinary(tree: SyntaxTree, node: number, depth: number): Conjunct[] | undefined {
  const words = behaviourWords(tree.grammar);
  const left = tree.child(node, words.inLeft);
  const right = tree.child(node, words.inRight);
  const operator = tree.text(tree.child(node, words.inOperator));
  if (operator === "||") {
    const first = negated(tree, left, depth + 1);
    const second = negated(tree, right, depth + 1);
    return first === undefined || second === undefined ? undefined : [...first, ...second];
  }
  if (operator === "instanceof" || operator === "in") return [{ text: `!(${textOf(tree, node)})` }];
  const opposite = negatedComparison(textOf(tree, left), operator, textOf(tree, right));
  return opposite === undefined ? undefined : [opposite];
}

/** `x` of `!x`-like checks and of comparisons with null or undefined. */
export function proven({ text, left, operator, right }: Conjunct): string | undefined {
  if (operator === undefined) return /^[\w$]+$/.test(text) ? text : undefined;
  const isThere = (operator === "!==" || operator === "!=") && (right === "undefined" || right === "null");
  return isThere && left !== undefined && /^[\w$]+$/.test(left) ? left : undefined;
}
