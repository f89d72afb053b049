/**
 * Numbers of the node kinds, fields and tokens that the extractor asks for, in the grammar at hand.
 * Three grammars share this folder: a kind that one of them lacks is -1 there, so that comparisons simply fail.
 */
import type { Grammar } from "../../parse/grammar.js";

const KIND_NAMES = [
  "abstract_class_declaration",
  "abstract_method_signature",
  "accessibility_modifier",
  "ambient_declaration",
  "arguments",
  "array",
  "array_pattern",
  "array_type",
  "arrow_function",
  "as_expression",
  "assignment_expression",
  "assignment_pattern",
  "augmented_assignment_expression",
  "await_expression",
  "binary_expression",
  "break_statement",
  "call_expression",
  "call_signature",
  "catch_clause",
  "class",
  "class_body",
  "class_declaration",
  "class_heritage",
  "class_static_block",
  "comment",
  "computed_property_name",
  "construct_signature",
  "constraint",
  "constructor_type",
  "default_type",
  "continue_statement",
  "decorator",
  "enum_assignment",
  "enum_body",
  "enum_declaration",
  "export_clause",
  "export_specifier",
  "export_statement",
  "expression_statement",
  "extends_clause",
  "extends_type_clause",
  "false",
  "field_definition",
  "for_in_statement",
  "for_statement",
  "formal_parameters",
  "function_declaration",
  "function_expression",
  "function_signature",
  "function_type",
  "generator_function",
  "generator_function_declaration",
  "generic_type",
  "identifier",
  "if_statement",
  "implements_clause",
  "import",
  "import_alias",
  "import_clause",
  "import_require_clause",
  "import_specifier",
  "import_statement",
  "index_signature",
  "infer_type",
  "instantiation_expression",
  "interface_declaration",
  "internal_module",
  "intersection_type",
  "jsx_opening_element",
  "jsx_self_closing_element",
  "lexical_declaration",
  "literal_type",
  "lookup_type",
  "mapped_type_clause",
  "member_expression",
  "method_definition",
  "method_signature",
  "module",
  "named_imports",
  "namespace_export",
  "namespace_import",
  "nested_identifier",
  "nested_type_identifier",
  "new_expression",
  "non_null_expression",
  "null",
  "number",
  "object",
  "object_assignment_pattern",
  "object_pattern",
  "object_type",
  "optional_parameter",
  "optional_type",
  "pair",
  "pair_pattern",
  "parenthesized_expression",
  "parenthesized_type",
  "predefined_type",
  "private_property_identifier",
  "program",
  "property_identifier",
  "property_signature",
  "public_field_definition",
  "readonly_type",
  "regex",
  "required_parameter",
  "rest_pattern",
  "rest_type",
  "return_statement",
  "satisfies_expression",
  "sequence_expression",
  "shorthand_property_identifier",
  "shorthand_property_identifier_pattern",
  "spread_element",
  "statement_block",
  "string",
  "subscript_expression",
  "super",
  "switch_body",
  "template_string",
  "ternary_expression",
  "this",
  "this_type",
  "throw_statement",
  "true",
  "tuple_type",
  "type_alias_declaration",
  "type_annotation",
  "type_arguments",
  "type_assertion",
  "type_identifier",
  "type_parameter",
  "type_parameters",
  "type_predicate",
  "type_predicate_annotation",
  "type_query",
  "unary_expression",
  "union_type",
  "update_expression",
  "variable_declaration",
  "yield_expression",
  "variable_declarator",
] as const;

const FIELD_NAMES = [
  "alias",
  "alternative",
  "arguments",
  "body",
  "condition",
  "consequence",
  "constraint",
  "constructor",
  "declaration",
  "function",
  "index",
  "kind",
  "left",
  "name",
  "object",
  "operator",
  "parameter",
  "parameters",
  "pattern",
  "property",
  "return_type",
  "right",
  "source",
  "type",
  "type_arguments",
  "type_parameters",
  "value",
] as const;

const TOKENS = {
  abstract: "abstract",
  and: "&&",
  async: "async",
  class: "class",
  coalesce: "??",
  const: "const",
  default: "default",
  equals: "=",
  function: "function",
  get: "get",
  global: "global",
  instanceof: "instanceof",
  interface: "interface",
  of: "of",
  or: "||",
  question: "?",
  readonly: "readonly",
  set: "set",
  star: "*",
  static: "static",
  staticGet: "static get",
  type: "type",
  typeof: "typeof",
  using: "using",
  var: "var",
} as const;

export type KindName = (typeof KIND_NAMES)[number];
type FieldName = (typeof FIELD_NAMES)[number];

export type KindNumbers = { readonly [K in KindName]: number };

/** Everything the extractor knows of one grammar. */
export interface Vocabulary {
  readonly kind: KindNumbers;
  readonly field: { readonly [K in FieldName]: number };
  readonly token: { readonly [K in keyof typeof TOKENS]: number };
}

const known = new WeakMap<Grammar, Vocabulary>();

/** The grammar's numbers, resolved once. */
export function vocabularyOf(grammar: Grammar): Vocabulary {
  const found = known.get(grammar);
  if (found !== undefined) return found;
  const made: Vocabulary = {
    kind: numbers(KIND_NAMES, (name) => grammar.kind(name)),
    field: numbers(FIELD_NAMES, (name) => grammar.field(name)),
    token: numbers(Object.keys(TOKENS) as (keyof typeof TOKENS)[], (name) => grammar.token(TOKENS[name])),
  };
  known.set(grammar, made);
  return made;
}

function numbers<N extends string>(names: readonly N[], numberOf: (name: N) => number): { readonly [K in N]: number } {
  return Object.fromEntries(names.map((name) => [name, numberOf(name)])) as { [K in N]: number };
}

/** A table from kind number to `roles[kind]`; 0 for kinds without a role. */
export function roleTable(kinds: KindNumbers, roles: { readonly [K in KindName]?: number }): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const [name, role] of Object.entries(roles)) {
    const kind = kinds[name as KindName];
    if (kind >= 0) table[kind] = role;
  }
  return table;
}
