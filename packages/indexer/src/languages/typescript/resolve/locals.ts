/** Types and values of a scope's names, written when the scope closes: then it is known which names are referenced. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { parameterPattern } from "../declare/functions.js";
import { patternValue } from "../declare/patterns.js";
import { wrapperArgument } from "../declare/wrappers.js";
import type { Resolving } from "../resolving.js";
import { type Binding, BindingKind, type Scope } from "../scopes.js";
import { parameterPlace, typeExpr } from "../types/type-expressions.js";
import { expectedValue } from "./expected-values.js";
import { accumulatorValue, initializerValue, mapperOf, valueExpr } from "./expressions.js";

/** Methods that pass items of their receiver to their first argument, a callback, with the parameter index (0 or 1). */
const ITERATORS = new Map<string, readonly number[]>([
  ...["forEach", "map", "filter", "find", "findLast", "findIndex", "findLastIndex", "some", "every", "flatMap"].map(
    (name): [string, number[]] => [name, [0]],
  ),
  ["sort", [0, 1]],
  ["toSorted", [0, 1]],
  ["reduce", [1]],
  ["reduceRight", [1]],
]);

/** Writes types and values of the scope's variables, and of its referenced locals. */
export function writeScope(state: Resolving, scope: Scope): void {
  // Repeat until nothing new is found: a value may be the first to refer to another local of the scope.
  for (let before = -1; before !== state.localCount; ) {
    before = state.localCount;
    for (const binding of scope.bindings) {
      const isWanted = binding.kind === BindingKind.Local ? binding.local >= 0 : binding.isVariable;
      if (!isWanted || binding.isDescribed) continue;
      binding.isDescribed = true;
      writeFacts(state, binding);
    }
  }
}

function writeFacts(state: Resolving, binding: Binding): void {
  const { type, value } = factsOf(state, binding);
  const { extraction } = state.file;
  if (binding.kind === BindingKind.Symbol) {
    // The return values of such a function already are its symbol's type.
    if (state.file.op(type) !== ExprOp.Function) extraction.setType(binding.target, type);
    extraction.setValue(binding.target, type === 0 ? firstValue(state, binding, value) : value);
    return;
  }
  extraction.setLocalType(binding.local, type);
  extraction.addLocalValue(binding.local, value);
}

/** Maximum number of assignments that are read of a variable without an initial value. */
const MAX_ASSIGNED = 4;

/** A variable's initial value; if that says nothing, what code assigns to the variable: `let box; … box = new Box()`. */
function firstValue(state: Resolving, { values }: Binding, initial: number): number {
  const { file } = state;
  if (values === undefined || (initial !== 0 && file.op(initial) !== ExprOp.Literal)) return initial;
  return values.slice(0, MAX_ASSIGNED).reduce((sum, value) => file.union(sum, value), 0);
}

interface Facts {
  readonly type: number;
  readonly value: number;
}

const NO_FACTS: Facts = { type: 0, value: 0 };

function factsOf(state: Resolving, binding: Binding): Facts {
  const { file, k } = state;
  const { declaration, node } = binding;
  const kind = file.kind(declaration);
  if (kind === k.variable_declarator) return declaredFacts(state, node, declaration);
  if (kind === k.required_parameter || kind === k.optional_parameter) return parameterFacts(state, node, declaration);
  if (kind === k.for_in_statement) return { type: 0, value: loopValue(state, node, declaration) };
  if (kind === k.import_alias) return { type: 0, value: typeExpr(state, file.lastNamed(declaration)) };
  if (kind === k.assignment_expression)
    return { type: 0, value: valueExpr(state, file.child(declaration, k.in_right)) };
  if (kind === k.assignment_pattern || kind === k.object_pattern || kind === k.identifier) {
    return parameterFacts(state, node, declaration);
  }
  return NO_FACTS;
}

function declaredFacts(state: Resolving, node: number, declarator: number): Facts {
  const { k } = state;
  const pattern = state.file.child(declarator, k.in_name);
  const type = typeExpr(state, state.file.child(declarator, k.in_type)) || (state.comments?.declared(declarator) ?? 0);
  const value = initializerValue(state, state.file.child(declarator, k.in_value));
  if (pattern === node) return { type, value };
  const whole = type === 0 ? value : state.file.expr(ExprOp.Instance, type);
  return { type: 0, value: patternValue(state.file, node, pattern, whole) };
}

function parameterFacts(state: Resolving, node: number, parameter: number): Facts {
  const { file, k } = state;
  const pattern = parameterPattern(file, parameter);
  const type = typeExpr(state, file.child(parameter, k.in_type)) || documentedType(state, pattern, parameter);
  const isRest = file.kind(pattern) === k.rest_pattern;
  if (isRest) return { type, value: 0 };
  const preset = valueExpr(
    state,
    file.child(parameter, file.kind(parameter) === k.assignment_pattern ? k.in_right : k.in_value),
  );
  const handed = type === 0 ? file.union(handedValue(state, parameter), preset) : file.expr(ExprOp.Instance, type);
  if (pattern === node) return { type, value: type === 0 ? handed : preset };
  return { type: 0, value: patternValue(file, node, pattern, handed) };
}

