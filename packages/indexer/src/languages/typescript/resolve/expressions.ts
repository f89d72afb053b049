/** Values as expressions: what a node evaluates to, as far as one file can say. */
import { ExprOp } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { handlerPlaces } from "../../kit/kind-table.js";
import { requireSpecifier } from "../declare/imports.js";
import { type KindName, vocabularyOf } from "../kinds.js";
import type { Resolving } from "../resolving.js";
import { BindingKind } from "../scopes.js";
import { applied, importSpecifier, moduleExpr, typeExpr } from "../types/type-expressions.js";
import { informative, listValue, objectValue } from "./literals.js";
import { narrowedValue } from "./narrowing.js";

/** Levels of an expression that are followed; deeper ones are unknown. */
const MAX_DEPTH = 64;

type Evaluator = (state: Resolving, node: number, depth: number) => number;

const inner: Evaluator = (state, node, depth) => valueExpr(state, state.file.firstNamed(node), depth);
const last: Evaluator = (state, node, depth) => valueExpr(state, state.file.lastNamed(node), depth);
const literal =
  (name: string): Evaluator =>
  (state) =>
    state.literal(name);

const EVALUATORS: { readonly [K in KindName]?: Evaluator } = {
  array: (state, node, depth) => listValue(state, node, (item) => valueExpr(state, item, depth)),
  arrow_function: functionValue,
  as_expression: castValue,
  assignment_expression: (state, node, depth) =>
    valueExpr(state, state.file.child(node, state.file.words.field.right), depth),
  await_expression: awaitValue,
  binary_expression: binaryValue,
  call_expression: callValue,
  class: classValue,
  false: literal("boolean"),
  function_expression: functionValue,
  generator_function: functionValue,
  identifier: nameValue,
  instantiation_expression: (state, node, depth) =>
    applied(state, inner(state, node, depth), state.file.child(node, state.file.words.field.type_arguments)),
  member_expression: memberValue,
  new_expression: newValue,
  non_null_expression: inner,
  null: literal("null"),
  number: literal("number"),
  object: (state, node, depth) => objectValue(state, node, (value) => valueExpr(state, value, depth)),
  parenthesized_expression: parenthesizedValue,
  regex: literal("regexp"),
  satisfies_expression: inner,
  sequence_expression: last,
  shorthand_property_identifier: nameValue,
  string: literal("string"),
  subscript_expression: subscriptValue,
  super: (state) => state.base,
  template_string: literal("string"),
  ternary_expression: ternaryValue,
  this: (state) => state.self,
  true: literal("boolean"),
  type_assertion: castValue,
};

const LIST: readonly Evaluator[] = Object.values(EVALUATORS);

/** Evaluator number plus one by kind. */
export const evaluatorsOf = perGrammar((grammar) => handlerPlaces(vocabularyOf(grammar).kind, EVALUATORS));

/** The row of the node's expression; 0 when nothing can be said. */
export function valueExpr(state: Resolving, node: number, depth = 0): number {
  if (node === NO_NODE || depth > MAX_DEPTH) return 0;
  const known = state.known[node] as number;
  if (known !== 0) return known - 1;
  const { tree } = state.file;
  const role = state.evaluators[tree.kind[node] as number] as number;
  const result = role === 0 ? 0 : (LIST[role - 1] as Evaluator)(state, node, depth + 1);
  state.known[node] = result + 1;
  return result;
}

function nameValue(state: Resolving, node: number): number {
  const name = state.file.name(node);
  const binding = state.environment.value(name);
  if (binding === undefined) return state.global(name);
  const isReceiver = state.file.tree.field[node] === state.file.words.field.object;
  const narrowed =
    isReceiver && binding.kind === BindingKind.Local
      ? narrowedValue(state, node, binding, (tested) => valueExpr(state, tested))
      : 0;
  return narrowed === 0 ? state.bound(binding) : narrowed;
}

