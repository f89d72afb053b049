/** Values as expressions: what a node evaluates to, as far as one file determines it. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { kindTable } from "../../kit/kind-table.js";
import { requireSpecifier } from "../declare/imports.js";
import { calledLiteral } from "../declare/wrappers.js";
import { type TypescriptVocabulary, vocabularyOf } from "../kinds.js";
import type { Evaluator, Resolving } from "../resolving.js";
import { BindingKind } from "../scopes.js";
import { applied, importSpecifier, moduleExpr, recordOf, typeExpr } from "../types/type-expressions.js";
import type { TypescriptFile } from "../typescript-file.js";
import { informative, listValue, objectValue, SPREAD } from "./literals.js";
import { narrowedMember, narrowedValue } from "./narrowing.js";
import { isTaggedTemplate, typedTag } from "./typed-tags.js";

/** Deepest nesting of expressions that is evaluated; deeper ones are unknown. */
const MAX_DEPTH = 64;

const inner: Evaluator = (state, node, depth) => valueExpr(state, state.file.firstNamed(node), depth);
const last: Evaluator = (state, node, depth) => valueExpr(state, state.file.lastNamed(node), depth);
const literal =
  (name: string): Evaluator =>
  (state) =>
    state.file.literal(name);

/** The evaluators of a grammar, by node kind. */
export const evaluatorsOf = kindTable<TypescriptVocabulary, Evaluator>(vocabularyOf, {
  array: (state, node, depth) => listValue(state, node, (item) => valueExpr(state, item, depth)),
  arrow_function: functionValue,
  as_expression: castValue,
  assignment_expression: assignedExpr,
  augmented_assignment_expression: defaultedValue,
  await_expression: awaitValue,
  binary_expression: binaryValue,
  call_expression: callValue,
  class: classValue,
  false: literal("boolean"),
  function_expression: functionValue,
  generator_function: functionValue,
  identifier: nameValue,
  instantiation_expression: (state, node, depth) =>
    applied(state, inner(state, node, depth), state.file.child(node, state.k.in_type_arguments)),
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
  template_string: templateValue,
  ternary_expression: ternaryValue,
  this: (state, node) => state.thisAt(node),
  true: literal("boolean"),
  type_assertion: castValue,
});

/** The row of the node's expression; 0 if unknown. */
export function valueExpr(state: Resolving, node: number, depth = 0): number {
  if (node === NO_NODE || depth > MAX_DEPTH) return 0;
  const { memo, tree } = state.file;
  const known = memo[node] as number;
  if (known !== 0) return known - 1;
  const result = state.evaluators.at(tree.kind[node] as number)?.(state, node, depth + 1) ?? 0;
  memo[node] = result + 1;
  return result;
}

/** A template: a string, or what a tag with a type argument makes of it. */
function templateValue(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const tagged = typedTag(file, node);
  const callee = tagged === undefined ? 0 : valueExpr(state, tagged.tag, depth);
  if (tagged === undefined || callee === 0) return file.literal("string");
  const type = typeExpr(state, tagged.type);
  return file.expr(ExprOp.Call, type === 0 ? callee : file.expr(ExprOp.Apply, callee, type));
}

function nameValue(state: Resolving, node: number): number {
  const name = state.file.name(node);
  const binding = state.environment.value(name);
  if (binding === undefined) return state.file.global(name);
  const isReceiver = state.file.tree.field[node] === state.k.in_object;
  const narrowed =
    isReceiver && binding.kind === BindingKind.Local
      ? narrowedValue(state, node, binding, (tested) => valueExpr(state, tested))
      : 0;
  return narrowed === 0 ? state.bound(binding) : narrowed;
}

function memberValue(state: Resolving, node: number, depth: number): number {
  const { k } = state;
  const property = state.file.child(node, k.in_property);
  if (property === NO_NODE) return 0;
  if (isModuleExports(state, node)) return state.file.global(state.file.names.of("exports"));
  if (state.file.tree.field[node] === k.in_object) {
    const narrowed = narrowedMember(state, node, (tested) => valueExpr(state, tested));
    if (narrowed !== 0) return narrowed;
  }
  return state.file.member(valueExpr(state, state.file.child(node, k.in_object), depth), property);
}

