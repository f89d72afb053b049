/**
 * Roles of node kinds in the search for secrets. One list serves all languages; kinds that a grammar lacks are ignored.
 * A new language adds the kind names that are missing here.
 */
import { type Grammar, perGrammar } from "../../parse/grammar.js";

/** Relation of a node to the value of a child. */
export const Role = {
  /** Nothing: the child's field names the value. */
  Other: 0,
  /** Passes the value on, or one of several. */
  Passage: 1,
  /** Compares the value, falls back to it, or passes it on, depending on the operator. */
  Operator: 2,
  /** Binds the value to a key, which is the first child: a property, a named argument, an attribute. */
  Pair: 3,
  Arguments: 4,
  /** Holds the value in an ordered list. */
  List: 5,
  Index: 6,
  Return: 7,
  Case: 8,
  Function: 9,
} as const;

/** How the search treats a node. */
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

/** Tables of a grammar's kinds and fields for the search. */
export interface SecretKinds {
  /** A {@link Use} by kind: literals, joins of literals, and prose. */
  readonly uses: Uint8Array;
  /** By kind, a {@link Role}. */
  readonly roles: Uint8Array;
  /** Kinds of whole literals, whose first and last children are the delimiters. */
  readonly literals: Uint8Array;
  /** Kinds of interpolations inside a literal. */
  readonly holes: Uint8Array;
  /** Kinds that join literals to one text: `"a" + "b"`, `"a" "b"`. */
  readonly joins: Uint8Array;
  /** Comparison operators. */
  readonly comparing: Uint8Array;
  /** Operators that fall back to their right operand. */
  readonly fallingBack: Uint8Array;
  /** Kinds that may name the following argument: `set(PASSWORD, "…")`. */
  readonly namers: Uint8Array;
  /** Statements that choose among cases. */
  readonly choices: Uint8Array;
  /** Fields that may hold the name of the rest of the node, likeliest first. */
  readonly nameFields: readonly number[];
  readonly name: number;
  readonly operator: number;
  readonly body: number;
  readonly callee: number;
}

/** Builds the tables once per grammar. */
export const secretKindsOf: (grammar: Grammar) => SecretKinds = perGrammar((grammar) => ({
  uses: codesByKind(grammar, { [Use.Literal]: LITERALS, [Use.Join]: JOINS, [Use.Prose]: PROSE }),
  roles: codesByKind(grammar, KINDS),
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

/** By kind: the code of the list that names it; 0 if no list does. */
function codesByKind(grammar: Grammar, names: Readonly<Record<number, readonly string[]>>): Uint8Array {
  const codes = new Uint8Array(0x10000);
  for (const [code, listed] of Object.entries(names)) {
    for (const kind of listed.map((name) => grammar.kind(name))) if (kind >= 0) codes[kind] = Number(code);
  }
  return codes;
}
