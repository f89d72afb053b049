/**
 * Pass two: one walk over the rows that writes references, values, types and exports, once all declarations are known.
 * Scopes open in the order in which pass one created them.
 */
import { SymbolFlag } from "@sdl/model";
import { ExprOp, SYMBOLS } from "@sdl/model/facts";
import { ERROR_KIND } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { rowWalk } from "../../kit/row-walk.js";
import { objectTypesOf } from "../declare/object-types.js";
import { assignedValue, behindAlias, nestedOwner, type Target, TargetForm, targetOf } from "../declare/targets.js";
import { type TypescriptVocabulary, vocabularyOf } from "../kinds.js";
import type { Resolving } from "../resolving.js";
import { type Binding, BindingKind } from "../scopes.js";
import { isMappedType, typeExpr } from "../types/type-expressions.js";
import type { TypescriptFile } from "../typescript-file.js";
import { writeComponent } from "./components.js";
import {
  describeSignatures,
  writeClass,
  writeConstructSignature,
  writeEnum,
  writeField,
  writeFunction,
  writeIndex,
  writeInterface,
  writeObjectField,
  writePair,
} from "./definitions.js";
import { writeCallEntry, writeDecoratorEntry } from "./entries.js";
import { readArguments, setsDefault, valueExpr } from "./expressions.js";
import { informative } from "./literals.js";
import { noteItemSet, noteMutation } from "./mutations.js";
import { flagPageNames } from "./page-names.js";
import { inheritByAssignment, inheritByCall } from "./prototypes.js";
import { ResolvePass } from "./resolve-pass.js";

const walk = rowWalk<TypescriptVocabulary, ResolvePass>(vocabularyOf, {
  abstract_class_declaration: atClass,
  arrow_function: atFunction,
  assignment_expression: atAssignment,
  augmented_assignment_expression: (state, node) => {
    if (setsDefault(state.file, node)) atAssignment(state, node);
    else noteItemSet(state, node);
  },
  call_expression: (state, node) => {
    state.references.call(node);
    readArguments(state, node);
    addItem(state, node);
    inheritByCall(state, node);
    writeCallEntry(state, state.file, node);
    state.exports.call(node);
  },
  abstract_method_signature: atFunction,
  call_signature: atSignature,
  construct_signature: atConstructSignature,
  class: atClass,
  class_declaration: atClass,
  decorator: (state, node) => {
    state.references.decorator(node);
    writeDecoratorEntry(state, state.file, node);
  },
  enum_body: atEnum,
  export_statement: atExport,
  field_definition: atField,
  function_declaration: atFunction,
  function_expression: atFunction,
  function_signature: atFunction,
  function_type: atSignature,
  generator_function: atFunction,
  generator_function_declaration: atFunction,
  identifier: ({ references }, node) => references.identifier(node),
  index_signature: (state, node) => {
    const owner = state.file.memberOwner.get(state.file.parent(node));
    if (owner !== undefined) writeIndex(state, node, owner);
  },
  import_alias: atImportAlias,
  interface_declaration: atInterface,
  jsx_opening_element: ({ references }, node) => references.tag(node),
  jsx_self_closing_element: ({ references }, node) => references.tag(node),
  member_expression: ({ references }, node) => references.member(node),
  method_definition: atFunction,
  method_signature: atFunction,
  nested_type_identifier: ({ references }, node) => references.qualifiedTypeName(node),
  new_expression: ({ references }, node) => references.construction(node),
  pair: atPair,
  property_signature: atField,
  public_field_definition: atField,
  return_statement: atReturn,
  shorthand_property_identifier: ({ references }, node) => references.shorthand(node),
  template_string: ({ references }, node) => references.typedTag(node),
  type_alias_declaration: atTypeAlias,
  type_identifier: ({ references }, node) => references.typeName(node),
  unary_expression: noteMutation,
  update_expression: noteMutation,
  yield_expression: (state, node) => {
    const { file } = state;
    const given = state.returning >= 0 ? valueExpr(state, file.firstNamed(node)) : 0;
    if (given !== 0) state.addReturn(file.has(node, file.k.star_token) ? given : file.expr(ExprOp.Items, given));
  },
});

/** Runs pass two over a file. */
export function resolveAll(file: TypescriptFile): void {
  const pass = new ResolvePass(file);
  walk(pass);
  for (const [owner, signatures] of pass.signatures) describeSignatures(pass, owner, signatures);
  writeComponent(pass, pass.exports);
  pass.exports.write();
  flagPageNames(file, pass.exports);
}

