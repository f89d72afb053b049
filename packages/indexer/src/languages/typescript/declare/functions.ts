/** Functions in pass one: declarations, overloads, and functions named by what they are assigned to. */
import { SymbolFlag, type SymbolKind, type Visibility } from "@sdl/model";
import { ERROR_KIND } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { BindingKind, Space } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";
import type { Declaration, Declaring } from "./declaring.js";
import { patternNames } from "./patterns.js";
import { functionSignature, genericsText, returnNode, textOf, typeText } from "./signatures.js";
import { isModuleWrapper } from "./wrappers.js";

/** Declares `function f() {}` and overload signatures. */
export function declareFunction(state: Declaring, node: number): void {
  const { file } = state;
  const known = file.symbolOf.get(node);
  const nameNode = file.child(node, file.k.in_name);
  if (known !== undefined) {
    openFunction(state, node, known);
    return;
  }
  if (nameNode === NO_NODE || isEmpty(file, nameNode)) {
    openFunction(state, node, -1);
    return;
  }
  const statement = state.statementOf(node);
  const group = overloadsOf(file, node, statement.node);
  const main = group.main;
  const name = file.tree.text(nameNode);
  const facts = functionFacts(file, main, name);
  const symbol = state.addSymbol({
    name,
    signature: facts.signature,
    returns: facts.returns,
    generics: facts.generics,
    node: state.statementOf(main).node,
    nameNode: file.child(main, file.k.in_name),
    kind: "function",
    startNode: statement.node,
    endNode: group.end,
    otherNames: overloadNames(file, group),
    flags: functionFlags(file, main) | state.flagsOf(statement),
    visibility: state.visibilityOf(statement),
  });
  recordGroup(file, group, symbol);
  state.bindSymbol(nameNode, symbol, { space: Space.Value });
  openFunction(state, node, symbol);
}

/** The declarations of one overloaded function. `main` is the one with the body, or the first; `end` is the last statement. */
export interface OverloadGroup {
  readonly main: number;
  readonly end: number;
  /** All declarations, `main` included when it is a signature. */
  readonly parts: readonly number[];
  readonly signatures: readonly number[];
}

/** The overload group that starts at `node`, whose statement is `statement`. */
export function overloadsOf(file: TypescriptFile, node: number, statement: number): OverloadGroup {
  const { tree, k } = file;
  const single = { main: node, end: statement, parts: [node], signatures: [] };
  if (!isSignature(file, node)) return single;
  const nameNode = file.child(node, k.in_name);
  const name = tree.text(nameNode);
  const parts = [node];
  let last = statement;
  let main = node;
  const limit = tree.next[file.parent(statement)] ?? 0;
  for (let next = tree.next[statement] ?? limit; next < limit; next = tree.next[next] ?? limit) {
    if (tree.kind[next] === k.comment || !tree.isNamed(next) || tree.kind[next] === k.decorator) continue;
    const inner = innerFunction(file, next);
    const isPart =
      inner !== NO_NODE && sameFunction(file, node, inner) && file.isText(file.child(inner, k.in_name), name);
    if (!isPart) break;
    parts.push(inner);
    last = next;
    if (isSignature(file, inner)) continue;
    main = inner;
    break;
  }
  if (parts.length === 1) return single;
  return { main, end: last, parts, signatures: parts.filter((part) => isSignature(file, part)) };
}

/** The name nodes of all declarations of an overloaded function. */
export function overloadNames(file: TypescriptFile, group: OverloadGroup): number[] {
  return group.signatures.map((part) => file.child(part, file.k.in_name));
}

/** Registers all declarations of an overloaded function as nodes of its symbol. */
export function recordGroup(file: TypescriptFile, group: OverloadGroup, symbol: number): void {
  for (const part of group.parts) file.setSymbol(part, symbol);
  file.mainNode[symbol] = group.main;
  for (const part of group.signatures) {
    file.extraction.addOverload(symbol, functionSignature(file, part, nameText(file, part)));
  }
}

function nameText(file: TypescriptFile, node: number): string {
  return file.propertyName(file.child(node, file.k.in_name));
}

function isSignature(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  const kind = file.kind(node);
  return kind === k.function_signature || kind === k.method_signature || kind === k.abstract_method_signature;
}

/** Whether both are static or both are not, and neither is an accessor. */
function sameFunction(file: TypescriptFile, left: number, right: number): boolean {
  const { k } = file;
  if (file.has(left, k.static_token) !== file.has(right, k.static_token)) return false;
  return (
    !file.has(left, k.get_token) &&
    !file.has(left, k.set_token) &&
    !file.has(right, k.get_token) &&
    !file.has(right, k.set_token)
  );
}

/** The function in a statement such as `export declare function f(): void`. */
function innerFunction(file: TypescriptFile, statement: number): number {
  const { k } = file;
  let node = statement;
  if (file.kind(node) === k.export_statement) node = file.child(node, k.in_declaration);
  if (file.kind(node) === k.ambient_declaration) node = file.firstNamed(node);
  const kind = file.kind(node);
  const isFunction =
    isSignature(file, node) ||
    kind === k.function_declaration ||
    kind === k.generator_function_declaration ||
    kind === k.method_definition;
  return isFunction && node !== NO_NODE ? node : NO_NODE;
}

