/** CommonJS in pass two: which nodes are the module's exports, and calls that add to them. Writes nothing. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { isModuleWrapper, wrapperArgument } from "../declare/wrappers.js";
import type { Resolving } from "../resolving.js";
import { type Binding, BindingKind } from "../scopes.js";
import { parameterPlace } from "../types/type-expressions.js";
import { isModuleExports } from "./expressions.js";

/** Whether a node is `exports` or `module.exports`, and no name of the file's own. */
export function isExportsObject(state: Resolving, node: number): boolean {
  return isModuleExports(state, node) || (state.file.isText(node, "exports") && isCommonJsName(state, node));
}

/**
 * Whether `exports` or `module` at a node is that of the module: it is bound nowhere, or is the parameter of a module
 * wrapper that is called with it, `(function (exports) { … })(typeof exports === "undefined" ? (this.a = {}) : exports)`.
 */
export function isCommonJsName(state: Resolving, identifier: number): boolean {
  const binding = state.environment.value(state.file.name(identifier));
  return binding === undefined || isHandedExports(state, binding);
}

function isHandedExports(state: Resolving, { kind, scope, declaration }: Binding): boolean {
  const { file, k } = state;
  if (kind !== BindingKind.Local || file.parent(file.parent(declaration)) !== scope.node) return false;
  if (!isModuleWrapper(file, scope.node)) return false;
  const place = parameterPlace(state, file.child(scope.node, k.in_parameters), declaration);
  const argument = wrapperArgument(file, scope.node, place);
  const end = argument === NO_NODE ? argument : file.next(argument);
  for (let node = argument; node < end; node++) {
    if (file.kind(node) === k.identifier && file.isText(node, "exports")) return true;
  }
  return false;
}

/** An export that `Object.defineProperty(exports, "a", { … })` makes. */
export interface DefinedExport {
  readonly name: string;
  /** The node of its value, or of what its getter gives. */
  readonly value: number;
}

/** Reads `Object.defineProperty(exports, "a", { value })` and `{ get() { return value; } }`; `undefined` for other calls. */
export function definedExport(state: Resolving, call: number): DefinedExport | undefined {
  const { file, k } = state;
  if (!file.isText(file.child(call, k.in_function), "Object.defineProperty")) return undefined;
  const [target = NO_NODE, name = NO_NODE, descriptor = NO_NODE] = argumentsOf(state, call);
  if (file.kind(name) !== k.string || file.kind(descriptor) !== k.object || !isExportsObject(state, target))
    return undefined;
  const value = describedValue(state, descriptor);
  return value === NO_NODE ? undefined : { name: file.stringText(name), value };
}

function describedValue(state: Resolving, descriptor: number): number {
  const { file, k } = state;
  for (const property of file.tree.namedChildren(descriptor)) {
    const isPair = file.kind(property) === k.pair;
    const key = isPair ? file.firstNamed(property) : file.child(property, k.in_name);
    const value = isPair ? file.unwrap(file.child(property, k.in_value)) : property;
    if (key === NO_NODE || value === NO_NODE) continue;
    if (isPair && file.isText(key, "value")) return value;
    if (file.isText(key, "get")) return givenNode(state, value);
  }
  return NO_NODE;
}

/** What a function gives that does nothing else: `() => a`, `function () { return a; }`. */
function givenNode({ file, k }: Resolving, fn: number): number {
  const body = file.child(fn, k.in_body);
  if (body === NO_NODE || file.kind(body) !== k.statement_block) return body;
  const only = file.firstNamed(body);
  return file.kind(only) === k.return_statement ? file.firstNamed(only) : NO_NODE;
}

/** The argument list of `Object.assign(exports, …)`; {@link NO_NODE} for other calls. */
export function addedExports(state: Resolving, call: number): number {
  const { file, k } = state;
  if (!file.isText(file.child(call, k.in_function), "Object.assign")) return NO_NODE;
  const list = file.child(call, k.in_arguments);
  return isExportsObject(state, file.firstNamed(list)) ? list : NO_NODE;
}

function argumentsOf({ file, k }: Resolving, call: number): readonly number[] {
  const list = file.child(call, k.in_arguments);
  return list === NO_NODE ? [] : [...file.tree.namedChildren(list)];
}