/** Whether a member is `module.exports`, in a file that does not bind `module`. */
export function isModuleExports(state: Resolving, node: number): boolean {
  const { file } = state;
  return file.isText(node, "module.exports") && state.environment.value(file.names.of("module")) === undefined;
}

function subscriptValue(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const object = valueExpr(state, file.child(node, k.in_object), depth);
  if (object === 0) return 0;
  const index = file.child(node, k.in_index);
  if (file.kind(index) === k.string) return file.expr(ExprOp.Member, object, file.facts.string(file.stringText(index)));
  const item = file.expr(ExprOp.Element, object);
  if (!isConstant(state, index)) return item;
  return file.union(file.expr(ExprOp.Member, object, file.facts.string(`[${file.tree.text(index)}]`)), item);
}

/** Whether an index names a constant of a module, which may be the name of a member: `this[kState]`. */
function isConstant({ environment, file }: Resolving, index: number): boolean {
  const binding = file.kind(index) === file.k.identifier ? environment.value(file.name(index)) : undefined;
  return binding !== undefined && (binding.kind === BindingKind.Symbol || binding.kind === BindingKind.Import);
}

function callValue(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const specifier = importSpecifier(state, node) ?? unboundRequire(state, node);
  if (specifier !== undefined) return moduleExpr(state, specifier);
  const mapper = mapperOf(file, node);
  const named = mapper === NO_NODE ? calleeValue(state, node, depth) : mapOfList(file);
  if (named === 0) return 0;
  const callee = applied(state, named, file.child(node, k.in_type_arguments));
  const list = file.child(node, k.in_arguments);
  const argument = mapper !== NO_NODE ? mapper : file.kind(list) === k.arguments ? file.firstNamed(list) : NO_NODE;
  if (file.kind(argument) === k.object && isFreeze(file, node)) return valueExpr(state, argument, depth);
  const first = file.kind(argument) === k.object ? NO_NODE : argument;
  const given = callbackValue(state, node, first) || informative(state, valueExpr(state, first, depth));
  const called = file.expr(ExprOp.Call, callee, given);
  if (foldedList(file, node) !== NO_NODE) return file.union(called, accumulatorValue(state, node, depth));
  return file.isText(file.child(node, k.in_function), "Object.assign")
    ? file.union(called, assignedObjects(state, list, depth))
    : called;
}

/** Whether a call gives the object that it gets: `Object.freeze({ … })`. */
function isFreeze(file: TypescriptFile, call: number): boolean {
  const callee = file.child(call, file.k.in_function);
  return file.isText(callee, "Object.freeze") || file.isText(callee, "Object.seal");
}

/** A call as the place of an argument: its callee, and a Tuple of its arguments; 0 if the callee is unknown. */
export function callOfArguments(state: Resolving, call: number): number {
  const { file, k } = state;
  const callee = applied(state, calleeValue(state, call, 0), file.child(call, k.in_type_arguments));
  if (callee === 0) return 0;
  const given = argumentNodes(file, call).map((argument) =>
    isRead(file, argument) ? keyValue(file, argument) || informative(state, valueExpr(state, argument)) : 0,
  );
  return file.expr(ExprOp.Call, callee, given.some((value) => value !== 0) ? file.tuple(given) : 0);
}

/** Longest string that may be a key, in UTF-16 units with its quotes. */
const MAX_KEY = 40;

/** A string that may name a property, `on("close", …)`, as a literal type: its text in quotes; 0 for other arguments. */
function keyValue(file: TypescriptFile, argument: number): number {
  if (file.kind(argument) !== file.k.string || file.tree.text(argument).length > MAX_KEY) return 0;
  const text = file.stringText(argument);
  return /^[\w$:.-]+$/.test(text) ? file.literal(`"${text}"`) : 0;
}

