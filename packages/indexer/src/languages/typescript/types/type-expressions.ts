/** Types as expressions: as much of a declared type as member lookups use. */
import { ExprOp } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { vocabularyOf } from "../kinds.js";
import type { Resolving } from "../resolving.js";
import { type Binding, BindingKind } from "../scopes.js";
import { TRANSPARENT_TYPES } from "../transparent-types.js";
import type { TypescriptFile } from "../typescript-file.js";
import { placeIn } from "./places.js";

/** Name of a type predicate's result type, and its member of the predicate's type. */
export const PREDICATE = "is";
/** Name of the member of an expected value that is what its place declares for `this`. */
export const THIS = "this";
/** Deepest nesting of types that is read. */
const MAX_DEPTH = 16;
/** Maximum number of type arguments that are stored. */
const MAX_ARGUMENTS = 8;
/** Maximum number of parts of a tuple that are stored. */
const MAX_PARTS = 32;
/** Maximum number of properties of an object type that are stored. */
const MAX_PROPERTIES = 60;
const PRIMITIVES = new Set(["string", "number", "boolean", "symbol", "object"]);

/** The row of a type's expression; 0 if unknown. Annotations and clauses are unwrapped. */
export function typeExpr(state: Resolving, node: number, depth = 0): number {
  const { file, k } = state;
  if (node === NO_NODE || depth > MAX_DEPTH) return 0;
  const kind = file.kind(node);
  if (kind === k.type_identifier || kind === k.identifier) return namedType(state, node);
  if (kind === k.generic_type) return genericType(state, node, depth);
  return wrappedType(state, node, depth) ?? otherType(state, node, depth);
}

/** Types made of other types; `undefined` for the rest. */
function wrappedType(state: Resolving, node: number, depth: number): number | undefined {
  const { file, k } = state;
  const kind = file.kind(node);
  if (kind === k.type_annotation || kind === k.parenthesized_type || kind === k.readonly_type) {
    return typeExpr(state, file.firstNamed(node), depth + 1);
  }
  if (kind === k.nested_type_identifier || kind === k.nested_identifier) return qualifiedType(state, node, depth);
  if (kind === k.union_type || kind === k.intersection_type) return combinedType(state, node, depth);
  if (kind === k.conditional_type) return conditionalType(state, node, depth);
  if (kind === k.tuple_type) return tupleType(state, node, depth);
  if (kind !== k.array_type) return partType(state, node, depth);
  const item = typeExpr(state, file.firstNamed(node), depth + 1);
  const array = file.global(file.names.of("Array"));
  if (item === 0) return array;
  // A bare tuple would be a list of arguments.
  return file.expr(ExprOp.Apply, array, file.op(item) === ExprOp.Tuple ? file.tuple([item]) : item);
}

/** Parts of tuples and of type parameters. */
function partType(state: Resolving, node: number, depth: number): number | undefined {
  const { file, k } = state;
  const kind = file.kind(node);
  if (kind === k.required_parameter || kind === k.optional_parameter)
    return typeExpr(state, file.child(node, file.k.in_type), depth + 1);
  if (kind === k.optional_type || kind === k.flow_maybe_type || kind === k.constraint || kind === k.default_type)
    return typeExpr(state, file.firstNamed(node), depth + 1);
  if (kind !== k.rest_type) return undefined;
  const items = typeExpr(state, file.firstNamed(node), depth + 1);
  return items === 0 ? 0 : file.expr(ExprOp.Element, file.expr(ExprOp.Instance, items));
}

type Reader = (state: Resolving, node: number, depth: number) => number;

/** Readers by node kind, for types with a single reading. */
const readersOf = perGrammar((grammar): ReadonlyMap<number, Reader> => {
  const k = vocabularyOf(grammar);
  return new Map<number, Reader>([
    [k.predefined_type, primitiveType],
    [k.literal_type, literalType],
    [k.function_type, functionType],
    [k.object_type, objectType],
    [k.lookup_type, lookupType],
    [k.type_query, queryType],
    [k.constructor_type, constructorType],
    [k.type_predicate, predicateType],
    [k.asserts, innerType],
    [k.asserts_annotation, innerType],
    [k.type_predicate_annotation, innerType],
  ]);
});