function atFunction(state: ResolvePass, node: number): void {
  const { file } = state;
  const symbol = file.symbolOf.get(node);
  if (symbol === undefined) {
    state.describeFunction(node);
    addArrowResult(state, node);
    return;
  }
  const isSignature = file.child(node, file.k.in_body) === NO_NODE;
  if (isSignature && file.mainNode[symbol] !== node) {
    state.addSignature(symbol, node);
    return;
  }
  writeFunction(state, node, symbol);
  addArrowResult(state, node);
}

/** Adds what `() => value` gives. */
function addArrowResult(state: ResolvePass, node: number): void {
  const { file } = state;
  const body = file.child(node, file.k.in_body);
  if (file.kind(node) !== file.k.arrow_function || file.kind(body) === file.k.statement_block) return;
  state.addReturn(valueExpr(state, body));
}

function atSignature(state: ResolvePass, node: number): void {
  const { file } = state;
  const symbol = file.signatureOf.get(node);
  if (symbol !== undefined) writeFunction(state, node, symbol);
  const owner = file.kind(node) === file.k.call_signature ? file.memberOwner.get(file.parent(node)) : undefined;
  if (owner !== undefined) state.addSignature(owner, node);
}

function atConstructSignature(state: ResolvePass, node: number): void {
  const { file } = state;
  const owner = file.memberOwner.get(file.parent(node)) ?? describedVariable(file, file.parent(node));
  if (owner !== undefined) writeConstructSignature(state, node, owner);
}

function atClass(state: ResolvePass, node: number): void {
  const { file } = state;
  const symbol = file.symbolOf.get(node);
  if (symbol !== undefined) writeClass(state, node, symbol);
}

function atInterface(state: ResolvePass, node: number): void {
  const { file } = state;
  const symbol = file.symbolOf.get(node);
  if (symbol !== undefined) writeInterface(state, node, symbol);
}

function atTypeAlias(state: ResolvePass, node: number): void {
  const { file } = state;
  const symbol = file.symbolOf.get(node);
  const value = file.child(node, file.k.in_value);
  // The members of an object type belong to the alias.
  const isOwner = file.kind(value) === file.k.object_type && !isMappedType(state, value);
  if (file.kind(value) === file.k.conditional_type) state.conditionalAlias = symbol ?? -1;
  const type = isOwner ? 0 : typeExpr(state, value);
  state.conditionalAlias = -1;
  if (symbol === undefined) return;
  file.extraction.setType(symbol, type);
  // The alias has members of its own beside those of its type.
  if (!isOwner && hasOwnMembers(state, value, symbol))
    file.extraction.setValue(symbol, file.expr(ExprOp.Symbol, symbol));
}

/** Whether object types inside a type belong to the alias. */
function hasOwnMembers({ file }: ResolvePass, type: number, alias: number): boolean {
  return objectTypesOf(file, type).some((part) => file.memberOwner.get(part) === alias);
}

function atEnum(state: ResolvePass, node: number): void {
  const { file } = state;
  const symbol = file.memberOwner.get(node);
  if (symbol !== undefined) writeEnum(state, node, symbol);
}

function atField(state: ResolvePass, node: number): void {
  const { file } = state;
  const owner = file.memberOwner.get(file.parent(node)) ?? describedVariable(file, file.parent(node));
  if (owner === undefined) return;
  const symbol = file.symbolOf.get(node);
  if (symbol === undefined) writeField(state, node, owner);
  else if (file.memberOwner.get(file.unwrap(file.child(node, file.k.in_value))) === symbol)
    writeObjectField(state, node, symbol);
}

/** The variable whose annotation is an object type: a value that is assigned to its property later has the property's type. */
function describedVariable(file: TypescriptFile, type: number): number | undefined {
  const { k } = file;
  const declarator = file.parent(file.parent(type));
  const isAnnotation = file.kind(type) === k.object_type && file.kind(file.parent(type)) === k.type_annotation;
  return isAnnotation && file.kind(declarator) === k.variable_declarator ? file.symbolOf.get(declarator) : undefined;
}

function atPair(state: ResolvePass, node: number): void {
  const { file } = state;
  const owner = file.memberOwner.get(file.parent(node));
  if (owner !== undefined && owner > 0 && !file.symbolOf.has(node)) writePair(state, node, owner);
}

function atReturn(state: ResolvePass, node: number): void {
  const { file } = state;
  if (state.returning >= 0 || state.callback >= 0) state.addReturn(valueExpr(state, file.firstNamed(node)));
}

