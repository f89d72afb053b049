/**
 * What the node kinds of a grammar are to the search for secrets. One list serves all languages: kinds that a grammar lacks are no
 * kinds of it. A new language adds the names that its grammar has and these lists lack.
 */
import { type Grammar, perGrammar } from "../../parse/grammar.js";

/** What a node does with the value of one of its children. */
export const Role = {
  /** Nothing of its own: what its fields call it is the value's name. */
  Other: 0,
  /** Hands it on, or one of several. */
  Passage: 1,
  /** Compares it, falls back to it, or hands it on, as its operator says. */
  Operator: 2,
  /** Gives it a key, which is the first child: a property, a named argument, an attribute. */
  Pair: 3,
  Arguments: 4,
  /** Holds it among others in order. */
  List: 5,
  Index: 6,
  Return: 7,
  Case: 8,
  Function: 9,
} as const;

/** What the search does with a node. */
export const Use = { None: 0, Literal: 1, Join: 2, Prose: 3 } as const;

const LITERALS = ["string", "template_string", "interpreted_string_literal", "raw_string_literal"];
const JOINS = ["binary_expression", "binary_operator", "concatenated_string"];
const PROSE = ["comment", "hash_bang_line", "jsx_text"];

const KINDS: Readonly<Record<number, readonly string[]>> = {
  [Role.Passage]: [
    ...["parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "type_assertion"],
    ...["await_expression", "await", "ternary_expression", "conditional_expression", "sequence_expression"],
    ...["binary_operator", "concatenated_string", "not_operator", "jsx_expression"],
    ...["set", "expression_list", "spread_element", "list_splat", "object", "dictionary", "case_pattern"],
    ...["union_type", "literal_type", "type", "type_annotation", "generic_type", "type_parameter", "type_arguments"],
    ...["parenthesized_type", "readonly_type", "array_type", "tuple_type", "member_expression", "attribute"],
    ...["literal_element", "composite_literal", "type_conversion_expression"],
  ],
  [Role.Operator]: ["comparison_operator", "binary_expression", "boolean_operator"],
  [Role.Pair]: ["pair", "keyed_element", "keyword_argument", "jsx_attribute", "property_signature", "typed_parameter"],
  [Role.Arguments]: ["arguments", "argument_list"],
  [Role.List]: ["array", "list", "tuple", "literal_value"],
  [Role.Index]: ["subscript_expression", "subscript", "index_expression"],
  [Role.Return]: ["return_statement", "yield_expression", "yield"],
  [Role.Case]: ["switch_case", "case_clause", "expression_case"],
  [Role.Function]: [
    ...["function_definition", "function_declaration", "method_definition", "generator_function_declaration"],
    ...["function_expression", "arrow_function", "lambda", "method_declaration", "func_literal"],
  ],
};

export interface SecretKinds {
  /** By kind, a {@link Use}: whole literals, what may join them, and text that people write to people. */
  readonly uses: Uint8Array;
  /** By kind, a {@link Role}. */
  readonly roles: Uint8Array;
  /** Whole literals: their first and last child are what opens and closes them. */
  readonly literals: Uint8Array;
  /** What is put into a literal and is no text of it. */
  readonly holes: Uint8Array;
  /** Joins literals to one text: `"a" + "b"`, `"a" "b"`. */
  readonly joins: Uint8Array;
  /** Operators that compare. */
  readonly comparing: Uint8Array;
  /** Operators that fall back to what is behind them. */
  readonly fallingBack: Uint8Array;
  /** What may name the argument behind it: `set(PASSWORD, "…")`. */
  readonly namers: Uint8Array;
  /** Statements that choose among cases. */
  readonly choices: Uint8Array;
  /** Fields that hold what the rest of the node is called, the likeliest first. */
  readonly nameFields: readonly number[];
  readonly name: number;
  readonly operator: number;
  readonly body: number;
  readonly callee: number;
}

export const secretKindsOf: (grammar: Grammar) => SecretKinds = perGrammar((grammar) => ({
  uses: codesOf(grammar, { [Use.Literal]: LITERALS, [Use.Join]: JOINS, [Use.Prose]: PROSE }),
  roles: codesOf(grammar, KINDS),
  literals: grammar.kindSet(LITERALS),
  holes: grammar.kindSet(["template_substitution", "interpolation"]),
  joins: grammar.kindSet(JOINS),
  comparing: grammar.kindSet([], ["==", "!=", "===", "!==", "in", "not in", "is", "<", ">", "<=", ">="]),
  fallingBack: grammar.kindSet([], ["||", "??", "or"]),
  namers: grammar.kindSet([...LITERALS, "identifier", "member_expression", "attribute", "selector_expression"]),
  choices: grammar.kindSet(["switch_statement", "match_statement", "expression_switch_statement"]),
  nameFields: ["name", "left", "pattern", "key", "property"].map((name) => grammar.field(name)),
  name: grammar.field("name"),
  operator: grammar.field("operator"),
  body: grammar.field("body"),
  callee: grammar.field("function"),
}));

/** By kind, the code that it is listed under; 0 where it is not listed. */
function codesOf(grammar: Grammar, names: Readonly<Record<number, readonly string[]>>): Uint8Array {
  const codes = new Uint8Array(0x10000);
  for (const [code, listed] of Object.entries(names)) {
    for (const kind of listed.map((name) => grammar.kind(name))) if (kind >= 0) codes[kind] = Number(code);
  }
  return codes;
}
