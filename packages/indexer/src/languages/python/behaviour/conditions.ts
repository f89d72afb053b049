/** Python's syntax of conditions. */
import type { BinaryOperands, ConditionSyntax } from "../../../extract/behaviour/conditions.js";
import { perGrammar } from "../../../parse/grammar.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { vocabularyOf } from "../kinds.js";

/** Builds the condition syntax for a Python grammar. */
export const conditionSyntax = perGrammar((grammar): ConditionSyntax => {
  const k = vocabularyOf(grammar);
  return {
    parenthesized: k.parenthesized_expression,
    atoms: grammar.kindSet(["identifier", "attribute", "call", "subscript"]),
    not: "not ",
    and: "and",
    or: "or",
    choosing: new Set(["or"]),
    relations: new Set(),
    absent: new Set(["None"]),
    operand: (tree, node) => (tree.kind[node] === k.not_operator ? tree.child(node, k.in_argument) : 0),
    sides,
  };
});

/** Both sides of a comparison; `undefined` for a chain, which has more than two. */
function sides(tree: SyntaxTree, node: number): BinaryOperands | undefined {
  const k = vocabularyOf(tree.grammar);
  if (tree.kind[node] === k.boolean_operator)
    return {
      left: tree.child(node, k.in_left),
      operator: tree.text(tree.child(node, k.in_operator)),
      right: tree.child(node, k.in_right),
    };
  if (tree.kind[node] !== k.comparison_operator) return undefined;
  const compared = tree.namedChildren(node).filter((child) => tree.field[child] !== k.in_operators);
  const [left, right] = compared;
  if (left === undefined || right === undefined || compared.length !== 2) return undefined;
  const operator = tree.source.slice(tree.end[left], tree.start[right]).replace(/\s+/g, " ").trim();
  return { left, operator, right };
}