/** Maximum number of arguments that are read to find type arguments. */
const MAX_ARGUMENTS = 4;

/** The first arguments of a call. Stops there: the list may be long, and is read for each function literal in it. */
function argumentNodes(file: TypescriptFile, call: number): number[] {
  const list = file.child(call, file.k.in_arguments);
  const nodes: number[] = [];
  if (file.kind(list) !== file.k.arguments) return nodes;
  const { next } = file.tree;
  const end = next[list] ?? 0;
  for (let child = list + 1; child < end && nodes.length < MAX_ARGUMENTS; child = next[child] ?? end) {
    if (file.tree.isPart(child) && file.kind(child) !== file.k.comment) nodes.push(child);
  }
  return nodes;
}

/** Whether an argument's value says what a generic function's type parameters are. Functions and objects are read where they stand. */
function isRead(file: TypescriptFile, argument: number): boolean {
  return file.kind(argument) !== file.k.object && !file.isFunctionValue(argument);
}

/** Methods that fold a list: their callback gets what it gave before. */
const FOLDS = new Set(["reduce", "reduceRight"]);

/** The list in `items.reduce((sum, item) => …)`; {@link NO_NODE} for other calls. */
function foldedList(file: TypescriptFile, call: number): number {
  const callee = file.child(call, file.k.in_function);
  if (file.kind(callee) !== file.k.member_expression) return NO_NODE;
  if (!FOLDS.has(file.tree.text(file.child(callee, file.k.in_property)))) return NO_NODE;
  const [callback = NO_NODE] = argumentNodes(file, call);
  return callback !== NO_NODE && file.isFunctionValue(callback) ? file.child(callee, file.k.in_object) : NO_NODE;
}

/**
 * What a fold of a list hands from item to item, and gives in the end: its type argument, else its start value, else an
 * item; 0 for other calls.
 */
export function accumulatorValue(state: Resolving, call: number, depth = 0): number {
  const { file, k } = state;
  const items = foldedList(file, call);
  if (items === NO_NODE) return 0;
  const types = file.child(call, k.in_type_arguments);
  const type = types === NO_NODE ? 0 : typeExpr(state, file.firstNamed(types));
  if (type !== 0) return file.expr(ExprOp.Instance, type);
  const [, start = NO_NODE] = argumentNodes(file, call);
  if (start !== NO_NODE) return informative(state, valueExpr(state, start, depth));
  const list = valueExpr(state, items, depth);
  return list === 0 ? 0 : file.expr(ExprOp.Element, list);
}

/** The callee's value; of a function that is called where it stands, its type, so that the call has a result. */
function calleeValue(state: Resolving, call: number, depth: number): number {
  const { file, k } = state;
  const fn = calledLiteral(file, call);
  if (fn === NO_NODE) return valueExpr(state, file.child(call, k.in_function), depth);
  const symbol = file.symbolOf.get(fn);
  return symbol === undefined ? state.typeOfFunction(fn) : file.expr(ExprOp.Symbol, symbol);
}

/**
 * Evaluates the arguments of a call of a function that stands there, or of a call that gets functions. Names in the arguments
 * are those of the code around, which the function's parameters may hide.
 */
export function readArguments(state: Resolving, call: number): void {
  const { file, k } = state;
  if (calledLiteral(file, call) !== NO_NODE) {
    for (const argument of file.tree.namedChildren(file.child(call, k.in_arguments))) valueExpr(state, argument);
    return;
  }
  const nodes = argumentNodes(file, call);
  const read = nodes.filter((argument) => isRead(file, argument));
  if (read.length < nodes.length) for (const argument of read) valueExpr(state, argument);
}

