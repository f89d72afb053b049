/** Numbers of the node kinds and fields that guards and effects are made of, in the grammar at hand. */
import { type Grammar, perGrammar } from "../../../parse/grammar.js";

function wordsOf(grammar: Grammar) {
  const kind = (name: string): number => grammar.kind(name);
  const field = (name: string): number => grammar.field(name);
  return {
    binary: kind("binary_expression"),
    unary: kind("unary_expression"),
    parenthesized: kind("parenthesized_expression"),
    throws: kind("throw_statement"),
    returns: kind("return_statement"),
    tries: kind("try_statement"),
    call: kind("call_expression"),
    construction: kind("new_expression"),
    identifier: kind("identifier"),
    member: kind("member_expression"),
    subscript: kind("subscript_expression"),
    string: kind("string"),
    template: kind("template_string"),
    declarator: kind("variable_declarator"),
    objectPattern: kind("object_pattern"),
    pairPattern: kind("pair_pattern"),
    assignment: kind("assignment_expression"),
    inOperator: field("operator"),
    inArgument: field("argument"),
    inArguments: field("arguments"),
    inConstructor: field("constructor"),
    inFunction: field("function"),
    inLeft: field("left"),
    inRight: field("right"),
    inProperty: field("property"),
    inObject: field("object"),
    inIndex: field("index"),
    inName: field("name"),
    inValue: field("value"),
    inKey: field("key"),
    atoms: grammar.kindSet([
      "identifier",
      "member_expression",
      "call_expression",
      "subscript_expression",
      "non_null_expression",
      "this",
    ]),
    functions: grammar.kindSet([
      "function_declaration",
      "function_expression",
      "generator_function",
      "generator_function_declaration",
      "arrow_function",
      "method_definition",
    ]),
    conditionals: grammar.kindSet(["if_statement"]),
    classes: grammar.kindSet(["class_body", "class_static_block"]),
    blocks: grammar.kindSet(["statement_block", "program", "switch_body", "class_body"]),
    /** Kinds that the scan for guards and environment variables stops at. */
    scanned: grammar.kindSet(["throw_statement", "call_expression", "member_expression"]),
    handlers: grammar.kindSet(["catch_clause"]),
    transparent: grammar.kindSet([
      "statement_block",
      "finally_clause",
      "labeled_statement",
      "expression_statement",
      "await_expression",
    ]),
  };
}

export type BehaviourWords = ReturnType<typeof wordsOf>;

export const behaviourWords = perGrammar(wordsOf);
