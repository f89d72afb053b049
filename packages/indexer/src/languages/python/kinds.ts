/** Numbers of the Python grammar's kinds and fields, resolved once per grammar. Knows no tree. */
import { ERROR_KIND, type Grammar, perGrammar } from "../../parse/grammar.js";

/** Statements, definitions, comprehensions, imports. */
function statementKinds(grammar: Grammar) {
  const kind = (name: string): number => grammar.kind(name);
  return {
    error: ERROR_KIND,
    module: kind("module"),
    block: kind("block"),
    identifier: kind("identifier"),
    attribute: kind("attribute"),
    subscript: kind("subscript"),
    slice: kind("slice"),
    call: kind("call"),
    argumentList: kind("argument_list"),
    keywordArgument: kind("keyword_argument"),
    generatorExpression: kind("generator_expression"),
    listComprehension: kind("list_comprehension"),
    setComprehension: kind("set_comprehension"),
    dictionaryComprehension: kind("dictionary_comprehension"),
    forInClause: kind("for_in_clause"),
    functionDefinition: kind("function_definition"),
    classDefinition: kind("class_definition"),
    decoratedDefinition: kind("decorated_definition"),
    decorator: kind("decorator"),
    lambda: kind("lambda"),
    expressionStatement: kind("expression_statement"),
    assignment: kind("assignment"),
    augmentedAssignment: kind("augmented_assignment"),
    namedExpression: kind("named_expression"),
    forStatement: kind("for_statement"),
    ifStatement: kind("if_statement"),
    whileStatement: kind("while_statement"),
    elifClause: kind("elif_clause"),
    ifClause: kind("if_clause"),
    assertStatement: kind("assert_statement"),
    raiseStatement: kind("raise_statement"),
    continueStatement: kind("continue_statement"),
    breakStatement: kind("break_statement"),
    withItem: kind("with_item"),
    exceptClause: kind("except_clause"),
    returnStatement: kind("return_statement"),
    yield: kind("yield"),
    deleteStatement: kind("delete_statement"),
    globalStatement: kind("global_statement"),
    nonlocalStatement: kind("nonlocal_statement"),
    importStatement: kind("import_statement"),
    importFromStatement: kind("import_from_statement"),
    futureImportStatement: kind("future_import_statement"),
    aliasedImport: kind("aliased_import"),
    dottedName: kind("dotted_name"),
    wildcardImport: kind("wildcard_import"),
    typeAliasStatement: kind("type_alias_statement"),
    caseClause: kind("case_clause"),
    casePattern: kind("case_pattern"),
    classPattern: kind("class_pattern"),
    keywordPattern: kind("keyword_pattern"),
    splatPattern: kind("splat_pattern"),
    unionPattern: kind("union_pattern"),
  };
}

/** Patterns, expressions, parameters, types. */
function expressionKinds(grammar: Grammar) {
  const kind = (name: string): number => grammar.kind(name);
  return {
    asPattern: kind("as_pattern"),
    asPatternTarget: kind("as_pattern_target"),
    patternList: kind("pattern_list"),
    tuplePattern: kind("tuple_pattern"),
    listPattern: kind("list_pattern"),
    listSplat: kind("list_splat"),
    listSplatPattern: kind("list_splat_pattern"),
    dictionarySplatPattern: kind("dictionary_splat_pattern"),
    expressionList: kind("expression_list"),
    tuple: kind("tuple"),
    list: kind("list"),
    set: kind("set"),
    dictionary: kind("dictionary"),
    pair: kind("pair"),
    parenthesizedExpression: kind("parenthesized_expression"),
    conditionalExpression: kind("conditional_expression"),
    booleanOperator: kind("boolean_operator"),
    binaryOperator: kind("binary_operator"),
    comparisonOperator: kind("comparison_operator"),
    notOperator: kind("not_operator"),
    await: kind("await"),
    string: kind("string"),
    stringStart: kind("string_start"),
    stringContent: kind("string_content"),
    stringEnd: kind("string_end"),
    concatenatedString: kind("concatenated_string"),
    interpolation: kind("interpolation"),
    integer: kind("integer"),
    float: kind("float"),
    true: kind("true"),
    false: kind("false"),
    none: kind("none"),
    ellipsis: kind("ellipsis"),
    comment: kind("comment"),
    parameters: kind("parameters"),
    lambdaParameters: kind("lambda_parameters"),
    typedParameter: kind("typed_parameter"),
    defaultParameter: kind("default_parameter"),
    typedDefaultParameter: kind("typed_default_parameter"),
    keywordSeparator: kind("keyword_separator"),
    positionalSeparator: kind("positional_separator"),
    type: kind("type"),
    typeParameter: kind("type_parameter"),
    constrainedType: kind("constrained_type"),
    splatType: kind("splat_type"),
    genericType: kind("generic_type"),
    unionType: kind("union_type"),
    memberType: kind("member_type"),
  };
}

function fieldsAndTokens(grammar: Grammar) {
  const field = (name: string): number => grammar.field(name);
  const token = (text: string): number => grammar.token(text);
  return {
    asyncToken: token("async"),
    fromToken: token("from"),
    orToken: token("or"),
    pipeToken: token("|"),
    inAlias: field("alias"),
    inArguments: field("arguments"),
    inAttribute: field("attribute"),
    inBody: field("body"),
    inCondition: field("condition"),
    inConsequence: field("consequence"),
    inDefinition: field("definition"),
    inExpression: field("expression"),
    inFunction: field("function"),
    inLeft: field("left"),
    inModuleName: field("module_name"),
    inName: field("name"),
    inObject: field("object"),
    inOperator: field("operator"),
    inParameters: field("parameters"),
    inReturnType: field("return_type"),
    inRight: field("right"),
    inSubject: field("subject"),
    inSubscript: field("subscript"),
    inSuperclasses: field("superclasses"),
    inType: field("type"),
    inTypeParameters: field("type_parameters"),
    inValue: field("value"),
  };
}

function resolveKinds(grammar: Grammar) {
  return { ...statementKinds(grammar), ...expressionKinds(grammar), ...fieldsAndTokens(grammar) };
}

/** Kinds by name; fields are called `in…`. A kind the grammar lacks is -1, so that comparisons simply fail. */
export type PythonKinds = ReturnType<typeof resolveKinds>;

export const pythonKinds = perGrammar(resolveKinds);