const innerType: Reader = (state, node, depth) => typeExpr(state, state.file.firstNamed(node), depth + 1);

function primitiveType(state: Resolving, node: number): number {
  const name = state.file.tree.text(node);
  return PRIMITIVES.has(name) ? state.file.literal(name) : 0;
}

function otherType(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const kind = file.kind(node);
  const reader = readersOf(file.tree.grammar).get(kind);
  if (reader !== undefined) return reader(state, node, depth);
  if (kind === k.this_type) return state.classOwner > 0 ? file.expr(ExprOp.Class, state.classOwner) : 0;
  if (kind !== k.member_expression) return 0;
  const call = file.child(node, k.in_object);
  const specifier = importSpecifier(state, call);
  return specifier === undefined ? 0 : file.member(moduleExpr(state, specifier), file.child(node, k.in_property));
}

/** The type of `x is T`: a boolean that carries the type. */
function predicateType(state: Resolving, node: number, depth: number): number {
  const told = typeExpr(state, state.file.child(node, state.k.in_type), depth + 1);
  return told === 0
    ? state.file.literal("boolean")
    : state.file.expr(ExprOp.Apply, state.file.literal(PREDICATE), told);
}

/** A function type; the type parameters that it binds itself are unknown. */
function functionType(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const own = file.child(node, k.in_type_parameters);
  const before = state.unknownTypes;
  if (own !== NO_NODE) {
    const names = [...file.tree.namedChildren(own)].map((parameter) => file.child(parameter, k.in_name));
    state.unknownTypes = [...before, ...names.filter((name) => name !== NO_NODE).map((name) => file.name(name))];
  }
  const type = file.union(
    typeOfSignatures(state, [signatureOf(state, node, depth + 1)]),
    thisType(state, node, depth + 1),
  );
  state.unknownTypes = before;
  return type;
}

/** What a function type declares for `this`, as the type `ThisType<T>`; 0 for none. */
function thisType(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const list = file.child(node, k.in_parameters);
  const first = list === NO_NODE ? NO_NODE : file.firstNamed(list);
  if (first === NO_NODE || file.kind(file.child(first, k.in_pattern)) !== k.this) return 0;
  const type = typeExpr(state, file.child(first, k.in_type), depth);
  return type === 0 ? 0 : file.expr(ExprOp.Apply, file.global(file.names.of("ThisType")), type);
}

/** Types of a signature's parameters and result, as expressions; 0 for unknown ones. */
export interface Signature {
  readonly parameters: readonly number[];
  /** The list type of a final rest parameter; 0 for none. */
  readonly rest: number;
  readonly result: number;
}

/** The types that a signature declares. Call while the names that it binds are in scope. */
export function signatureOf(state: Resolving, node: number, depth = 0): Signature {
  const { file, k } = state;
  const nodes = parameterNodes(state, file.child(node, k.in_parameters)).slice(0, MAX_ARGUMENTS);
  const types = nodes.map((parameter) => typeExpr(state, file.child(parameter, k.in_type), depth));
  const last = nodes.at(-1);
  const isRest = last !== undefined && file.kind(file.child(last, k.in_pattern)) === k.rest_pattern;
  const rest = isRest ? (types.pop() ?? 0) : 0;
  return { parameters: types, rest, result: typeExpr(state, file.child(node, k.in_return_type), depth) };
}

/** One function type for all signatures of a function: each parameter is a union of the types at its index. */
export function typeOfSignatures(state: Resolving, signatures: readonly Signature[]): number {
  const { file } = state;
  const length = Math.max(...signatures.map(({ parameters }) => parameters.length));
  const parameters = Array.from({ length }, (_, place) =>
    oneOf(
      state,
      signatures.map((it) => (place < it.parameters.length ? (it.parameters[place] ?? 0) : itemType(state, it.rest))),
    ),
  );
  const rest = oneOf(
    state,
    signatures.map((it) => it.rest),
  );
  if (rest !== 0) parameters.push(file.expr(ExprOp.Property, file.facts.string("..."), rest));
  return file.functionType(
    parameters,
    oneOf(
      state,
      signatures.map(({ result }) => result),
    ),
  );
}

function itemType({ file }: Resolving, list: number): number {
  return list === 0 ? 0 : file.expr(ExprOp.Element, file.expr(ExprOp.Instance, list));
}

