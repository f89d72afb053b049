/** Assignments and type aliases: which names become symbols, fields or locals. */
import { SymbolFlag, type SymbolKind, type Visibility } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import { type Binding, type Scope, ScopeKind } from "../scopes.js";
import { assign } from "./assign.js";
import type { Declaring } from "./declaring.js";
import { commentAbove, stringStatement } from "./docs.js";
import { genericsText, lambdaSignature, text, variableSignature } from "./signatures.js";
import { type Given, visitTargets } from "./targets.js";
import { openTypeParameters } from "./type-parameters.js";
import { Wrap } from "./wraps.js";

/** An assigned name with its statement, type and value. */
export interface VariableInput {
  /** The identifier. */
  readonly name: number;
  /** The whole statement. */
  readonly statement: number;
  readonly type: number;
  readonly value: number;
}

/** The links of an assignment chain `a = b = value`, and the value; no links for an inner assignment of a chain. */
export function assignmentChain(
  file: PythonFile,
  assignment: number,
): { readonly links: number[]; readonly value: number } {
  const { k } = file;
  const links: number[] = [];
  if (file.kind(file.parent(assignment)) === k.assignment) return { links, value: NO_NODE };
  let node = assignment;
  for (; file.kind(node) === k.assignment; node = file.child(node, k.in_right)) links.push(node);
  return { links, value: node };
}

/** Declares the targets of an assignment. */
export function declareAssignment(d: Declaring, node: number): void {
  const { file, k } = d;
  const parent = file.parent(node);
  const statement = file.kind(parent) === k.expression_statement ? parent : node;
  const { links, value } = assignmentChain(file, node);
  for (const link of links) {
    const type = file.child(link, k.in_type);
    visitTargets(file, file.child(link, k.in_left), { node: value, wrap: Wrap.Value }, (target, given) => {
      if (file.kind(target) !== k.identifier) return;
      const input = { name: target, statement, type, value: given.wrap === Wrap.Value ? given.node : NO_NODE };
      const scope = d.scope.assignable;
      if (scope.kind === ScopeKind.Module) declareVariable(d, input);
      else if (scope.kind === ScopeKind.Class) declareAttribute(d, scope, { ...input, isSet: value !== NO_NODE });
      else giveLocal(file, scope, input, given);
    });
  }
}

/**
 * Declares a name in a class body: a method if its value is a lambda, else a field. The body has the name once the
 * statement is done, and never if the statement only gives a type.
 */
function declareAttribute(d: Declaring, scope: Scope, input: VariableInput & { readonly isSet: boolean }): void {
  const { file } = d;
  const binding = scope.target(file.name(input.name));
  if (file.kind(input.value) === file.k.lambda) addLambda(d, binding, input);
  else if (!binding.isDefined) {
    const since = input.isSet ? file.next(input.statement) : Number.MAX_SAFE_INTEGER;
    binding.since = binding.isField ? Math.min(binding.since, since) : since;
    binding.isField = true;
  }
}

function giveLocal(file: PythonFile, scope: Scope, { name, type }: VariableInput, given: Given): void {
  const binding = scope.target(file.name(name));
  if (binding.alias !== undefined) {
    if (binding.alias.variable < 0) assign(file, binding.alias, name, given);
    return;
  }
  if (type !== NO_NODE && binding.typeNode === 0) binding.typeNode = type;
  if (type === NO_NODE || given.node !== NO_NODE) assign(file, binding, name, given);
}

/** Declares a module-level variable: its first assignment makes the symbol. */
export function declareVariable(d: Declaring, input: VariableInput): void {
  const { file } = d;
  const binding = d.module.bind(file.name(input.name));
  if (binding.variable >= 0 || isRebinding(file, binding, input)) return;
  if (file.kind(input.value) === file.k.lambda) {
    addLambda(d, binding, input);
    return;
  }
  const symbol = addVariable(d, input, "variable", {
    signature: variableSignature(file, file.tree.text(input.name), input.type, input.value),
    flags: input.type !== NO_NODE && /^(typing\.)?Final\b/.test(file.tree.text(input.type)) ? SymbolFlag.Readonly : 0,
  });
  binding.variable = symbol;
  binding.define(ExprOp.Symbol, symbol, file.isConditional(input.statement, d.module));
}

/**
 * Whether a name keeps its first meaning: `json = None` after its import, `f = wrap(f)` or `C = Meta("C", (C,), {})` after its
 * definition.
 */
