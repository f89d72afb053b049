/**
 * Pass one: scopes, bindings, symbols and imports, in one walk over the rows. Pass two resolves names, since that needs
 * all declarations of the file.
 */
import { SymbolFlag } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { rowWalk } from "../../kit/row-walk.js";
import { type TypescriptVocabulary, vocabularyOf } from "../kinds.js";
import { BindingKind, Space } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";
import { declareAssignment } from "./assignments.js";
import { declarePartial, openError } from "./broken.js";
import { addClass, declareClass, declareInterface, openClass } from "./classes.js";
import { bindTemplateNames, finishComponent, openTemplate } from "./components/component.js";
import { Declaring } from "./declaring.js";
import { bindTypeName, declareFunction, openFunction } from "./functions.js";
import { declareImport } from "./imports.js";
import { declareField, declareMethod, declareProperty, noteDecorator } from "./members.js";
import { openObjectType } from "./object-types.js";
import { declarePair, openObjectLiteral, returnedBy } from "./objects.js";
import { patternNames } from "./patterns.js";
import { declareDescribed } from "./property-descriptors.js";
import { declareTypedefs } from "./typedefs.js";
import { declareEnum, declareGlobal, declareNamespace, declareTypeAlias } from "./types-declared.js";
import { declareDefault, declareVariable } from "./variables.js";

const walk = rowWalk<TypescriptVocabulary, Declaring>(vocabularyOf, {
  ERROR: openError,
  abstract_class_declaration: declareClass,
  abstract_method_signature: declareMethod,
  ambient_declaration: declareGlobal,
  array: openTemplate,
  arrow_function: declareFunctionValue,
  assignment_expression: declareAssignment,
  call_signature: openGeneric,
  catch_clause: openCatch,
  class: declareClassValue,
  class_declaration: declareClass,
  class_token: declarePartial,
  class_static_block: openStaticBlock,
  comment: declareTypedefs,
  construct_signature: openGeneric,
  constructor_type: openGeneric,
  decorator: noteDecorator,
  enum_declaration: declareEnum,
  export_statement: declareDefault,
  field_definition: declareField,
  for_in_statement: openForIn,
  for_statement: openBlock,
  function_declaration: declareFunction,
  function_expression: declareFunctionValue,
  function_signature: declareFunction,
  function_token: declarePartial,
  function_type: openGeneric,
  generator_function: declareFunctionValue,
  generator_function_declaration: declareFunction,
  import_alias: declareAlias,
  import_statement: declareImport,
  infer_type: (state, node) => bindTypeName(state, state.file.firstNamed(node)),
  interface_declaration: declareInterface,
  interface_token: declarePartial,
  internal_module: declareNamespace,
  mapped_type_clause: (state, node) => bindTypeName(state, state.file.child(node, state.k.in_name)),
  method_definition: declareMethod,
  method_signature: declareMethod,
  module: declareNamespace,
  object: (state, node) => {
    declareDescribed(state, node);
    openObjectLiteral(state, node);
  },
  object_type: openObjectType,
  pair: declarePair,
  property_signature: declareProperty,
  public_field_definition: declareField,
  statement_block: openBlock,
  switch_body: openBlock,
  type_alias_declaration: declareTypeAlias,
  type_parameter: (state, node) => bindTypeName(state, state.file.child(node, state.k.in_name)),
  variable_declarator: declareVariable,
});

/** Runs pass one over a file. */
export function declareAll(file: TypescriptFile): void {
  const state = new Declaring(file);
  walk(state);
  finishComponent(state);
}

function declareFunctionValue(state: Declaring, node: number): void {
  openFunction(state, node, state.file.symbolOf.get(node) ?? -1);
  bindTemplateNames(state, node);
}

function declareClassValue(state: Declaring, node: number): void {
  if (state.file.tree.next[node] === node + 1) return;
  openClass(state, node, state.file.symbolOf.get(node) ?? returnedClass(state, node));
}

/** The symbol of a class that a named function or a module wrapper returns; -1 for other classes without an outer name. */
function returnedClass(state: Declaring, node: number): number {
  const { file, frame, k } = state;
  const isOfWrapper = !frame.nested && file.kind(file.parent(node)) === k.return_statement;
  const container = isOfWrapper ? frame.container : returnedBy(state, node);
  if (container === undefined) return -1;
  const own = file.child(node, file.k.in_name);
  const place = { node, nameNode: own === NO_NODE ? node : own, name: own === NO_NODE ? "class" : file.tree.text(own) };
  const flags = isOfWrapper ? 0 : SymbolFlag.Nested;
  const symbol = addClass(state, node, { ...place, container }, { flags, visibility: "internal" });
  file.setSymbol(node, symbol);
  return symbol;
}

/** Opens a scope for a signature's type parameters, if it has some. */
function openGeneric(state: Declaring, node: number): void {
  const { file, frame } = state;
  if (file.child(node, file.k.in_type_parameters) === NO_NODE) return;
  const { body, members, objectDepth } = frame;
  state.openFrame(node, { scope: state.scopeAt(node, frame.container, false), body, members, objectDepth });
}

/** Opens a block's scope; the own block of a function, class or namespace shares the scope around. */
function openBlock(state: Declaring, node: number): void {
  const { frame, file } = state;
  const parent = file.parent(node);
  if (frame.scope.node === parent && parent !== 0) return;
  state.openFrame(node, { scope: state.scopeAt(node, frame.container, false) });
}

function openStaticBlock(state: Declaring, node: number): void {
  const { container } = state.frame;
  state.openFrame(node, { scope: state.scopeAt(node, container, true), nested: true });
}

function openForIn(state: Declaring, node: number): void {
  const { file, frame, k } = state;
  const kind = file.child(node, k.in_kind);
  const outer = frame.scope.functionScope ?? frame.scope;
  state.openFrame(node, { scope: state.scopeAt(node, frame.container, false) });
  if (kind === NO_NODE) return;
  const scope = file.kind(kind) === k.var_token ? outer : state.frame.scope;
  for (const name of patternNames(file, file.child(node, k.in_left))) state.bindLocal(name, node, scope);
}

function openCatch(state: Declaring, node: number): void {
  const { file, frame } = state;
  state.openFrame(node, { scope: state.scopeAt(node, frame.container, false) });
  const parameter = file.child(node, file.k.in_parameter);
  if (parameter === NO_NODE) return;
  for (const name of patternNames(file, parameter)) state.bindLocal(name, node);
}

/** Declares `import Q = A.B`: a name for a part of a namespace, resolved like a variable. */
function declareAlias(state: Declaring, node: number): void {
  const { file, frame } = state;
  const nameNode = file.firstNamed(node);
  if (nameNode === NO_NODE) return;
  if (frame.nested) {
    state.bindLocal(nameNode, node);
    return;
  }
  const symbol = state.addNamed(nameNode, state.statementOf(node), {
    kind: "variable",
    signature: file.tree.text(node).replace(/;$/, ""),
  });
  file.setSymbol(node, symbol);
  const binding = state.bind({
    kind: BindingKind.Symbol,
    name: file.name(nameNode),
    target: symbol,
    node: nameNode,
    declaration: node,
    space: Space.Everything,
  });
  binding.isVariable = true;
}
