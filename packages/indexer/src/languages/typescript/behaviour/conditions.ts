/** Syntax of conditions in TypeScript and JavaScript. */
import type { ConditionSyntax } from "../../../extract/behaviour/conditions.js";
import { perGrammar } from "../../../parse/grammar.js";
import { vocabularyOf } from "../kinds.js";

/** Builds the condition syntax for a grammar. */
export const conditionSyntax = perGrammar((grammar): ConditionSyntax => {
  const k = vocabularyOf(grammar);
  return {
    parenthesized: k.parenthesized_expression,
    atoms: grammar.kindSet([
      "identifier",
      "member_expression",
      "call_expression",
      "subscript_expression",
      "non_null_expression",
      "this",
    ]),
    not: "!",
    and: "&&",
    or: "||",
    choosing: new Set(["||", "??"]),
    relations: new Set(["instanceof", "in"]),
    absent: new Set(["undefined", "null"]),
    operand: (tree, node) =>
      tree.kind[node] === k.unary_expression && tree.text(tree.child(node, k.in_operator)) === "!"
        ? tree.child(node, k.in_argument)
        : 0,
    sides: (tree, node) =>
      tree.kind[node] === k.binary_expression
        ? {
            left: tree.child(node, k.in_left),
            operator: tree.text(tree.child(node, k.in_operator)),
            right: tree.child(node, k.in_right),
          }
        : undefined,
  };
});