/** The type that a comment above the function gives to a parameter; 0 for none. */
export function documentedType(state: Resolving, pattern: number, parameter: number): number {
  const { file } = state;
  const jsdoc = state.comments;
  if (jsdoc === undefined) return 0;
  const list = file.parent(parameter);
  if (file.kind(list) === file.k.arrow_function) return jsdoc.parameter(list, file.tree.text(pattern), 0);
  const isNamed = file.kind(pattern) === file.k.identifier;
  const place = isNamed ? 0 : parameterPlace(state, list, parameter);
  return jsdoc.parameter(file.parent(list), isNamed ? file.tree.text(pattern) : "", place);
}

/** Maximum number of parameters that are followed. */
const MAX_PLACE = 15;

/** The value of a function literal's parameter, from the code around, which expects a function of a known type. */
function handedValue(state: Resolving, parameter: number): number {
  const { file, k } = state;
  const list = file.parent(parameter);
  const isBare = file.kind(list) === k.arrow_function;
  const fn = isBare ? list : file.parent(list);
  const isMethod = file.kind(fn) === k.method_definition && file.kind(file.parent(fn)) === k.object;
  if (!isMethod && !file.isFunctionValue(fn)) return 0;
  const place = isBare ? 0 : parameterPlace(state, list, parameter);
  if (place < 0 || place > MAX_PLACE) return 0;
  const given = wrapperArgument(file, fn, place);
  if (given !== NO_NODE) return valueExpr(state, given);
  const args = file.parent(fn);
  if (file.kind(args) === k.arguments) {
    const call = file.parent(args);
    const item = file.firstNamed(args) === fn ? itemValue(state, call, place) : madeItem(state, call, { fn, place });
    if (item !== 0) return file.union(item, expectedParameter(state, fn, place));
  }
  return expectedParameter(state, fn, place);
}

/** The value of a parameter of the function that is expected at a function literal's position; 0 if unknown. */
function expectedParameter(state: Resolving, fn: number, place: number): number {
  const expected = expectedValue(state, fn);
  return expected === 0 ? 0 : state.file.expr(ExprOp.Handed, expected, place);
}

/** An item of `items` for the function in `Array.from(items, item => …)`; 0 for other calls. */
function madeItem(state: Resolving, call: number, { fn, place }: { fn: number; place: number }): number {
  const { file } = state;
  if (place !== 0 || mapperOf(file, call) !== fn) return 0;
  const items = valueExpr(state, file.firstNamed(file.child(call, file.k.in_arguments)));
  return items === 0 ? 0 : file.expr(ExprOp.Element, items);
}

/** An item or the list for `items.forEach((item, at, items) => …)`, the result for `promise.then(result => …)`; 0 for other calls. */
function itemValue(state: Resolving, call: number, place: number): number {
  const { file, k } = state;
  if (file.kind(call) !== k.call_expression) return 0;
  const callee = file.child(call, k.in_function);
  if (file.kind(callee) !== k.member_expression) return 0;
  const method = file.tree.text(file.child(callee, k.in_property));
  const places = ITERATORS.get(method);
  if (place === 0 && isFold(places)) return accumulatorValue(state, call);
  const isList = places !== undefined && place === 2 + (places[0] ?? 0);
  if (method === "then" ? place !== 0 : !isList && places?.includes(place) !== true) return 0;
  const receiver = valueExpr(state, file.child(callee, k.in_object));
  if (receiver === 0 || isList) return receiver;
  if (method === "forEach") return file.expr(ExprOp.Element, valuesOf(state, receiver));
  if (method !== "then") return file.expr(ExprOp.Element, receiver);
  return file.op(receiver) === ExprOp.Module ? receiver : file.expr(ExprOp.Await, receiver);
}

/** `forEach` passes values, also for a map, whose items are pairs. */
function valuesOf(state: Resolving, receiver: number): number {
  const values = state.file.names.string(state.file.names.of("values"));
  return state.file.union(receiver, state.file.expr(ExprOp.Call, state.file.expr(ExprOp.Member, receiver, values)));
}

/** Whether a method hands what its callback gave before, and items after it. */
function isFold(places: readonly number[] | undefined): boolean {
  return places?.[0] === 1;
}

function loopValue(state: Resolving, node: number, loop: number): number {
  const { file, k } = state;
  if (file.kind(file.child(loop, k.in_operator)) !== k.of_token) return 0;
  const items = valueExpr(state, file.child(loop, k.in_right));
  if (items === 0) return 0;
  const left = file.child(loop, k.in_left);
  return left === NO_NODE ? 0 : patternValue(file, node, left, file.expr(ExprOp.Element, items));
}