/** The union of types, without literals. */
function oneOf({ file }: Resolving, types: readonly number[]): number {
  const told = [...new Set(types)].filter((type) => type !== 0 && file.op(type) !== ExprOp.Literal);
  return told.slice(0, MAX_ARGUMENTS).reduceRight((rest, type) => file.union(type, rest), 0);
}

/** The parameters of a list, without `this`. */
function parameterNodes({ file }: Resolving, list: number): number[] {
  return list === NO_NODE ? [] : [...file.tree.namedChildren(list)].filter((node) => isParameter(file, node));
}

/** The index of a parameter in its list, from 0; -1 if the node is no parameter. */
export function parameterPlace({ file }: Resolving, list: number, parameter: number): number {
  return list === NO_NODE ? -1 : placeIn(file, list, parameter, (node) => isParameter(file, node));
}

/** Whether a node in a parameter list is a parameter; `this` is not. */
function isParameter(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  return (
    file.kind(node) !== k.decorator &&
    file.kind(node) !== k.comment &&
    file.kind(file.child(node, file.k.in_pattern)) !== k.this
  );
}

/** The specifier of `import("m")`. */
export function importSpecifier(state: Resolving, call: number): string | undefined {
  const { file, k } = state;
  if (call === NO_NODE || file.kind(call) !== k.call_expression) return undefined;
  if (file.kind(file.child(call, k.in_function)) !== k.import) return undefined;
  const argument = file.firstNamed(file.child(call, k.in_arguments));
  return file.kind(argument) === k.string ? file.stringText(argument) : undefined;
}

/** The expression of the module with this specifier. */
export function moduleExpr(state: Resolving, specifier: string): number {
  return state.file.expr(ExprOp.Module, state.file.facts.string(specifier));
}

function namedType(state: Resolving, node: number): number {
  const name = state.file.name(node);
  if (state.unknownTypes.includes(name)) return 0;
  const binding = state.environment.type(name);
  if (binding === undefined) return state.file.global(name);
  if (binding.kind === BindingKind.Symbol && binding.target === state.conditionalAlias) return 0;
  return binding.kind === BindingKind.TypeParameter ? typeParameter(state, binding) : state.bound(binding);
}

/** A type parameter of the enclosing class, function or alias; 0 for names bound by `infer` and mapped types. */
function typeParameter(state: Resolving, binding: Binding): number {
  if (binding.local >= 0) return binding.local;
  const { file, k } = state;
  // The bound may name the parameter itself: `T extends Base<T>`.
  binding.local = 0;
  const node = file.parent(binding.node);
  const list = file.parent(node);
  if (file.kind(node) !== k.type_parameter || file.kind(list) !== k.type_parameters) return 0;
  const bound = typeExpr(state, file.child(node, k.in_constraint)) || typeExpr(state, file.child(node, k.in_value));
  const place = placeIn(file, list, node, (it) => file.kind(it) === k.type_parameter);
  const owner = file.kind(file.parent(list));
  const isType =
    owner === k.class_declaration ||
    owner === k.abstract_class_declaration ||
    owner === k.class ||
    owner === k.interface_declaration ||
    owner === k.type_alias_declaration;
  binding.local = file.expr(ExprOp.TypeParameter, bound, 2 * place + (isType ? 0 : 1));
  return binding.local;
}

function qualifiedType(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const left = file.firstNamed(node);
  const right = file.lastNamed(node);
  if (left === right) return 0;
  let object: number;
  if (file.kind(left) === k.identifier) {
    const name = file.name(left);
    const binding = state.environment.namespace(name);
    object = binding === undefined ? file.global(name) : state.bound(binding);
  } else object = qualifiedType(state, left, depth + 1);
  return object === 0 || depth > MAX_DEPTH ? 0 : file.member(object, right);
}

function genericType(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const nameNode = file.child(node, k.in_name);
  const list = file.child(node, k.in_type_arguments);
  const base = typeExpr(state, nameNode, depth + 1);
  if (base === 0) return 0;
  if (file.op(base) === ExprOp.Global) {
    const name = file.tree.text(nameNode);
    const argument = typeExpr(state, file.firstNamed(list), depth + 1);
    if (argument !== 0 && TRANSPARENT_TYPES.has(name)) return argument;
    if (argument !== 0 && name === "ReturnType") return file.expr(ExprOp.Call, file.expr(ExprOp.Instance, argument));
    if (argument !== 0 && name === "Awaited") return file.expr(ExprOp.Await, file.expr(ExprOp.Instance, argument));
    if (argument !== 0 && name === "InstanceType") return file.expr(ExprOp.New, file.expr(ExprOp.Instance, argument));
  }
  return applied(state, base, list, depth);
}

