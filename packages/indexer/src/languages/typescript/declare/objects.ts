/** Object literals that are a symbol's value, in pass one: their functions become symbols. */
import type { Visibility } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { BindingKind } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";
import { addClass } from "./classes.js";
import { type Declaration, type Declaring, exportedFlag } from "./declaring.js";
import { declareNamedFunction } from "./functions.js";

/** Deepest nesting of object literals whose functions become symbols. */
const MAX_OBJECT_DEPTH = 4;
/** Maximum number of properties of an object read to find out whether it holds functions. */
const MAX_PROPERTIES_LOOKED_AT = 200;

/** Deepest nesting of calls whose object literals still belong to the value. */
const MAX_CALL_DEPTH = 2;
/** Maximum number of arguments of a call that are read. */
const MAX_ARGUMENTS = 6;

/**
 * Makes the functions of a value's object literals members of `owner`: of the value itself, or of arguments of the call
 * that makes it. So are the members of a class that is passed to the call: `const List = observer(class List { … })`.
 */
export function ownObjectLiterals(file: TypescriptFile, value: number, owner: number, depth = 0): void {
  const { k } = file;
  if (value === NO_NODE) return;
  if (file.kind(value) === k.object) file.memberOwner.set(value, owner);
  if (depth > 0 && owner > 0 && file.isClassValue(value)) file.setSymbol(value, owner);
  const isCall = file.kind(value) === k.call_expression || file.kind(value) === k.new_expression;
  const list = isCall && depth < MAX_CALL_DEPTH ? file.child(value, k.in_arguments) : NO_NODE;
  if (file.kind(list) !== k.arguments) return;
  let seen = 0;
  for (const argument of file.tree.namedChildren(list)) {
    if (++seen > MAX_ARGUMENTS) return;
    ownObjectLiterals(file, file.unwrap(argument), owner, depth + 1);
  }
}

/** Opens an object literal whose functions are symbols. */
export function openObjectLiteral(state: Declaring, node: number): void {
  const owner = state.file.memberOwner.get(node) ?? assignedTo(state, node) ?? returnedBy(state, node);
  if (owner === undefined) return;
  const { objectDepth, container } = state.frame;
  state.openFrame(node, {
    body: node,
    members: owner,
    container: owner === 0 ? container : owner,
    objectDepth: objectDepth + 1,
    classOwner: owner,
  });
}

/**
 * The named function that returns the object or class, at once or by the name of a variable: its methods are found through
 * the return value.
 */
export function returnedBy(state: Declaring, node: number): number | undefined {
  const { file, frame, k } = state;
  let parent = file.parent(node);
  for (let depth = 0; depth < 4 && isWrapper(file, parent); depth++) parent = file.parent(parent);
  const isReturned =
    file.kind(parent) === k.return_statement || file.kind(parent) === k.arrow_function || isReturnedLater(file, parent);
  if (!frame.nested || !isReturned) return undefined;
  const around = frame.scope.functionScope ?? frame.scope;
  return frame.container > 0 && file.symbolOf.get(around.node) === frame.container ? frame.container : undefined;
}

/** Whether a node declares a variable that the body of its function returns: `const api = { … }; return api;`. */
function isReturnedLater(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  const name = file.kind(node) === k.variable_declarator ? file.child(node, k.in_name) : NO_NODE;
  const body = file.parent(file.parent(node));
  if (name === NO_NODE || file.kind(name) !== k.identifier || file.kind(body) !== k.statement_block) return false;
  return returnedNames(file, body).has(file.name(name));
}

/** Names that statements of a block return. */
function returnedNames(file: TypescriptFile, block: number): ReadonlySet<number> {
  const known = file.returnedNames.get(block);
  if (known !== undefined) return known;
  const returned = file.tree.children(block).filter((child) => file.kind(child) === file.k.return_statement);
  const values = returned.map((statement) => file.firstNamed(statement));
  const names = values.filter((value) => file.kind(value) === file.k.identifier).map((value) => file.name(value));
  const found = new Set(names);
  file.returnedNames.set(block, found);
  return found;
}

function isWrapper(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  const kind = file.kind(node);
  return kind === k.parenthesized_expression || kind === k.as_expression || kind === k.satisfies_expression;
}

/** Functions that copy the properties of their further arguments to the first one, in several libraries. */
const EXTENDING = new Set(["assign", "extend", "_extend", "mixin", "merge"]);

/**
 * The class or function that receives the object's methods in `Object.assign(C.prototype, { … })`; 0, the module, for
 * `Object.assign(exports, { … })`.
 */
function assignedTo(state: Declaring, node: number): number | undefined {
  const { file, k } = state;
  const list = file.parent(node);
  const call = file.parent(list);
  if (file.kind(list) !== k.arguments || file.kind(call) !== k.call_expression) return undefined;
  const callee = file.child(call, k.in_function);
  const name = file.kind(callee) === k.member_expression ? file.child(callee, k.in_property) : callee;
  const first = file.firstNamed(list);
  if (first === node || name === NO_NODE || !EXTENDING.has(file.tree.text(name))) return undefined;
  if (file.isText(callee, "Object.assign") && isExports(state, first)) {
    file.memberOwner.set(node, 0);
    return 0;
  }
  const owner = prototypeOwner(state, first);
  if (owner !== undefined) file.memberOwner.set(node, owner);
  return owner;
}