function isEmpty(file: TypescriptFile, node: number): boolean {
  return file.tree.start[node] === file.tree.end[node];
}

/** Name, signature, return type and type parameters of a function-like node. */
export function functionFacts(
  file: TypescriptFile,
  node: number,
  name: string,
): Pick<Declaration, "signature" | "returns" | "generics"> {
  const returns = returnNode(file, node);
  const isBare = returns !== NO_NODE && file.kind(node) === file.k.function_type;
  return {
    signature: functionSignature(file, node, name),
    returns: isBare ? textOf(file, returns) : typeText(file, returns),
    generics: genericsText(file, node),
  };
}

/** Symbol flags of a function: async, generator. */
export function functionFlags(file: TypescriptFile, node: number): number {
  const { k } = file;
  const kind = file.kind(node);
  const isGenerator =
    kind === k.generator_function || kind === k.generator_function_declaration || file.has(node, k.star_token);
  return (file.has(node, k.async_token) ? SymbolFlag.Async : 0) | (isGenerator ? SymbolFlag.Generator : 0);
}

/** A function named by its context: `const f = () => {}`, `a.b = function () {}`. */
export interface NamedFunction {
  /** The function node. */
  readonly value: number;
  /** The enclosing declaration. */
  readonly node: number;
  readonly nameNode: number;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly flags?: number;
  readonly visibility?: Visibility;
  readonly container?: number;
  readonly startNode?: number;
}

/** Declares a {@link NamedFunction}. @returns its symbol */
export function declareNamedFunction(state: Declaring, input: NamedFunction): number {
  const { file } = state;
  const { value } = input;
  const facts = functionFacts(file, value, input.name);
  const symbol = state.addSymbol({
    node: input.node,
    nameNode: input.nameNode,
    name: input.name,
    kind: input.kind,
    container: input.container,
    flags: functionFlags(file, value) | (input.flags ?? 0),
    visibility: input.visibility,
    signature: facts.signature,
    returns: facts.returns,
    generics: facts.generics,
    startNode: input.startNode,
  });
  file.setMain(value, symbol);
  return symbol;
}

/** Opens a function's scope and binds its parameters. @param symbol -1 for a function without a name */
export function openFunction(state: Declaring, node: number, symbol: number): void {
  const { file, frame, k } = state;
  const scope = state.scopeAt(node, symbol < 0 ? frame.container : symbol, true);
  const container = symbol < 0 ? frame.container : symbol;
  const keepsThis = file.kind(node) === k.arrow_function || frame.body === file.parent(node);
  state.openFrame(node, {
    scope,
    container,
    nested: frame.nested || symbol >= 0 || !isModuleWrapper(file, node),
    classOwner: keepsThis ? frame.classOwner : thisOwner(state, node, symbol),
  });
  const own = file.child(node, k.in_name);
  if (own !== NO_NODE && file.isFunctionValue(node)) {
    if (symbol < 0) state.bindLocal(own, node);
    else state.bindSymbol(own, symbol, { space: Space.Value });
  }
  const single = file.child(node, k.in_parameter);
  if (single !== NO_NODE) state.bindLocal(single, single);
  const parameters = file.child(node, k.in_parameters);
  if (parameters !== NO_NODE) bindParameters(state, parameters);
}

/** The class that `this` is an instance of in a plain function: the function itself if it looks like a constructor. */
function thisOwner(state: Declaring, node: number, symbol: number): number {
  const known = state.file.thisOf.get(node);
  if (known !== undefined) return known;
  return symbol > 0 && looksLikeConstructor(state.file, symbol) ? symbol : -1;
}

/** Whether a function's name looks like that of a constructor called with `new`. */
export function looksLikeConstructor(file: TypescriptFile, symbol: number): boolean {
  return /^[A-Z]/.test(file.symbolNames[symbol] ?? "");
}

function bindParameters(state: Declaring, parameters: number): void {
  const { file } = state;
  const { tree, k } = file;
  const end = tree.next[parameters] ?? 0;
  for (let child = parameters + 1; child < end; child = tree.next[child] ?? end) {
    if (!tree.isNamed(child) || tree.kind[child] === k.comment || tree.kind[child] === ERROR_KIND) continue;
    const pattern = parameterPattern(file, child);
    if (pattern === NO_NODE) continue;
    for (const name of patternNames(file, pattern)) state.bindLocal(name, child);
  }
}

/** The name or pattern of a parameter: inside modifiers and type in TypeScript, plain in JavaScript. */
export function parameterPattern(file: TypescriptFile, parameter: number): number {
  const { k } = file;
  const kind = file.kind(parameter);
  if (kind === k.required_parameter || kind === k.optional_parameter) return file.child(parameter, k.in_pattern);
  if (kind === k.assignment_pattern) return file.child(parameter, k.in_left);
  return parameter;
}

/** Binds a type parameter, `infer T`, or the key of a mapped type. */
export function bindTypeName(state: Declaring, nameNode: number): void {
  if (nameNode === NO_NODE) return;
  state.bind({
    kind: BindingKind.TypeParameter,
    name: state.file.name(nameNode),
    space: Space.Type,
    target: -1,
    node: nameNode,
    declaration: nameNode,
  });
}
