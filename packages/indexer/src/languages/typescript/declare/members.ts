/** Members of classes, interfaces and object types in pass one. */
import { SymbolFlag, type SymbolKind, type Visibility } from "@sdl/model";
import { ERROR_KIND } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { TypescriptFile } from "../typescript-file.js";
import { addClass, hasDecorator } from "./classes.js";
import { type Declaring, exportedFlag } from "./declaring.js";
import {
  declareNamedFunction,
  functionFacts,
  functionFlags,
  openFunction,
  overloadNames,
  overloadsOf,
  recordGroup,
} from "./functions.js";
import { declareObjectProperty } from "./object-types.js";
import { declareObjectField } from "./objects.js";

/** Declares methods, accessors, constructors and their signatures. */
export function declareMethod(state: Declaring, node: number): void {
  const { file, frame } = state;
  const known = file.symbolOf.get(node);
  if (known !== undefined) {
    openFunction(state, node, known);
    return;
  }
  const nameNode = file.child(node, file.k.in_name);
  if (nameNode === NO_NODE || !state.isMember(node)) {
    openFunction(state, node, -1);
    return;
  }
  const startNode = takeDecorators(state, node);
  const group = overloadsOf(file, node, node);
  const name = file.propertyName(nameNode);
  const isConstructor = name === "constructor" && isClassBody(file, frame.body);
  const facts = functionFacts(file, group.main, name);
  const accessor = accessorFlag(file, node);
  const symbol = state.addSymbol({
    name,
    signature: accessorPrefix(accessor) + (facts.signature ?? ""),
    returns: facts.returns,
    generics: facts.generics,
    node: group.main,
    nameNode: file.child(group.main, file.k.in_name),
    kind: methodKind(isConstructor, frame.members === 0 && accessor === 0),
    startNode,
    endNode: group.end,
    otherNames: overloadNames(file, group),
    flags:
      functionFlags(file, group.main) |
      accessor |
      memberFlags(file, group.main, startNode === node ? group.main : startNode) |
      exportedFlag(frame.members),
    visibility: frame.members === 0 ? "exported" : memberVisibility(file, node, name),
    container: frame.members,
  });
  recordGroup(file, group, symbol);
  claimDecorators(state, startNode, node, symbol);
  state.recordMember(frame.members, nameNode, symbol);
  openFunction(state, node, symbol);
}

/** @param isModuleFunction whether it is a function in `module.exports = { … }`: such functions are the module's */
function methodKind(isConstructor: boolean, isModuleFunction: boolean): SymbolKind {
  if (isConstructor) return "constructor";
  return isModuleFunction ? "function" : "method";
}

function accessorPrefix(flag: number): string {
  if (flag === SymbolFlag.Getter) return "get ";
  return flag === SymbolFlag.Setter ? "set " : "";
}

function isClassBody(file: TypescriptFile, body: number): boolean {
  return file.kind(body) === file.k.class_body || file.kind(body) === ERROR_KIND;
}

function accessorFlag(file: TypescriptFile, node: number): number {
  const { k } = file;
  if (file.has(node, k.get_token) || file.has(node, k.staticGet_token)) return SymbolFlag.Getter;
  return file.has(node, k.set_token) ? SymbolFlag.Setter : 0;
}

/** Flags of a member. @param startNode its first decorator, or the member itself */
export function memberFlags(file: TypescriptFile, node: number, startNode: number): number {
  const { k } = file;
  const kind = file.kind(node);
  const isSignature =
    kind === k.method_signature || kind === k.abstract_method_signature || kind === k.property_signature;
  const isAbstract = kind === k.abstract_method_signature || file.has(node, k.abstract_token);
  return (
    (file.has(node, k.static_token) || file.has(node, k.staticGet_token) ? SymbolFlag.Static : 0) |
    (isAbstract ? SymbolFlag.Abstract : 0) |
    (file.has(node, k.readonly_token) ? SymbolFlag.Readonly : 0) |
    (file.has(node, k.question_token) ? SymbolFlag.Optional : 0) |
    (isSignature ? SymbolFlag.Ambient : 0) |
    (startNode !== node || hasDecorator(file, node) ? SymbolFlag.Decorated : 0)
  );
}

function memberVisibility(file: TypescriptFile, node: number, name: string): Visibility {
  if (name.startsWith("#")) return "private";
  const modifier = file.tree.childOfKind(node, file.k.accessibility_modifier);
  if (modifier === NO_NODE) return "public";
  if (file.isText(modifier, "private")) return "private";
  return file.isText(modifier, "protected") ? "protected" : "public";
}

