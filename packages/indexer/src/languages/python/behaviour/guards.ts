/** Python's syntax of raising and asserting. */
import { type GuardLanguage, lastName, type ThrownError } from "../../../extract/behaviour/guards.js";
import { perGrammar } from "../../../parse/grammar.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { vocabularyOf } from "../kinds.js";
import { conditionSyntax } from "./conditions.js";

/** Builds the guard syntax for a Python grammar. */
export const guards = perGrammar((grammar): GuardLanguage => {
  const k = vocabularyOf(grammar);
  return {
    throws: k.raise_statement,
    returns: k.return_statement,
    tries: k.try_statement,
    inCondition: k.in_condition,
    inConsequence: k.in_consequence,
    inBody: k.in_body,
    conditionals: grammar.kindSet(["if_statement", "elif_clause"]),
    functions: grammar.kindSet(["function_definition", "lambda"]),
    classes: grammar.kindSet(["class_definition"]),
    blocks: grammar.kindSet(["block", "module"]),
    handlers: grammar.kindSet(["except_clause", "except_group_clause"]),
    transparent: grammar.kindSet(["block", "with_statement", "finally_clause", "expression_statement"]),
    conditions: conditionSyntax(grammar),
    thrown,
  };
});

/** Name and message of `raise E("message")` or `raise E`. A bare `raise`, and a `raise` of a variable, are rethrows. */
function thrown(tree: SyntaxTree, node: number): ThrownError | undefined {
  const k = vocabularyOf(tree.grammar);
  const [value] = tree.namedChildren(node);
  if (value === undefined) return undefined;
  const isCall = tree.kind[value] === k.call;
  const maker = isCall ? tree.child(value, k.in_function) : value;
  const kind = tree.kind[maker];
  if (kind !== k.identifier && kind !== k.attribute) return isCall ? {} : undefined;
  const error = lastName(tree.text(maker));
  if (!isCall && !/^_?[A-Z]/.test(error ?? "")) return undefined;
  const list = isCall ? tree.child(value, k.in_arguments) : 0;
  const first = list === 0 ? undefined : tree.namedChildren(list)[0];
  return { error, message: plainString(tree, first) };
}

/** The content of a string without prefix, on one line. */
export function plainString(tree: SyntaxTree, node: number | undefined): string | undefined {
  if (node === undefined || tree.kind[node] !== vocabularyOf(tree.grammar).string) return undefined;
  return /^(["'])([^\n]*)\1$/.exec(tree.text(node))?.[2];
}

/** The text of the condition of an `assert` statement. */
export function asserted(tree: SyntaxTree, node: number): string {
  return tree.text(tree.namedChildren(node)[0] ?? node).replace(/\s+/g, " ");
}
