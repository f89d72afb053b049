/** Definitions of functions and lambdas: their symbols, scopes and parameter names. */
import { SymbolFlag, type SymbolKind } from "@sdl/model";
import { ExprOp, ParamFlag } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import { Scope, ScopeKind } from "../scopes.js";
import type { Declaring } from "./declaring.js";
import { readDecorators, wholeDefinition } from "./decorators.js";
import { addDefinition } from "./definition.js";
import { hasImplementation } from "./overloads.js";
import { type Parameter, parametersOf } from "./parameters.js";
import { functionSignature, text } from "./signatures.js";
import { openDefinition } from "./type-parameters.js";

/** Methods whose first parameter is the class without a decorator. */
const IMPLICIT_CLASS_METHODS = new Set(["__init_subclass__", "__class_getitem__"]);

/** Declares a function and opens its scope. */
export function declareFunction(d: Declaring, node: number): void {
  const { file, scope } = d;
  const name = file.child(node, file.k.in_name);
  if (name === NO_NODE) return;
  const nameId = file.name(name);
  const whole = wholeDefinition(file, node);
  const decorators = readDecorators(file, whole);
  const pending = d.overloads.of(scope, nameId);
  let symbol: number;
  if (decorators.isOverload) {
    symbol = declareOverload(d, node, decorators.flags);
    if (symbol < 0) return;
  } else {
    symbol = addFunction(d, node, decorators.flags);
    pending?.resolve(file, symbol);
    d.overloads.forget(scope, nameId);
  }
  const inner = bindParameters(d, node, { symbol, flags: decorators.flags, parent: openDefinition(d, node, symbol) });
  inner.takesFixtures = decorators.isFixture || file.tree.text(name).startsWith("test");
}

/**
 * Declares an overload. The first overload of a function without implementation is its symbol; the others only add
 * texts. @returns -1 for the others
 */
function declareOverload(d: Declaring, node: number, flags: number): number {
  const { file, scope } = d;
  const nameId = file.name(file.child(node, file.k.in_name));
  const frame = { end: file.next(wholeDefinition(file, node)), symbol: -1, scope: undefined };
  file.openAt(wholeDefinition(file, node), frame);
  const known = d.overloads.of(scope, nameId);
  const group = known ?? d.overloads.start(scope, nameId);
  group.add(file, frame, functionSignature(file, node));
  if (known !== undefined || hasImplementation(file, node)) {
    bindParameters(d, node, { symbol: -1, flags, parent: scope });
    return -1;
  }
  const symbol = addFunction(d, node, flags | SymbolFlag.Ambient);
  group.resolve(file, symbol);
  return symbol;
}

function addFunction(d: Declaring, node: number, decoratorFlags: number): number {
  const { file, k } = d;
  const name = file.tree.text(file.child(node, k.in_name));
  const returns = file.child(node, k.in_return_type);
  return addDefinition(d, node, {
    kind: kindOf(d.scope, name),
    flags: decoratorFlags | functionFlags(file, node, name),
    signature: functionSignature(file, node),
    returns: returns === NO_NODE ? undefined : text(file, returns),
  });
}

function kindOf(scope: Scope, name: string): SymbolKind {
  if (scope.kind !== ScopeKind.Class) return "function";
  return name === "__init__" ? "constructor" : "method";
}

function functionFlags(file: PythonFile, node: number, name: string): number {
  const { k, tree } = file;
  let flags = tree.childOfKind(node, k.async_token) === NO_NODE ? 0 : SymbolFlag.Async;
  if (IMPLICIT_CLASS_METHODS.has(name)) flags |= SymbolFlag.ClassMethod;
  const body = file.child(node, k.in_body);
  if (isDeclarationOnly(file, body)) flags |= SymbolFlag.Ambient;
  if (isNotImplemented(file, body)) flags |= SymbolFlag.Abstract;
  return flags;
}

/** Whether the body is only `raise NotImplementedError`, with or without a docstring. */
function isNotImplemented(file: PythonFile, body: number): boolean {
  if (body === NO_NODE) return false;
  const { k } = file;
  const first = file.firstNamed(body);
  const isDoc = file.kind(first) === k.expression_statement && file.kind(first + 1) === k.string;
  const statement = isDoc ? file.next(first) : first;
  if (statement >= file.next(body) || file.kind(statement) !== k.raise_statement) return false;
  const raised = file.firstNamed(statement);
  const named = file.kind(raised) === k.call ? file.child(raised, k.in_function) : raised;
  return file.kind(named) === k.identifier && file.tree.text(named) === "NotImplementedError";
}