/** Remembers the first decorator of the next member: in TypeScript's grammar, decorators are siblings of the method. */
export function noteDecorator(state: Declaring, node: number): void {
  if (state.frame.body === state.file.parent(node) && state.frame.decorator === NO_NODE) state.frame.decorator = node;
}

/** The node where the member starts: its first decorator, or the member itself. Resets the remembered decorator. */
function takeDecorators(state: Declaring, node: number): number {
  const first = state.frame.decorator;
  state.frame.decorator = NO_NODE;
  return first === NO_NODE ? node : first;
}

function claimDecorators(state: Declaring, first: number, node: number, symbol: number): void {
  const { tree, k } = state.file;
  for (let child = first; child < node; child = tree.next[child] ?? node) {
    if (tree.kind[child] === k.decorator) state.file.setSymbol(child, symbol);
  }
}

/**
 * Declares a class's field: a method if it holds a function, a class if it holds one, a variable if it holds an object
 * with functions, else left to pass two.
 */
export function declareField(state: Declaring, node: number): void {
  const { file, frame, k } = state;
  file.opensAt(node);
  const named = file.child(node, k.in_name);
  const nameNode = named === NO_NODE ? file.child(node, k.in_property) : named;
  if (nameNode === NO_NODE || !state.isMember(node)) return;
  const startNode = takeDecorators(state, node);
  const value = file.unwrap(file.child(node, k.in_value));
  const name = file.propertyName(nameNode);
  const flags = memberFlags(file, node, startNode);
  const visibility = memberVisibility(file, node, name);
  const place = { node, nameNode, name, container: frame.members };
  if (value === NO_NODE) {
    if (isNamedType(file, file.child(node, k.in_type))) file.typedFields.add(`${frame.members} ${name}`);
    return;
  }
  if (file.isClassValue(value)) {
    addClass(state, value, place, { flags, visibility });
    return;
  }
  let symbol: number;
  if (file.isFunctionValue(value)) {
    symbol = declareNamedFunction(state, { ...place, value, kind: "method", flags, visibility, startNode });
    file.setSymbol(node, symbol);
    claimDecorators(state, startNode, node, symbol);
  } else symbol = declareObjectField(state, value, { ...place, kind: "variable", signature: name, flags, visibility });
  if (symbol > 0) state.recordMember(frame.members, nameNode, symbol);
}

/** Whether an annotation names a type, whose members the code that reads the field sees. */
function isNamedType(file: TypescriptFile, annotation: number): boolean {
  const { k } = file;
  if (annotation === NO_NODE) return false;
  const kind = file.kind(file.firstNamed(annotation));
  return kind === k.type_identifier || kind === k.generic_type || kind === k.nested_type_identifier;
}

/**
 * Declares a property of an interface or object type: `onClick: (event: Event) => void` is a method,
 * `api: { get(): void }` a variable that holds methods; others are left to pass two.
 */
export function declareProperty(state: Declaring, node: number): void {
  const { file, frame, k } = state;
  if (!state.isMember(node)) return;
  const nameNode = file.child(node, k.in_name);
  const annotation = file.child(node, k.in_type);
  if (nameNode === NO_NODE || annotation === NO_NODE || file.kind(nameNode) === k.computed_property_name) return;
  const name = file.propertyName(nameNode);
  const flags = memberFlags(file, node, node);
  const place = { name, node, nameNode, flags, visibility: memberVisibility(file, node, ""), container: frame.members };
  const type = functionTypeIn(file, annotation);
  let symbol: number;
  if (type === NO_NODE) {
    const holder = { ...place, signature: name, kind: "variable" } as const;
    symbol = declareObjectProperty(state, file.firstNamed(annotation), holder);
  } else {
    const { signature, returns, generics } = functionFacts(file, type, name);
    symbol = state.addSymbol({ ...place, signature, returns, generics, kind: "method" });
    file.signatureOf.set(type, symbol);
    file.setSymbol(node, symbol);
  }
  if (symbol > 0) state.recordMember(frame.members, nameNode, symbol);
}

/** The function type of an annotation, without parentheses; {@link NO_NODE} for other types. */
export function functionTypeIn(file: TypescriptFile, annotation: number): number {
  const { k } = file;
  let type = file.kind(annotation) === k.type_annotation ? file.firstNamed(annotation) : NO_NODE;
  for (let depth = 0; depth < 8 && file.kind(type) === k.parenthesized_type; depth++) type = file.firstNamed(type);
  return type !== NO_NODE && file.kind(type) === k.function_type ? type : NO_NODE;
}