function atExport({ exports, file }: ResolvePass, node: number): void {
  const parent = file.parent(node);
  if (parent === 0 || file.kind(parent) === ERROR_KIND) exports.statement(node);
  else exports.inNamespace(node, file.symbolOf.get(file.parent(parent)) ?? -1);
}

/** Reads `export import z = require("m")`: the grammar loses the `export`, so the text is checked. */
function atImportAlias({ exports, file }: ResolvePass, node: number): void {
  const symbol = file.symbolOf.get(node);
  if (symbol === undefined) return;
  const isExported = (file.facts.table(SYMBOLS).get(symbol, "flags") & SymbolFlag.Exported) !== 0;
  const isTop = file.kind(file.parent(node)) === file.k.program;
  if (isExported && isTop) exports.addValue(file.tree.text(file.firstNamed(node)), file.expr(ExprOp.Symbol, symbol));
}

function atAssignment(state: ResolvePass, node: number): void {
  const { file, exports, k } = state;
  const left = file.child(node, k.in_left);
  if (state.functionDepth === 0) exports.assignment(node);
  noteItemSet(state, node);
  if (file.kind(left) === k.identifier) {
    assignVariable(state, left, file.child(node, k.in_right));
    return;
  }
  const written = targetOf(file, left);
  const target = written && behindAlias(file, written, (identifier) => state.environment.value(file.name(identifier)));
  if (target !== undefined) inheritByAssignment(state, target, assignedValue(file, node));
  if (target === undefined || target.nameNode === NO_NODE || target.form === TargetForm.Export) return;
  const owner = target.form === TargetForm.This ? thisOwner(state) : namedOwner(state, target);
  if (owner <= 0) return;
  const assigned = assignedValue(file, node);
  const value = valueExpr(state, assigned);
  const made = file.kind(assigned) === k.call_expression ? file.symbolOf.get(file.wholeStatement(node)) : undefined;
  if (made !== undefined) file.extraction.setValue(made, value);
  state.addField(owner, target.nameNode, {
    type: state.comments?.declared(node) ?? 0,
    value,
    flags: file.op(state.self) === ExprOp.Class ? SymbolFlag.Static : 0,
  });
}

/** The class whose field `this.x = …` sets. */
function thisOwner(state: Resolving): number {
  const op = state.file.op(state.self);
  return op === ExprOp.This || op === ExprOp.Class ? state.file.operand(state.self) : -1;
}

/** The function, class or object whose property `name.x = …` or `name.a.x = …` sets. */
function namedOwner({ environment, file }: Resolving, { form, owner }: Target): number {
  const symbolOf = (identifier: number): number => {
    const binding = environment.value(file.name(identifier));
    return binding !== undefined && binding.kind === BindingKind.Symbol ? binding.target : -1;
  };
  return form === TargetForm.Nested ? nestedOwner(file, owner, symbolOf) : symbolOf(owner);
}

/** Adds a value to a local, or to a variable of the module, in `name = value`. */
function assignVariable(state: Resolving, left: number, right: number): void {
  const { file } = state;
  const binding = state.environment.value(file.name(left));
  if (binding === undefined || binding.declaration === file.parent(left)) return;
  addAssigned(state, binding, valueExpr(state, right));
}

/** Methods that add items to a list. */
const ADDS_ITEMS = new Set(["push", "unshift"]);

/** Adds the first item of `list.push(item)` to what a variable or a field of `this` may hold. */
function addItem(state: Resolving, call: number): void {
  const { file, k } = state;
  const callee = file.child(call, k.in_function);
  if (file.kind(callee) !== k.member_expression) return;
  if (!ADDS_ITEMS.has(file.tree.text(file.child(callee, k.in_property)))) return;
  const list = file.child(callee, k.in_object);
  const item = informative(state, valueExpr(state, file.firstNamed(file.child(call, k.in_arguments))));
  if (item === 0) return;
  const items = file.expr(ExprOp.Items, item);
  if (file.kind(list) === k.identifier) {
    const binding = state.environment.value(file.name(list));
    if (binding !== undefined) addAssigned(state, binding, items);
    return;
  }
  const target = targetOf(file, list);
  const owner = target?.form === TargetForm.This ? thisOwner(state) : -1;
  if (target !== undefined && owner > 0) state.addField(owner, target.nameNode, { value: items });
}

function addAssigned({ file }: Resolving, binding: Binding, value: number): void {
  if (binding.kind !== BindingKind.Local && !binding.isVariable) return;
  if (value === 0 || file.op(value) === ExprOp.Literal) return;
  if (binding.local >= 0) file.extraction.addLocalValue(binding.local, value);
  else {
    binding.values ??= [];
    binding.values.push(value);
  }
}
