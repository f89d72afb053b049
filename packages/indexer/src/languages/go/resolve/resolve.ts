/**
 * Second pass over a Go file: resolves references of calls, types and values after all names of the file are declared.
 */
import { RefKind } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { rowWalk } from "../../kit/row-walk.js";
import { words } from "../../kit/vocabulary.js";
import type { GoFile } from "../go-file.js";
import { type GoVocabulary, PREDECLARED_TYPES, vocabularyOf } from "../kinds.js";
import { writeCall, writeConversion } from "./calls.js";
import { writeFunction, writeInterfaceMethod, writeLiteral, writeType, writeVariables } from "./definitions.js";
import { Resolving } from "./resolving.js";
import { bindCase, bindRange, bindReceived, bindShort, writeAssignment, writeStep } from "./statements.js";

const openBlock = (r: Resolving, node: number): void => r.openBlock(node);

const walk = rowWalk<GoVocabulary, Resolving>(vocabularyOf, {
  assignment_statement: writeAssignment,
  block: openBlock,
  call_expression: writeCall,
  communication_case: openBlock,
  const_spec: writeVariables,
  dec_statement: writeStep,
  default_case: bindCase,
  expression_case: openBlock,
  expression_switch_statement: openBlock,
  for_statement: openBlock,
  func_literal: writeLiteral,
  function_declaration: writeFunction,
  identifier: (r, node) => r.read(node, node),
  if_statement: openBlock,
  import_declaration: ({ file }, node) => file.next(node),
  inc_statement: writeStep,
  keyed_element: skipFieldName,
  method_declaration: writeFunction,
  method_elem: writeInterfaceMethod,
  package_clause: ({ file }, node) => file.next(node),
  parameter_declaration: ({ file, k }, node) => file.child(node, k.in_type) || file.next(node),
  qualified_type: readType,
  range_clause: bindRange,
  receive_statement: bindReceived,
  selector_expression: readChain,
  short_var_declaration: bindShort,
  type_alias: writeType,
  type_case: bindCase,
  type_conversion_expression: writeConversion,
  type_identifier: readType,
  type_parameter_declaration: ({ file, k }, node) => file.child(node, k.in_type) || file.next(node),
  type_spec: writeType,
  type_switch_statement: openBlock,
  var_spec: writeVariables,
  variadic_parameter_declaration: ({ file, k }, node) => file.child(node, k.in_type) || file.next(node),
});

/** Runs the second pass: writes references, types and values. */
export function resolveUses(file: GoFile): void {
  walk(new Resolving(file));
}

function readType(r: Resolving, node: number): number {
  const { file } = r;
  if (!PREDECLARED_TYPES.has(file.tree.text(node)) && r.expressions.types.read(node) !== 0) {
    const binding = file.kind(node) === file.k.type_identifier ? r.expressions.find(node) : undefined;
    if (!r.isLocal(binding)) r.addRefOnce(RefKind.Type, r.expressions.types.read(node), node);
  }
  return file.next(node);
}

/** Reads the outermost selector chain `a.b.c` as a whole if its root is a name. */
function readChain(r: Resolving, node: number): number {
  const { file, k } = r;
  const root = r.chainRoot(node);
  if (root === NO_NODE) return node + 1;
  if (file.kind(root) === k.identifier) {
    r.read(node, root);
    return file.next(node);
  }
  r.addPassedMember(node, r.expressions.evaluateNode(node));
  return root;
}

/** Kinds of composite literals whose keys are expressions. */
const indexed = perGrammar((grammar) =>
  grammar.kindSet(words("array_type implicit_length_array_type map_type slice_type")),
);

/** Skips the key of a struct literal's field: the key is not a name of the scope. */
function skipFieldName({ file, k }: Resolving, node: number): void {
  const key = file.child(node, k.in_key);
  const type = file.child(file.parent(file.parent(node)), k.in_type);
  const isName = key !== NO_NODE && file.kind(file.firstNamed(key)) === k.identifier;
  if (isName && indexed(file.tree.grammar)[file.kind(type)] !== 1) file.skip(key);
}
