/** Node kinds, fields and tokens of the Go grammar that the extractor uses, and Go's predeclared names. */
import { vocabulary, words } from "../kit/vocabulary.js";

const KINDS = [
  ...words("ERROR argument_list array_type assignment_statement binary_expression block call_expression channel_type"),
  ...words("comment communication_case composite_literal const_declaration const_spec dec_statement default_case dot"),
  ...words("expression_case expression_list expression_switch_statement field_declaration field_declaration_list"),
  ...words("field_identifier for_statement func_literal function_declaration function_type generic_type identifier"),
  ...words("if_statement implicit_length_array_type import_declaration import_spec inc_statement index_expression"),
  ...words("interface_type interpreted_string_literal keyed_element literal_element map_type method_declaration"),
  ...words("method_elem package_clause package_identifier parameter_declaration parameter_list"),
  ...words("parenthesized_expression parenthesized_type pointer_type qualified_type range_clause raw_string_literal"),
  ...words("receive_statement return_statement select_statement selector_expression short_var_declaration"),
  ...words("slice_expression slice_type statement_list struct_type type_alias type_assertion_expression type_case"),
  ...words("type_constraint type_conversion_expression type_elem type_identifier type_instantiation_expression"),
  ...words("type_parameter_declaration type_spec type_switch_statement unary_expression var_declaration var_spec"),
  ...words("variadic_parameter_declaration"),
];

const FIELDS = [
  ...words("alias arguments body condition consequence element field function initializer key left name operand"),
  ...words("operator package parameters path receiver result right type type_arguments type_parameters value"),
];

const TOKENS = { receive: "<-", dereference: "*", address: "&", open: "(", declare: ":=" } as const;

/** Numbers of node kinds, fields and tokens in the grammar. */
export const vocabularyOf = vocabulary(KINDS, FIELDS, TOKENS);

/** What {@link vocabularyOf} returns. */
export type GoVocabulary = ReturnType<typeof vocabularyOf>;

/** Predeclared types: known in every file without an import. */
export const PREDECLARED_TYPES: ReadonlySet<string> = new Set([
  ...words("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune"),
  ...words("string uint uint8 uint16 uint32 uint64 uintptr"),
]);

/**
 * Predeclared functions that packages rarely redeclare. Newer functions, such as `min`, are resolved in the package
 * first.
 */
export const PREDECLARED_FUNCTIONS: ReadonlySet<string> = new Set(
  words("append cap close complex copy delete imag len make new panic print println real recover"),
);