/** The class or function `C` of this file that a node `C.prototype` belongs to. */
export function prototypeOwner({ file, frame }: Declaring, node: number): number | undefined {
  const { k } = file;
  if (file.kind(node) !== k.member_expression) return undefined;
  const root = file.child(node, k.in_object);
  if (file.kind(root) !== k.identifier || !file.isText(file.child(node, k.in_property), "prototype")) return undefined;
  const binding = frame.scope.findValue(file.name(root)) ?? file.scopes[0]?.findValue(file.name(root));
  return binding?.kind === BindingKind.Symbol ? binding.target : undefined;
}

/** Whether a node is `exports` or `module.exports`, outside of functions and of files that declare the name. */
function isExports({ file, frame }: Declaring, node: number): boolean {
  const name = file.isText(node, "module.exports") ? "module" : "exports";
  if (frame.nested || (name === "exports" && !file.isText(node, name))) return false;
  return file.scopes[0]?.findValue(file.names.of(name)) === undefined;
}

/** Declares `name: function () {}` or `name: { … }` in such an object. */
export function declarePair(state: Declaring, node: number): void {
  const { file, frame, k } = state;
  if (!state.isMember(node) || file.kind(frame.body) !== k.object) return;
  const key = file.firstNamed(node);
  const value = file.unwrap(file.child(node, file.k.in_value));
  // The functions of a component's methods are members of the component itself.
  if (file.memberOwner.get(value) === frame.members) return;
  if (key === NO_NODE || value === NO_NODE) return;
  const place = { node, nameNode: key, name: file.propertyName(key), container: frame.members };
  const visibility: Visibility = frame.members === 0 ? "exported" : "public";
  const flags = exportedFlag(frame.members);
  let symbol: number;
  if (file.isFunctionValue(value)) {
    const kind = frame.members === 0 ? "function" : "method";
    symbol = declareNamedFunction(state, { ...place, value, kind, flags, visibility });
    file.setSymbol(node, symbol);
    file.thisOf.set(value, frame.members);
  } else if (file.isClassValue(value)) symbol = addClass(state, value, place, { flags, visibility });
  else if (
    file.kind(value) === k.object &&
    frame.objectDepth < MAX_OBJECT_DEPTH &&
    holdsFunctions(file, value, frame.objectDepth + 1)
  )
    symbol = addObject(state, value, { ...place, kind: "variable", flags, visibility, signature: place.name });
  else if (frame.members > 0 && makesOfFunctions(file, value)) {
    symbol = state.addSymbol({ ...place, kind: "variable", flags, visibility, signature: place.name });
    ownObjectLiterals(file, value, symbol);
  } else return;
  state.recordMember(frame.members, key, symbol);
}

/** Whether a value is a call that is passed an object with functions: `wrap({ open() {} })`, `new View({ open() {} })`. */
function makesOfFunctions(file: TypescriptFile, value: number): boolean {
  const { k } = file;
  const isCall = file.kind(value) === k.call_expression || file.kind(value) === k.new_expression;
  const first = isCall ? file.firstNamed(file.child(value, k.in_arguments)) : NO_NODE;
  return file.kind(first) === k.object && holdsFunctions(file, first);
}

/** Adds the symbol of a property or field that is an object with functions. */
function addObject(state: Declaring, value: number, symbol: Declaration): number {
  const { file } = state;
  const added = state.addSymbol(symbol);
  file.memberOwner.set(value, added);
  file.setSymbol(symbol.node, added);
  return added;
}

/**
 * Declares `handlers = { open() {}, … }`, or `handlers = wrap({ open() {}, … })`, in a class.
 * @returns the field's symbol; -1 if it is no object with functions
 */
export function declareObjectField(state: Declaring, value: number, field: Declaration): number {
  const { file, k } = state;
  if (makesOfFunctions(file, value)) {
    const made = state.addSymbol(field);
    // The call itself belongs to what is around the field.
    ownObjectLiterals(file, value, made);
    return made;
  }
  if (file.kind(value) !== k.object || !holdsFunctions(file, value)) return -1;
  return addObject(state, value, field);
}

/** The same for `App.models = …`, where an empty object is one to which code adds functions. */
export function declareNamespaceObject(state: Declaring, value: number, property: Declaration): number {
  const { file } = state;
  const isEmpty = file.kind(value) === file.k.object && file.firstNamed(value) === NO_NODE;
  return isEmpty ? addObject(state, value, property) : declareObjectField(state, value, property);
}

/** Whether the object, or a nested object that could be a symbol, holds a function. */
function holdsFunctions(file: TypescriptFile, object: number, depth = 0): boolean {
  const { tree, k } = file;
  const end = tree.next[object] ?? 0;
  let seen = 0;
  for (let child = object + 1; child < end && seen < MAX_PROPERTIES_LOOKED_AT; child = tree.next[child] ?? end) {
    if (!tree.isNamed(child)) continue;
    seen++;
    if (tree.kind[child] === k.method_definition) return true;
    if (tree.kind[child] !== k.pair) continue;
    const value = file.unwrap(file.child(child, k.in_value));
    if (file.isFunctionValue(value)) return true;
    if (depth < MAX_OBJECT_DEPTH && file.kind(value) === k.object && holdsFunctions(file, value, depth + 1))
      return true;
  }
  return false;
}
