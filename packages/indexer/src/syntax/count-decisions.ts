/** McCabe's cyclomatic complexity of a range of source: the number of decisions plus one. */
import type { Grammar } from "../parse/grammar.js";
import { perGrammar } from "../parse/grammar.js";
import type { SyntaxTree } from "../parse/syntax-tree.js";

/** Node kinds of decisions in all languages; each grammar has some of them. */
const DECISION_KINDS = [
  "if_statement",
  "elif_clause",
  "if_clause",
  "for_statement",
  "for_in_statement",
  "for_in_clause",
  "while_statement",
  "do_statement",
  "switch_case",
  "case_clause",
  "catch_clause",
  "except_clause",
  "except_group_clause",
  "ternary_expression",
  "conditional_expression",
  "boolean_operator",
] as const;
const DECISION_TOKENS = ["&&", "||", "??"] as const;

const decisions = perGrammar((grammar: Grammar) => grammar.kindSet(DECISION_KINDS, DECISION_TOKENS));

/** Computes the complexity. @param start @param end offsets in UTF-16 units; half-open */
export function cyclomaticComplexity(tree: SyntaxTree, start: number, end: number): number {
  const isDecision = decisions(tree.grammar);
  let count = 1;
  for (let node = 0; node < tree.count; node++) {
    if ((tree.start[node] ?? 0) < start || (tree.end[node] ?? 0) > end) continue;
    count += isDecision[tree.kind[node] ?? 0] ?? 0;
  }
  return count;
}