/** A class, alias or function applied to a list of type arguments; unchanged if they are unknown. */
export function applied(state: Resolving, base: number, list: number, depth = 0): number {
  if (list === NO_NODE || base === 0) return base;
  const types = [...state.file.tree.namedChildren(list)]
    .filter((node) => state.file.kind(node) !== state.k.comment)
    .slice(0, MAX_ARGUMENTS)
    .map((node) => typeExpr(state, node, depth + 1));
  const [only = 0] = types;
  if (types.every((type) => type === 0)) return base;
  const isSingle = types.length === 1 && state.file.op(only) !== ExprOp.Tuple;
  return state.file.expr(ExprOp.Apply, base, isSingle ? only : state.file.tuple(types));
}

function tupleType(state: Resolving, node: number, depth: number): number {
  const parts = [...state.file.tree.namedChildren(node)].slice(0, MAX_PARTS);
  const types = parts.map((part) => typeExpr(state, part, depth + 1));
  return types.every((type) => type === 0) ? state.file.global(state.file.names.of("Array")) : state.file.tuple(types);
}

/** The types of both branches: which one holds depends on type arguments. */
function conditionalType(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  const consequence = typeExpr(state, file.child(node, k.in_consequence), depth + 1);
  return file.union(consequence, typeExpr(state, file.child(node, k.in_alternative), depth + 1));
}

/** The object type `{ a: A; b: B }`, which has no name. */
function objectType(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  // Then its members are those of an alias or property.
  if (file.memberOwner.has(node) && !isMappedType(state, node)) return 0;
  const properties: number[] = [];
  for (const child of file.tree.namedChildren(node)) {
    if (file.kind(child) !== k.property_signature || properties.length === MAX_PROPERTIES) continue;
    const type = typeExpr(state, file.child(child, k.in_type), depth + 1);
    const name = file.child(child, k.in_name);
    if (type === 0 || name === NO_NODE || file.op(type) === ExprOp.Literal) continue;
    const key = file.facts.string(file.propertyName(name));
    properties.push(file.expr(ExprOp.Property, key, file.expr(ExprOp.Instance, type)));
  }
  if (properties.length > 0) return recordOf(state, properties);
  const made = file.tree.childOfKind(node, k.construct_signature);
  if (made !== NO_NODE) return constructorType(state, made, depth);
  const index = file.tree.childOfKind(node, k.index_signature);
  return index === NO_NODE ? 0 : indexedType(state, index, depth + 1);
}

/** Whether a type is a mapped type: `{ [K in keyof T]: … }`. */
export function isMappedType({ file, k }: Resolving, node: number): boolean {
  const index = file.kind(node) === k.object_type ? file.tree.childOfKind(node, k.index_signature) : NO_NODE;
  return index !== NO_NODE && file.tree.childOfKind(index, k.mapped_type_clause) !== NO_NODE;
}

/**
 * The type of an index signature, `{ [name: string]: V }`, or of a mapped type: a record of its values. A mapped type
 * whose values are made of those of another type, `{ [K in keyof T]: Draft<T[K]> }`, counts as that type.
 */
function indexedType(state: Resolving, index: number, depth: number): number {
  const { file, k } = state;
  // An annotation of any form: `:`, `?:`, `-?:`.
  const value = file.firstNamed(file.child(index, k.in_type));
  const clause = file.tree.childOfKind(index, k.mapped_type_clause);
  const key = clause === NO_NODE ? NO_NODE : file.child(clause, k.in_name);
  const copied = key === NO_NODE ? NO_NODE : copiedType(state, value, file.tree.text(key));
  if (copied !== NO_NODE) return typeExpr(state, copied, depth);
  const type = typeExpr(state, value, depth);
  if (type === 0) return 0;
  const record = file.global(file.names.of("Record"));
  return file.expr(ExprOp.Apply, record, file.tuple([file.literal("string"), type]));
}