function isRebinding(file: PythonFile, binding: Binding, input: VariableInput): boolean {
  const { k } = file;
  if (!binding.isDefined) return false;
  const kind = file.kind(input.value);
  if (kind === k.none) return true;
  if (kind !== k.call) return false;
  const list = file.child(input.value, k.in_arguments);
  const own = file.name(input.name);
  const isOwn = (item: number) => file.kind(item) === k.identifier && file.name(item) === own;
  return file.tree
    .namedChildren(list)
    .some((item) => isOwn(item) || (file.kind(item) === k.tuple && file.tree.namedChildren(item).some(isOwn)));
}

function addLambda(d: Declaring, binding: Binding, input: VariableInput): void {
  const { file, scope } = d;
  const isMember = scope.kind === ScopeKind.Class;
  const name = file.tree.text(input.name);
  const symbol = addVariable(d, input, isMember ? "method" : "function", {
    signature: lambdaSignature(file, name, input.value),
    flags: 0,
  });
  binding.define(ExprOp.Symbol, symbol, file.isConditional(input.statement, d.scope));
  d.file.lambdaSymbols.set(input.value, symbol);
}

function addVariable(
  d: Declaring,
  input: VariableInput,
  kind: SymbolKind,
  shown: { readonly signature: string; readonly flags: number },
): number {
  const { file } = d;
  const name = file.tree.text(input.name);
  const visibility = visibilityOf(file, d.scope, input.name);
  const returns = input.type === NO_NODE ? undefined : text(file, input.type);
  const doc = variableDoc(file, input.statement);
  const symbol = file.extraction.addSymbol({
    node: input.statement,
    nameNode: input.name,
    name,
    kind,
    container: d.container,
    flags: shown.flags | scopeFlags(d.scope, visibility),
    visibility,
    signature: shown.signature,
    returns,
    doc,
  });
  file.openAt(input.statement, { end: file.next(input.statement), symbol, scope: undefined });
  return symbol;
}

/** Declares a type alias `type Name[T] = …`. */
export function declareTypeAlias(d: Declaring, node: number): void {
  const { file, scope, k } = d;
  let name = file.firstNamed(file.child(node, k.in_left));
  if (file.kind(name) === k.generic_type) name = file.firstNamed(name);
  if (file.kind(name) !== k.identifier) return;
  const doc = variableDoc(file, node);
  const visibility = visibilityOf(file, scope, name);
  const list = file.tree.childOfKind(file.parent(name), k.type_parameter);
  const generics = list === NO_NODE ? undefined : genericsText(file, list);
  const symbol = file.extraction.addSymbol({
    node,
    nameNode: name,
    name: file.tree.text(name),
    kind: "type",
    container: d.container,
    flags: scopeFlags(scope, visibility),
    visibility,
    signature: text(file, node),
    generics,
    doc,
  });
  scope.target(file.name(name)).define(ExprOp.Symbol, symbol, file.isConditional(node, scope));
  openTypeParameters(file, scope, { node, list, symbol });
}

/** The doc of a variable: lines of `#` above, or a string right below. */
function variableDoc(file: PythonFile, statement: number): string | undefined {
  const next = file.next(statement);
  const isSibling = next < file.tree.count && file.parent(next) === file.parent(statement);
  return (isSibling ? stringStatement(file, next) : undefined) ?? commentAbove(file, statement);
}

/** Visibility of a name by its underscores and its scope. @param name its identifier */
export function visibilityOf(file: PythonFile, scope: Scope, name: number): Visibility {
  const { start, end, source } = file.tree;
  const from = start[name] ?? 0;
  const text = source.slice(from, end[name]);
  const isPrivate = text.startsWith("_");
  if (scope.kind === ScopeKind.Class) {
    if (!isPrivate) return "public";
    if (!text.startsWith("__")) return "protected";
    return text.endsWith("__") ? "public" : "private";
  }
  if (scope.nested) return "internal";
  return !isPrivate || file.listed.has(file.name(name)) ? "exported" : "internal";
}

/** Symbol flags that a scope and a visibility imply: nested, exported. */
export function scopeFlags(scope: Scope, visibility: Visibility): number {
  return (scope.nested ? SymbolFlag.Nested : 0) | (visibility === "exported" ? SymbolFlag.Exported : 0);
}