function memberValue(state: Resolving, node: number, depth: number): number {
  const { field: f } = state.file.words;
  const property = state.file.child(node, f.property);
  if (property === NO_NODE) return 0;
  return state.member(valueExpr(state, state.file.child(node, f.object), depth), property);
}

function subscriptValue(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const { kind: k, field: f } = file.words;
  const object = valueExpr(state, file.child(node, f.object), depth);
  if (object === 0) return 0;
  const index = file.child(node, f.index);
  if (file.kind(index) !== k.string) return state.expr(ExprOp.Element, object);
  return state.expr(ExprOp.Member, object, file.extraction.facts.string(file.stringText(index)));
}

function callValue(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const { kind: k, field: f } = file.words;
  const specifier = importSpecifier(state, node) ?? unboundRequire(state, node);
  if (specifier !== undefined) return moduleExpr(state, specifier);
  const named = valueExpr(state, file.child(node, f.function), depth);
  if (named === 0) return 0;
  const callee = applied(state, named, file.child(node, f.type_arguments));
  const list = file.child(node, f.arguments);
  const argument = file.kind(list) === k.arguments ? file.firstNamed(list) : NO_NODE;
  const first = file.kind(argument) === k.object ? NO_NODE : argument;
  return state.expr(ExprOp.Call, callee, informative(state, valueExpr(state, first, depth)));
}

/** The specifier of `require("m")` where nothing of the file is called `require`. */
export function unboundRequire(state: Resolving, node: number): string | undefined {
  const specifier = requireSpecifier(state.file, node);
  if (specifier === undefined || state.environment.value(state.file.names.of("require")) !== undefined)
    return undefined;
  return specifier;
}

function newValue(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const { field: f } = file.words;
  const made = valueExpr(state, file.child(node, f.constructor), depth);
  return made === 0 ? 0 : state.expr(ExprOp.New, applied(state, made, file.child(node, f.type_arguments)));
}

function awaitValue(state: Resolving, node: number, depth: number): number {
  const awaited = inner(state, node, depth);
  if (awaited === 0 || state.op(awaited) === ExprOp.Module) return awaited;
  return state.expr(ExprOp.Await, awaited);
}

/** `x as T`, `<T>x`: an instance of the type where that says anything, else the value. */
function castValue(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const { kind: k } = file.words;
  const isAssertion = file.kind(node) === k.type_assertion;
  const first = file.firstNamed(node);
  const final = file.lastNamed(node);
  const value = isAssertion ? final : first;
  const typeNode = isAssertion ? file.firstNamed(first) : final;
  const type = first === final ? 0 : typeExpr(state, typeNode);
  return type === 0 || state.op(type) === ExprOp.Function
    ? valueExpr(state, value, depth)
    : state.expr(ExprOp.Instance, type);
}

/** In JavaScript a comment before the parenthesis may cast what is in it. */
function parenthesizedValue(state: Resolving, node: number, depth: number): number {
  const type = state.comments?.cast(node) ?? 0;
  return type === 0 ? inner(state, node, depth) : state.expr(ExprOp.Instance, type);
}

function ternaryValue(state: Resolving, node: number, depth: number): number {
  const { field: f } = state.file.words;
  const left = valueExpr(state, state.file.child(node, f.consequence), depth);
  return state.union(left, valueExpr(state, state.file.child(node, f.alternative), depth));
}

function binaryValue(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const { field: f, token: t } = file.words;
  const operator = file.kind(file.child(node, f.operator));
  if (operator !== t.or && operator !== t.coalesce && operator !== t.and) return 0;
  const right = valueExpr(state, file.child(node, f.right), depth);
  return operator === t.and ? right : state.union(valueExpr(state, file.child(node, f.left), depth), right);
}

function functionValue(state: Resolving, node: number): number {
  const symbol = state.file.symbolOf.get(node);
  return symbol === undefined ? state.literal("function") : state.expr(ExprOp.Symbol, symbol);
}

function classValue(state: Resolving, node: number): number {
  const symbol = state.file.symbolOf.get(node);
  return symbol === undefined ? 0 : state.expr(ExprOp.Symbol, symbol);
}
