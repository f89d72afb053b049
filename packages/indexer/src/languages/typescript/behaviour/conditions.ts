/** Syntax of conditions in TypeScript and JavaScript. */
import { type ConditionSyntax, operatorSyntax } from "../../../extract/behaviour/conditions.js";
import { perGrammar } from "../../../parse/grammar.js";
import { vocabularyOf } from "../kinds.js";

/** Builds the condition syntax for a grammar. */
export const conditionSyntax = perGrammar((grammar): ConditionSyntax => {
  const k = vocabularyOf(grammar);
  return {
    ...operatorSyntax(k, k.in_argument),
    atoms: grammar.kindSet([
      "identifier",
      "member_expression",
      "call_expression",
      "subscript_expression",
      "non_null_expression",
      "this",
    ]),
    choosing: new Set(["||", "??"]),
    relations: new Set(["instanceof", "in"]),
    absent: new Set(["undefined", "null"]),
  };
});
