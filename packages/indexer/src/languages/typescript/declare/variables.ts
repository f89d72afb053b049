/** Variables in pass one, and declarations in an `export default`. */
import { SymbolFlag, type Visibility } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { type Binding, Rank, type Scope, Space } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";
import { addCallSignatures, addClass } from "./classes.js";
import { declareComponent, isComponentValue } from "./components/component.js";
import type { Declaring, Statement } from "./declaring.js";
import { declareNamedFunction, functionFacts } from "./functions.js";
import { bindRequire } from "./imports.js";
import { functionTypeIn } from "./members.js";
import { ownObjectLiterals } from "./objects.js";
import { patternNames } from "./patterns.js";
import { typeText, variableSignature } from "./signatures.js";
import { assignedValue, TargetForm, targetOf } from "./targets.js";

/** Declares one declarator of `const`, `let`, `var`, `using`. */
export function declareVariable(state: Declaring, node: number): void {
  const { file, k } = state;
  const nameNode = file.child(node, k.in_name);
  if (nameNode === NO_NODE || bindRequire(state, node, nameNode)) return;
  const keyword = file.parent(node);
  const isVar = file.kind(keyword) === k.variable_declaration;
  const scope = isVar ? (state.frame.scope.functionScope ?? state.frame.scope) : state.frame.scope;
  const isTop = !state.frame.nested && (isVar || scope.functionScope === undefined || isBareBlock(file, scope.node));
  if (isTop && isExportsName(file, nameNode, file.child(node, k.in_value))) return;
  const target = namedValue(file, file.unwrap(file.child(node, k.in_value)));
  const place: VariablePlace = {
    node,
    scope,
    statement: statementOfDeclarator(state, node),
    isConst: file.has(keyword, k.const_token),
  };
  if (file.kind(nameNode) !== k.identifier) declarePattern(state, nameNode, place, isTop);
  else if (target !== NO_NODE && file.isFunctionValue(target)) declareFunctionVariable(state, nameNode, target, place);
  else if (target !== NO_NODE && file.isClassValue(target)) declareClassVariable(state, nameNode, target, place);
  else if (isTop) declareTopVariable(state, nameNode, target, place);
  else bindOnce(state, nameNode, node, scope);
}

/** A variable's value; of `const Box = module.exports = class { … }` the class or function. */
function namedValue(file: TypescriptFile, value: number): number {
  const { k } = file;
  if (value === NO_NODE || file.kind(value) !== k.assignment_expression) return value;
  const form = targetOf(file, file.child(value, k.in_left))?.form;
  const assigned = assignedValue(file, value);
  const isNamed = assigned !== NO_NODE && (file.isFunctionValue(assigned) || file.isClassValue(assigned));
  return isNamed && (form === TargetForm.Module || form === TargetForm.Export) ? assigned : value;
}

/** Whether a variable only has the exports' own name: after `var exports = module.exports = {}` the name means what it did. */
function isExportsName(file: TypescriptFile, nameNode: number, value: number): boolean {
  const { k } = file;
  if (!file.isText(nameNode, "exports")) return false;
  let at = file.unwrap(value);
  while (file.kind(at) === k.assignment_expression) {
    if (file.isText(file.child(at, k.in_left), "module.exports")) return true;
    at = file.unwrap(file.child(at, k.in_right));
  }
  return file.isText(at, "module.exports");
}

/** Whether a node is a block statement `{ … }`, which scripts use to keep names private. */
function isBareBlock(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  const around = file.kind(file.parent(node));
  return file.kind(node) === k.statement_block && (around === k.program || around === k.statement_block);
}

interface VariablePlace {
  /** The declarator. */
  readonly node: number;
  readonly scope: Scope;
  readonly statement: Statement;
  readonly isConst: boolean;
}

/** The whole statement if it has a single declarator, else the declarator. */
function statementOfDeclarator(state: Declaring, node: number): Statement {
  const { file } = state;
  const declaration = file.parent(node);
  const statement = state.statementOf(declaration);
  const isSingle = file.lastNamed(declaration) === node && file.firstNamed(declaration) === node;
  return isSingle ? statement : { ...statement, node };
}

function bindOnce(state: Declaring, nameNode: number, declaration: number, scope: Scope): void {
  const known = scope.functionScope === undefined ? scope.findValue(state.file.name(nameNode)) : undefined;
  if (known === undefined || isOwnName(state.file, known)) state.bindLocal(nameNode, declaration, scope);
}

/** Whether a binding is the name of the function expression whose scope it is in: variables of the function hide it. */
function isOwnName(file: TypescriptFile, { node, scope }: Binding): boolean {
  return file.parent(node) === scope.node && file.tree.field[node] === file.k.in_name;
}

function declareFunctionVariable(state: Declaring, nameNode: number, value: number, place: VariablePlace): void {
  const { file } = state;
  const symbol = declareNamedFunction(state, {
    value,
    node: place.statement.node,
    nameNode,
    name: file.tree.text(nameNode),
    kind: "function",
    flags: state.flagsOf(place.statement) | (place.isConst ? SymbolFlag.Const : 0),
    visibility: state.visibilityOf(place.statement),
  });
  file.setSymbol(place.node, symbol);
  bindVariable(state, nameNode, symbol, { ...place, space: Space.Value });
}

function declareClassVariable(state: Declaring, nameNode: number, value: number, place: VariablePlace): void {
  const { file } = state;
  const name = { node: place.statement.node, nameNode, name: file.tree.text(nameNode) };
  const symbol = addClass(state, value, name, {
    flags: state.flagsOf(place.statement),
    visibility: state.visibilityOf(place.statement),
  });
  file.setSymbol(place.node, symbol);
  bindVariable(state, nameNode, symbol, { ...place, space: Space.Everything });
}

