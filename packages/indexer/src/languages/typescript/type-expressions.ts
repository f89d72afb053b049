/** Types as expressions: what a declared type is called, as far as a member lookup could use it. */
import { ExprOp } from "@sdl/model";
import { NO_NODE } from "../../parse/syntax-tree.js";
import type { Resolving } from "./resolving.js";

/** Levels of a type that are followed. */
const MAX_DEPTH = 16;
/** Utility types through which the members of their argument show. */
const TRANSPARENT = new Set(["Readonly", "Partial", "Required", "NonNullable", "DeepReadonly", "Mutable"]);
const PRIMITIVES = new Set(["string", "number", "boolean", "symbol", "object"]);

/** The row of a type's expression; 0 when nothing can be said. Annotations and clauses are looked through. */
export function typeExpr(state: Resolving, node: number, depth = 0): number {
  const { file } = state;
  const { kind: k } = file.words;
  if (node === NO_NODE || depth > MAX_DEPTH) return 0;
  const kind = file.kind(node);
  if (kind === k.type_identifier || kind === k.identifier) return namedType(state, node);
  if (kind === k.generic_type) return genericType(state, node, depth);
  return wrappedType(state, node, depth) ?? otherType(state, node, kind);
}

/** Types made of other types; `undefined` for the rest. */
function wrappedType(state: Resolving, node: number, depth: number): number | undefined {
  const { file } = state;
  const { kind: k } = file.words;
  const kind = file.kind(node);
  if (kind === k.type_annotation || kind === k.parenthesized_type || kind === k.readonly_type) {
    return typeExpr(state, file.firstNamed(node), depth + 1);
  }
  if (kind === k.nested_type_identifier || kind === k.nested_identifier) return qualifiedType(state, node, depth);
  if (kind === k.union_type || kind === k.intersection_type) return combinedType(state, node, depth);
  if (kind !== k.array_type) return undefined;
  const item = typeExpr(state, file.firstNamed(node), depth + 1);
  const array = state.global(file.names.of("Array"));
  return item === 0 ? array : state.expr(ExprOp.Apply, array, item);
}

function otherType(state: Resolving, node: number, kind: number): number {
  const { file } = state;
  const { kind: k, field: f } = file.words;
  if (kind === k.predefined_type) return PRIMITIVES.has(file.tree.text(node)) ? state.literal(file.tree.text(node)) : 0;
  if (kind === k.literal_type) return literalType(state, node);
  if (kind === k.function_type) return functionType(state, node);
  if (kind === k.this_type) return state.classOwner > 0 ? state.expr(ExprOp.Class, state.classOwner) : 0;
  if (kind === k.type_predicate_annotation || kind === k.type_predicate) return state.literal("boolean");
  if (kind !== k.member_expression) return 0;
  const call = file.child(node, f.object);
  const specifier = importSpecifier(state, call);
  return specifier === undefined ? 0 : state.member(moduleExpr(state, specifier), file.child(node, f.property));
}

/** The types of the first two parameters; 0 when neither says anything. A generic one says nothing: its names are bound inside. */
function functionType(state: Resolving, node: number): number {
  const { file } = state;
  const { field: f } = file.words;
  if (file.child(node, f.type_parameters) !== NO_NODE) return 0;
  const types = parameterNodes(state, file.child(node, f.parameters))
    .slice(0, 2)
    .map((parameter) => typeExpr(state, file.child(parameter, f.type)))
    .map((type) => (state.op(type) === ExprOp.Literal ? 0 : type));
  const [first = 0, second = 0] = types;
  return first === 0 && second === 0 ? 0 : state.expr(ExprOp.Function, first, second);
}

/** The parameters of a list, `this` left out. */
export function parameterNodes({ file }: Resolving, list: number): number[] {
  const { kind: k } = file.words;
  const isParameter = (node: number) =>
    file.kind(node) !== k.decorator &&
    file.kind(node) !== k.comment &&
    file.kind(file.child(node, file.words.field.pattern)) !== k.this;
  return list === NO_NODE ? [] : [...file.tree.namedChildren(list)].filter(isParameter);
}

/** The specifier of `import("m")`. */
export function importSpecifier(state: Resolving, call: number): string | undefined {
  const { file } = state;
  const { kind: k, field: f } = file.words;
  if (call === NO_NODE || file.kind(call) !== k.call_expression) return undefined;
  if (file.kind(file.child(call, f.function)) !== k.import) return undefined;
  const argument = file.firstNamed(file.child(call, f.arguments));
  return file.kind(argument) === k.string ? file.stringText(argument) : undefined;
}

export function moduleExpr(state: Resolving, specifier: string): number {
  return state.expr(ExprOp.Module, state.file.extraction.facts.string(specifier));
}

function namedType(state: Resolving, node: number): number {
  const name = state.file.name(node);
  const binding = state.environment.type(name);
  return binding === undefined ? state.global(name) : state.bound(binding);
}

function qualifiedType(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const { kind: k } = file.words;
  const left = file.firstNamed(node);
  const right = file.lastNamed(node);
  if (left === right) return 0;
  let object: number;
  if (file.kind(left) === k.identifier) {
    const name = file.name(left);
    const binding = state.environment.namespace(name);
    object = binding === undefined ? state.global(name) : state.bound(binding);
  } else object = qualifiedType(state, left, depth + 1);
  return object === 0 || depth > MAX_DEPTH ? 0 : state.member(object, right);
}

function genericType(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const { field: f } = file.words;
  const nameNode = file.child(node, f.name);
  const first = file.firstNamed(file.child(node, f.type_arguments));
  const base = typeExpr(state, nameNode, depth + 1);
  const argument = typeExpr(state, first, depth + 1);
  if (argument === 0 || base === 0) return base;
  if (state.op(base) === ExprOp.Global && TRANSPARENT.has(file.tree.text(nameNode))) return argument;
  return state.expr(ExprOp.Apply, base, argument);
}

/** Unions without their `null` and `undefined`; of an intersection, either side. */
function combinedType(state: Resolving, node: number, depth: number): number {
  let result = 0;
  for (const part of state.file.tree.namedChildren(node))
    result = state.union(result, typeExpr(state, part, depth + 1));
  return result;
}

function literalType(state: Resolving, node: number): number {
  const { file } = state;
  const { kind: k } = file.words;
  const kind = file.kind(file.firstNamed(node));
  if (kind === k.string) return state.literal("string");
  if (kind === k.number || kind === k.unary_expression) return state.literal("number");
  return kind === k.true || kind === k.false ? state.literal("boolean") : 0;
}