/** Whether the body is only `...`, with or without a docstring. */
function isDeclarationOnly(file: PythonFile, body: number): boolean {
  const { k } = file;
  if (body === NO_NODE) return false;
  const end = file.next(body);
  let sawEllipsis = false;
  for (let child = body + 1; child < end; child = file.next(child)) {
    if (file.kind(child) === k.comment) continue;
    if (file.kind(child) !== k.expression_statement) return false;
    const inner = file.kind(child + 1);
    if (inner === k.ellipsis && file.next(child) === child + 2) sawEllipsis = true;
    else if (inner !== k.string && inner !== k.concatenated_string) return false;
  }
  return sawEllipsis;
}

interface BodyInput {
  /** The function's symbol, or -1 for a stub without one. */
  readonly symbol: number;
  /** Flags from the function's decorators. */
  readonly flags: number;
  readonly parent: Scope;
}

/** Creates the scope of the function's body and binds its parameters there. */
function bindParameters(d: Declaring, node: number, { symbol, flags, parent }: BodyInput): Scope {
  const { file, k } = d;
  const body = file.child(node, k.in_body);
  const row = body === NO_NODE ? node : body;
  const scope = new Scope({ kind: ScopeKind.Function, parent, row, end: file.next(row) });
  scope.symbol = symbol;
  const parameters = parametersOf(file, file.child(node, k.in_parameters));
  for (const parameter of parameters) bindParameter(file, scope, parameter);
  const [first] = parameters;
  if (d.scope.kind === ScopeKind.Class && first !== undefined && (flags & SymbolFlag.Static) === 0) {
    const name = file.tree.text(file.child(node, k.in_name));
    const isImplicit = name === "__new__" || IMPLICIT_CLASS_METHODS.has(name);
    const getsClass = isImplicit || (flags & SymbolFlag.ClassMethod) !== 0;
    bindReceiver(d, scope, first, getsClass ? ExprOp.Class : ExprOp.This);
  }
  if (body !== NO_NODE) file.openAt(body, { end: scope.end, symbol: -1, scope });
  return scope;
}

/** Binds the first parameter: `self` is the instance, `cls` the class. @param op what the parameter stands for */
function bindReceiver(d: Declaring, scope: Scope, first: Parameter, op: number): void {
  const { file } = d;
  const isPlain = (first.flags & (ParamFlag.Rest | ParamFlag.KeywordRest | ParamFlag.KeywordOnly)) === 0;
  if (!isPlain || file.kind(first.name) !== file.k.identifier) return;
  scope.bind(file.name(first.name)).define(op, d.scope.classSymbol, false);
}

function bindParameter(file: PythonFile, scope: Scope, parameter: Parameter): void {
  const { k } = file;
  if (file.kind(parameter.name) === k.tuple_pattern) {
    for (let row = parameter.name; row < file.next(parameter.name); row++) {
      if (file.kind(row) === k.identifier) scope.bind(file.name(row));
    }
  } else if (file.kind(parameter.name) === k.identifier) {
    const binding = scope.bind(file.name(parameter.name));
    binding.typeNode = parameter.type;
    if ((parameter.flags & ParamFlag.Rest) !== 0) binding.container = "tuple";
    if ((parameter.flags & ParamFlag.KeywordRest) !== 0) binding.container = "dict";
    binding.isParameter = true;
    binding.initial = parameter.value;
  }
}

/** Creates the scope of a lambda's body; the second pass opens it. */
export function declareLambda(d: Declaring, node: number): void {
  const { file, k } = d;
  const body = file.child(node, k.in_body);
  if (body === NO_NODE) return;
  const scope = new Scope({ kind: ScopeKind.Function, parent: d.scope, row: body, end: file.next(body) });
  const symbol = file.lambdaSymbols.get(node) ?? -1;
  scope.symbol = symbol;
  scope.isLambda = true;
  const parameters = parametersOf(file, file.child(node, k.in_parameters));
  for (const parameter of parameters) bindParameter(file, scope, parameter);
  const first = parameters[0];
  if (
    symbol >= 0 &&
    d.scope.kind === ScopeKind.Class &&
    first !== undefined &&
    file.kind(first.name) === k.identifier
  ) {
    scope.bind(file.name(first.name)).define(ExprOp.This, d.scope.classSymbol, false);
  }
  file.openAt(body, { end: scope.end, symbol: -1, scope });
}
