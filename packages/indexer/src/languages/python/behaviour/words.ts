/** Numbers of the node kinds and fields that guards and effects are made of. */
import { type Grammar, perGrammar } from "../../../parse/grammar.js";

function wordsOf(grammar: Grammar) {
  const kind = (name: string): number => grammar.kind(name);
  const field = (name: string): number => grammar.field(name);
  return {
    throws: kind("raise_statement"),
    returns: kind("return_statement"),
    asserts: kind("assert_statement"),
    tries: kind("try_statement"),
    call: kind("call"),
    attribute: kind("attribute"),
    subscript: kind("subscript"),
    identifier: kind("identifier"),
    string: kind("string"),
    keyword: kind("keyword_argument"),
    comparison: kind("comparison_operator"),
    boolean: kind("boolean_operator"),
    not: kind("not_operator"),
    parenthesized: kind("parenthesized_expression"),
    assignment: kind("assignment"),
    deletes: kind("delete_statement"),
    classDefinition: kind("class_definition"),
    argumentList: kind("argument_list"),
    inFunction: field("function"),
    inArguments: field("arguments"),
    inArgument: field("argument"),
    inOperator: field("operator"),
    inOperators: field("operators"),
    inLeft: field("left"),
    inRight: field("right"),
    inName: field("name"),
    inValue: field("value"),
    inSubscript: field("subscript"),
    inBody: field("body"),
    atoms: grammar.kindSet(["identifier", "attribute", "call", "subscript"]),
    functions: grammar.kindSet(["function_definition", "lambda"]),
    conditionals: grammar.kindSet(["if_statement", "elif_clause"]),
    classes: grammar.kindSet(["class_definition"]),
    blocks: grammar.kindSet(["block", "module"]),
    /** Kinds that the scan for guards and environment variables stops at. */
    scanned: grammar.kindSet(["raise_statement", "assert_statement", "subscript"]),
    handlers: grammar.kindSet(["except_clause", "except_group_clause"]),
    transparent: grammar.kindSet(["block", "with_statement", "finally_clause", "expression_statement"]),
  };
}

export type BehaviourWords = ReturnType<typeof wordsOf>;

export const behaviourWords = perGrammar(wordsOf);