/** The function in `Array.from(items, item => …)`, which gives the items of the list; {@link NO_NODE} for other calls. */
export function mapperOf(file: TypescriptFile, call: number): number {
  const { k } = file;
  if (file.kind(call) !== k.call_expression || !file.isText(file.child(call, k.in_function), "Array.from"))
    return NO_NODE;
  const [, mapper = NO_NODE] = file.tree.namedChildren(file.child(call, k.in_arguments));
  return mapper;
}

/** The method `map` of a list. */
function mapOfList(file: TypescriptFile): number {
  return file.expr(ExprOp.Member, file.literal("array"), file.names.string(file.names.of("map")));
}

/**
 * The value of a variable's initializer. An object that a call gets as its second argument may be part of the result, as in
 * `assign(target, { … })`: linking sees by the callee's types whether it is.
 */
export function initializerValue(state: Resolving, node: number): number {
  const { file, k } = state;
  const value = valueExpr(state, node);
  const call = file.unwrap(node);
  if (file.op(value) !== ExprOp.Call || file.kind(call) !== k.call_expression) return value;
  const [, second = NO_NODE] = file.tree.namedChildren(file.child(call, k.in_arguments));
  if (file.kind(second) !== k.object) return value;
  const given = informative(state, valueExpr(state, second));
  return given === 0 ? value : file.union(value, file.expr(ExprOp.Merged, file.operand(value), given));
}

/** Maximum number of objects that are read of `Object.assign(target, …)`. */
const MAX_ASSIGNED = 8;

/** The properties of the objects that `Object.assign` adds to its first argument. */
export function assignedObjects(state: Resolving, list: number, depth = 0): number {
  const { file } = state;
  const spread = file.facts.string(SPREAD);
  const added = [...file.tree.namedChildren(list)].slice(1, MAX_ASSIGNED);
  const values = added.map((argument) => informative(state, valueExpr(state, argument, depth)));
  return recordOf(
    state,
    values.filter((value) => value !== 0).map((value) => file.expr(ExprOp.Property, spread, value)),
  );
}

/** Methods whose result follows from what their callback gives. */
const CALLBACK_METHODS = new Set(["map", "flatMap", "then"]);

/**
 * A callback without a symbol, as a function that gives what its body gives; 0 for other arguments. Other functions than
 * {@link CALLBACK_METHODS} are read for callbacks that only make a value: `once(() => new Box())`.
 */
function callbackValue(state: Resolving, call: number, argument: number): number {
  const { file, k } = state;
  if (argument === NO_NODE || !file.isFunctionValue(argument) || file.symbolOf.has(argument)) return 0;
  const parameters = file.child(argument, k.in_parameters);
  const makesValue =
    file.kind(argument) === k.arrow_function &&
    file.kind(file.child(argument, k.in_body)) !== k.statement_block &&
    parameters !== NO_NODE &&
    file.firstNamed(parameters) === NO_NODE;
  if (!makesValue && !CALLBACK_METHODS.has(methodOf(state, call)) && mapperOf(file, call) !== argument) return 0;
  return file.functionType([], state.resultOf(argument));
}

/** The name of the method that is called; empty for other callees. */
function methodOf({ file, k }: Resolving, call: number): string {
  const callee = file.child(call, k.in_function);
  return file.kind(callee) === k.member_expression ? file.tree.text(file.child(callee, k.in_property)) : "";
}

/** The specifier of `require("m")` if the file does not bind `require`. */
export function unboundRequire(state: Resolving, node: number): string | undefined {
  const specifier = requireSpecifier(state.file, node);
  if (specifier === undefined || state.environment.value(state.file.names.of("require")) !== undefined)
    return undefined;
  return specifier;
}

/** An instance of the class; a proxy has the members of its target. */
function newValue(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  if (file.isText(file.child(node, k.in_constructor), "Proxy"))
    return informative(state, valueExpr(state, file.firstNamed(file.child(node, k.in_arguments)), depth));
  const made = valueExpr(state, file.child(node, k.in_constructor), depth);
  return made === 0 ? 0 : file.expr(ExprOp.New, applied(state, made, file.child(node, k.in_type_arguments)));
}