function bindVariable(
  state: Declaring,
  nameNode: number,
  symbol: number,
  place: { readonly scope: Scope; readonly space: number; readonly node: number },
): void {
  const { file } = state;
  place.scope.add({
    kind: 0,
    name: file.name(nameNode),
    space: place.space,
    target: symbol,
    node: nameNode,
    declaration: place.node,
    rank: Rank.Value,
  });
}

/** Declares a variable of the module or a namespace. With a function type it counts as a function. */
function declareTopVariable(state: Declaring, nameNode: number, target: number, place: VariablePlace): void {
  const { file, k } = state;
  const known = place.scope.findValue(file.name(nameNode));
  if (known?.isVariable === true) return;
  const annotation = file.child(place.node, k.in_type);
  const callable = callableType(file, annotation);
  const symbol = addVariable(state, nameNode, place, callable);
  file.setSymbol(place.node, symbol);
  if (callable !== NO_NODE) file.signatureOf.set(signatureNode(file, callable), symbol);
  if (file.kind(callable) === k.object_type) addCallSignatures(file, symbol, callable, file.tree.text(nameNode));
  place.scope.add({
    kind: 0,
    name: file.name(nameNode),
    space: Space.Value | Space.Namespace,
    target: symbol,
    node: nameNode,
    declaration: place.node,
  }).isVariable = true;
  ownObjectLiterals(file, target, symbol);
}

function addVariable(state: Declaring, nameNode: number, place: VariablePlace, callable: number): number {
  const { file } = state;
  const name = file.tree.text(nameNode);
  const isFunction = callable !== NO_NODE;
  const facts = isFunction
    ? functionFacts(file, signatureNode(file, callable), name)
    : {
        signature: variableSignature(file, place.node, name),
        returns: typeText(file, file.child(place.node, file.k.in_type)),
        generics: undefined,
      };
  return state.addSymbol({
    name,
    signature: facts.signature,
    returns: facts.returns,
    generics: facts.generics,
    node: place.statement.node,
    nameNode,
    kind: isFunction ? "function" : "variable",
    flags: state.flagsOf(place.statement) | (place.isConst ? SymbolFlag.Const : 0),
    visibility: state.visibilityOf(place.statement),
  });
}

/** The function type of an annotation, or its object type if that holds only call signatures. */
function callableType(file: TypescriptFile, annotation: number): number {
  const { k } = file;
  if (annotation === NO_NODE) return NO_NODE;
  const direct = functionTypeIn(file, annotation);
  if (direct !== NO_NODE) return direct;
  const type = file.firstNamed(annotation);
  if (file.kind(type) !== k.object_type || file.kind(file.firstNamed(type)) !== k.call_signature) return NO_NODE;
  return type;
}

/** The type itself, or the first call signature of an object type. */
function signatureNode(file: TypescriptFile, callable: number): number {
  return file.kind(callable) === file.k.object_type ? file.firstNamed(callable) : callable;
}

function declarePattern(state: Declaring, pattern: number, place: VariablePlace, isTop: boolean): void {
  const { file } = state;
  for (const nameNode of patternNames(file, pattern)) {
    if (!isTop) {
      bindOnce(state, nameNode, place.node, place.scope);
      continue;
    }
    const symbol = addVariable(
      state,
      nameNode,
      { ...place, statement: { ...place.statement, node: place.node } },
      NO_NODE,
    );
    place.scope.add({
      kind: 0,
      name: file.name(nameNode),
      space: Space.Value,
      target: symbol,
      node: nameNode,
      declaration: place.node,
    }).isVariable = true;
  }
}

/** Declares the expression of an `export default`: the symbol has the function's or class's own name, else `default`. */
export function declareDefault(state: Declaring, node: number): void {
  const { file, frame, k } = state;
  const value = file.unwrap(file.child(node, k.in_value));
  if (value === NO_NODE || frame.nested || !file.has(node, k.default_token)) return;
  if (file.kind(value) === k.identifier) return;
  const statement: Statement = { node, exported: true, isDefault: true, ambient: frame.ambient };
  if (file.component !== undefined && isComponentValue(file, value)) {
    const symbol = declareComponent(state, file.component, { node, value });
    ownObjectLiterals(file, value, symbol);
    file.setSymbol(node, symbol);
    return;
  }
  declareValue(state, value, {
    node,
    flags: state.flagsOf(statement),
    visibility: state.visibilityOf(statement),
    name: "default",
  });
}

/** Where a value is declared, and the name it gets. */
export interface ValuePlace {
  /** The declaring statement. */
  readonly node: number;
  readonly name: string;
  /** The name's node, if the name is not the value's own. */
  readonly nameNode?: number;
  readonly flags: number;
  readonly visibility: Visibility;
}

/** Declares a function, class, object or other value that a statement names. @returns its symbol */
export function declareValue(state: Declaring, value: number, place: ValuePlace): number {
  const { file } = state;
  const own = file.child(value, file.k.in_name);
  const hasOwn =
    place.nameNode === undefined && own !== NO_NODE && (file.isFunctionValue(value) || file.isClassValue(value));
  const nameNode = hasOwn ? own : (place.nameNode ?? value);
  const name = hasOwn ? file.tree.text(own) : place.name;
  const { node, flags, visibility } = place;
  let symbol: number;
  if (file.isFunctionValue(value))
    symbol = declareNamedFunction(state, { value, node, nameNode, name, kind: "function", flags, visibility });
  else if (file.isClassValue(value)) symbol = addClass(state, value, { node, nameNode, name }, { flags, visibility });
  else {
    symbol = state.addSymbol({ node, nameNode, name, kind: "variable", flags, visibility, signature: name });
    ownObjectLiterals(file, value, symbol);
  }
  file.setSymbol(node, symbol);
  return symbol;
}