/** The type `T` of a mapped type's values `T[K]`, `Draft<T[K]>` or `T[K] extends U ? … : …`; {@link NO_NODE} for other values. */
function copiedType({ file, k }: Resolving, value: number, key: string): number {
  let lookup = value;
  if (file.kind(value) === k.generic_type) lookup = file.firstNamed(file.child(value, k.in_type_arguments));
  else if (file.kind(value) === k.conditional_type) lookup = file.child(value, k.in_left);
  if (lookup === NO_NODE || file.kind(lookup) !== k.lookup_type) return NO_NODE;
  return file.isText(file.lastNamed(lookup), key) ? file.firstNamed(lookup) : NO_NODE;
}

/** A Record expression of properties; 0 if there are none. */
export function recordOf(state: Resolving, properties: readonly number[]): number {
  return properties.reduceRight((rest, property) => state.file.expr(ExprOp.Record, property, rest), 0);
}

/** The types `T["name"]`, `T[number]`, `T[0]`, and `T[K]` of a type parameter `K`. */
function lookupType(state: Resolving, node: number, depth: number): number {
  const { file } = state;
  const object = typeExpr(state, file.firstNamed(node), depth + 1);
  if (object === 0) return 0;
  const index = file.lastNamed(node);
  const instance = file.expr(ExprOp.Instance, object);
  const literal = file.firstNamed(index);
  if (file.kind(index) === file.k.literal_type && file.kind(literal) === file.k.string) {
    return file.expr(ExprOp.Member, instance, file.facts.string(file.stringText(literal)));
  }
  if (file.isText(index, "number")) return file.expr(ExprOp.Element, instance);
  if (file.kind(index) === file.k.literal_type && /^[0-9]{1,2}$/.test(file.tree.text(literal)))
    return file.expr(ExprOp.Part, instance, Number(file.tree.text(literal)));
  const key = file.kind(index) === file.k.type_identifier ? namedType(state, index) : 0;
  return file.op(key) === ExprOp.TypeParameter ? file.expr(ExprOp.Indexed, instance, key) : 0;
}

/** The type `typeof value`, whose instance is the value itself. */
function queryType(state: Resolving, node: number): number {
  const { file } = state;
  const named = file.firstNamed(node);
  const value = queriedValue(state, named, 0);
  return value === 0 ? 0 : file.expr(ExprOp.Apply, file.literal("type"), value);
}

function queriedValue(state: Resolving, node: number, depth: number): number {
  const { file, k } = state;
  if (node === NO_NODE || depth > MAX_DEPTH) return 0;
  if (file.kind(node) === k.this) return state.self;
  if (file.kind(node) === k.identifier) {
    const binding = state.environment.value(file.name(node));
    return binding === undefined ? file.global(file.name(node)) : state.bound(binding);
  }
  if (file.kind(node) !== k.member_expression) return 0;
  const object = queriedValue(state, file.child(node, k.in_object), depth + 1);
  const property = file.child(node, k.in_property);
  return object === 0 || property === NO_NODE ? 0 : file.member(object, property);
}

/** The type of a constructor type, or of a construct signature: of classes whose instances have the result's type. */
export function constructorType(state: Resolving, node: number, depth = 0): number {
  const made = typeExpr(state, madeType(state, node), depth + 1);
  return made === 0 ? 0 : state.file.expr(ExprOp.Apply, state.file.literal("type"), made);
}

function madeType({ file }: Resolving, node: number): number {
  const type = file.child(node, file.k.in_type);
  return type === NO_NODE ? file.lastNamed(node) : type;
}

/** The union without `null` and `undefined`; an intersection counts as a union. */
function combinedType(state: Resolving, node: number, depth: number): number {
  let result = 0;
  for (const part of state.file.tree.namedChildren(node))
    result = state.file.union(result, typeExpr(state, part, depth + 1));
  return result;
}

function literalType(state: Resolving, node: number): number {
  const { file, k } = state;
  const kind = file.kind(file.firstNamed(node));
  if (kind === k.string) return file.literal("string");
  if (kind === k.number || kind === k.unary_expression) return file.literal("number");
  return kind === k.true || kind === k.false ? file.literal("boolean") : 0;
}