function awaitValue(state: Resolving, node: number, depth: number): number {
  const awaited = inner(state, node, depth);
  if (awaited === 0 || state.file.op(awaited) === ExprOp.Module) return awaited;
  return state.file.expr(ExprOp.Await, awaited);
}

/** The value of `x as T` or `<T>x`: an instance of the type if the type is known, else the value. */
function castValue(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const isAssertion = file.kind(node) === k.type_assertion;
  const first = file.firstNamed(node);
  const final = file.lastNamed(node);
  const value = isAssertion ? final : first;
  const typeNode = isAssertion ? file.firstNamed(first) : final;
  const type = first === final ? 0 : typeExpr(state, typeNode);
  return type === 0 || file.op(type) === ExprOp.Function
    ? valueExpr(state, value, depth)
    : file.expr(ExprOp.Instance, type);
}

/** In JavaScript, a comment before a parenthesis may cast its content. */
function parenthesizedValue(state: Resolving, node: number, depth: number): number {
  const type = state.comments?.cast(node) ?? 0;
  return type === 0 ? inner(state, node, depth) : state.file.expr(ExprOp.Instance, type);
}

function ternaryValue(state: Resolving, node: number, depth: number): number {
  const { k } = state;
  const left = valueExpr(state, state.file.child(node, k.in_consequence), depth);
  return state.file.union(left, valueExpr(state, state.file.child(node, k.in_alternative), depth));
}

function binaryValue(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const operator = file.kind(file.child(node, k.in_operator));
  const isLogical = operator === k.or_token || operator === k.coalesce_token || operator === k.and_token;
  if (!isLogical && !isTaggedTemplate(file, node)) return 0;
  const right = valueExpr(state, file.child(node, k.in_right), depth);
  if (!isLogical) return right;
  return operator === k.and_token ? right : file.union(valueExpr(state, file.child(node, k.in_left), depth), right);
}

/** Whether an augmented assignment sets a variable that has no value yet: `x ??= value`, `x ||= value`. */
export function setsDefault(file: TypescriptFile, node: number): boolean {
  const operator = file.child(node, file.k.in_operator);
  return file.isText(operator, "??=") || file.isText(operator, "||=");
}

/** The value of such an assignment: what the variable held, or the new value. */
function defaultedValue(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  if (!setsDefault(file, node)) return 0;
  const right = valueExpr(state, file.child(node, k.in_right), depth);
  return file.union(valueExpr(state, file.child(node, k.in_left), depth), right);
}

/** A function: its symbol; for one that a function gives, `return () => …`, its type, so that its calls have a result. */
function functionValue(state: Resolving, node: number): number {
  const { file } = state;
  const symbol = file.symbolOf.get(node);
  if (symbol !== undefined) return file.expr(ExprOp.Symbol, symbol);
  return isGiven(file, node) ? state.typeOfFunction(node) : file.literal("function");
}

/** Whether a value is what the function around gives, or what a function gets that is called where it stands. */
function isGiven(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  let value = node;
  while (file.kind(file.parent(value)) === k.parenthesized_expression) value = file.parent(value);
  const around = file.parent(value);
  if (file.kind(around) === k.return_statement) return true;
  if (file.kind(around) === k.arguments) return calledLiteral(file, file.parent(around)) !== NO_NODE;
  return file.kind(around) === k.arrow_function && file.child(around, k.in_body) === value;
}

/** The value of `a = value`: the symbol that an inner assignment declares, `const x = (exports.x = { … })`, else the value. */
function assignedExpr(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const symbol = file.symbolOf.get(node);
  return symbol === undefined
    ? valueExpr(state, file.child(node, k.in_right), depth)
    : file.expr(ExprOp.Symbol, symbol);
}

function classValue(state: Resolving, node: number): number {
  const symbol = state.file.symbolOf.get(node);
  return symbol === undefined ? 0 : state.file.expr(ExprOp.Symbol, symbol);
}
