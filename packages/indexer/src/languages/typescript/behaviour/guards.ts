/** Syntax of throwing and asserting in TypeScript and JavaScript. */
import { type GuardLanguage, lastName, type ThrownError } from "../../../extract/behaviour/guards.js";
import { perGrammar } from "../../../parse/grammar.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { vocabularyOf } from "../kinds.js";
import { plainString } from "./arguments.js";
import { conditionSyntax } from "./conditions.js";

/** Builds the guard syntax for a grammar. */
export const guards = perGrammar((grammar): GuardLanguage => {
  const k = vocabularyOf(grammar);
  return {
    throws: k.throw_statement,
    returns: k.return_statement,
    tries: k.try_statement,
    inCondition: k.in_condition,
    inConsequence: k.in_consequence,
    inBody: k.in_body,
    conditionals: grammar.kindSet(["if_statement"]),
    functions: grammar.kindSet([
      "function_declaration",
      "function_expression",
      "generator_function",
      "generator_function_declaration",
      "arrow_function",
      "method_definition",
    ]),
    classes: grammar.kindSet(["class_body", "class_static_block"]),
    blocks: grammar.kindSet(["statement_block", "program", "switch_body", "class_body"]),
    handlers: grammar.kindSet(["catch_clause"]),
    transparent: grammar.kindSet([
      "statement_block",
      "finally_clause",
      "labeled_statement",
      "expression_statement",
      "await_expression",
    ]),
    conditions: conditionSyntax(grammar),
    thrown,
  };
});

/** Name and message of `throw new E("message")` or `throw createError("message")`; a `throw` of a variable is a rethrow. */
function thrown(tree: SyntaxTree, node: number): ThrownError | undefined {
  const k = vocabularyOf(tree.grammar);
  const value = tree.namedChildren(node)[0];
  if (value === undefined) return undefined;
  const kind = tree.kind[value];
  if (kind === k.identifier || kind === k.member_expression) return undefined;
  const isMade = kind === k.new_expression;
  if (!isMade && kind !== k.call_expression) return {};
  const maker = tree.child(value, isMade ? k.in_constructor : k.in_function);
  const name = lastName(tree.text(maker)) ?? "";
  const error = isMade || /^[A-Z]/.test(name) ? name : undefined;
  const [first] = tree.namedChildren(tree.child(value, k.in_arguments));
  return { error, message: plainString(tree, first) };
}

/** Comparing methods of `assert`, with the operators that they apply. */
const COMPARED: Readonly<Record<string, string>> = {
  equal: "==",
  notEqual: "!=",
  strictEqual: "===",
  notStrictEqual: "!==",
};
const ASSERTS =
  /^(?:console\.)?assert$|^(?:tiny)?invariant$|^assert\.(ok|strict|equal|notEqual|strictEqual|notStrictEqual)$/;

/** The condition that a call of `assert`, `console.assert` or `invariant` asserts; `undefined` for any other call. */
export function asserted(tree: SyntaxTree, call: number): string | undefined {
  // Fast check of the first letter: `assert`, `console`, `invariant`, `tinyinvariant`.
  const letter = tree.source.charCodeAt(tree.start[call] ?? 0);
  if (letter !== 97 && letter !== 99 && letter !== 105 && letter !== 116) return undefined;
  const k = vocabularyOf(tree.grammar);
  const callee = tree.child(call, k.in_function);
  const kind = tree.kind[callee];
  if (kind !== k.identifier && kind !== k.member_expression) return undefined;
  if ((tree.end[callee] ?? 0) - (tree.start[callee] ?? 0) > 24) return undefined;
  const match = ASSERTS.exec(tree.text(callee));
  if (match === null) return undefined;
  const operator = COMPARED[match[1] ?? ""];
  const [first, second] = tree.namedChildren(tree.child(call, k.in_arguments)).map((node) => tree.text(node));
  const text = operator === undefined || second === undefined ? first : `${first} ${operator} ${second}`;
  return text?.replace(/\s+/g, " ");
}
