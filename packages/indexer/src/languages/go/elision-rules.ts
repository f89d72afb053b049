/** Elision rules of Go: nodes that skeletons and hot paths may leave out. */
import { perGrammar } from "../../parse/grammar.js";
import type { ElisionRules } from "../elision-rules.js";
import { words } from "../kit/vocabulary.js";

/** Elision rules of Go: nodes that skeletons and hot paths may leave out. */
export const elisionRules = perGrammar(
  (grammar): ElisionRules => ({
    functions: grammar.kindSet(["block"]),
    lists: grammar.kindSet(words("field_declaration_list interface_type source_file statement_list")),
    containers: grammar.kindSet(words("field_declaration_list interface_type source_file")),
    cases: grammar.kindSet([]),
    blocks: grammar.kindSet(["block"]),
    control: grammar.kindSet([
      ...words("block break_statement communication_case continue_statement default_case defer_statement"),
      ...words("expression_case expression_switch_statement fallthrough_statement for_statement go_statement"),
      ...words("goto_statement if_statement labeled_statement return_statement select_statement"),
      ...words("type_case type_declaration type_switch_statement"),
    ]),
    expressionStatements: grammar.kindSet([]),
    steering: grammar.kindSet([]),
    declarators: grammar.kindSet([]),
    plain: grammar.kindSet([]),
    brackets: grammar.kindSet(words("argument_list literal_value")),
    elements: grammar.kindSet([]),
    strings: grammar.kindSet(["raw_string_literal"]),
    comments: grammar.kindSet(["comment"]),
    hasDocstrings: false,
    fields: {
      body: grammar.field("body"),
      consequence: grammar.field("consequence"),
      value: grammar.field("value"),
    },
    elseClause: -1,
    markers: {
      statements: "/* … */",
      wholeBody: " /* … */ ",
      statement: "/* … */",
      separator: "/* … */",
      brackets: "/* … */",
      children: "/* … */",
    },
  }),
);
