/** Container rules (6 and 8): results of iterating, subscripting, unpacking, and of container methods. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { symbolLookup, valueLookup } from "../lookups.js";
import { lastName, names } from "../values/name-lists.js";
import { RULE } from "../values/rule-table.js";
import {
  builtin,
  external,
  flatMapValue,
  isOutside,
  NOTHING,
  reachedBy,
  refine,
  type Target,
  TargetKind,
  union,
  type Value,
  withItem,
} from "../values/target.js";
import type { Evaluation } from "./evaluation.js";
import { type Answer, Holding, throughHolders } from "./holder-search.js";
import { recordItems } from "./records.js";
import { boundOf, substitute } from "./type-arguments.js";

/** Methods of external containers and futures that return an item. */
const GIVES_ITEM = names(
  "get get_nowait pop popleft setdefault result peek __getitem__ __next__ __anext__ at find findLast shift bind",
);
/** Methods that return a container of the same items. */
const GIVES_ITEMS = names(
  "values copy union difference intersection symmetric_difference __iter__ __aiter__ __add__ __or__ __and__ __sub__ __reversed__ " +
    "concat entries filter flat keys reverse slice sort splice toReversed toSorted with",
);
/** Types whose awaited value is their type argument. */
const AWAITABLE = names("Promise PromiseLike Awaitable Coroutine Future Task");
/** Maximum number of tuple parts that are distinguished. */
const MAX_PARTS = 32;

/** An array whose items have this value. */
export function containerOf(item: Value): Target {
  return { ...builtin("array"), item };
}

/** The tuple of a chain of `Tuple` rows. */
export function tupleValue(ev: Evaluation, ctx: FileContext, row: number, fuel: number): Value {
  const parts: Value[] = [];
  const { op, a, b } = ctx.exprs;
  for (let at = row; op[at] === ExprOp.Tuple && parts.length < MAX_PARTS; at = b[at] ?? 0) {
    parts.push(ev.evaluate(ctx, a[at] ?? 0, fuel));
  }
  return [{ ...containerOf(parts.reduce(union, NOTHING)), parts }];
}

/** One part of a tuple by index; an item of other containers; of a dataclass without items, the field at that place in patterns. */
export function partValue(ev: Evaluation, value: Value, place: number, fuel: number): Value {
  return flatMapValue(value, (target) => {
    if (target.parts !== undefined) return (target.parts[place] ?? NOTHING).map((part) => reachedBy(target, part));
    if (descendsFrom(ev, target, "NamedTuple", fuel)) return fieldAt(ev, target, place, fuel);
    const items = elementValue(ev, [target], fuel);
    return items.length === 0 && isDataclass(ev, target) ? fieldAt(ev, target, place, fuel) : items;
  });
}

/** The item with a literal key: a field of a typed dictionary; any item of other containers. */
export function keyedValue(ev: Evaluation, value: Value, key: number, fuel: number): Value {
  return flatMapValue(value, (target) =>
    descendsFrom(ev, target, "TypedDict", fuel) ? ev.memberOf([target], key, fuel) : elementValue(ev, [target], fuel),
  );
}

/** Whether the target is an object of a Python class that descends from a class of `typing`. */
function descendsFrom(ev: Evaluation, target: Target, base: string, fuel: number): boolean {
  if (target.kind !== TargetKind.Instance || !isDataclass(ev, target)) return false;
  const ancestors = ev.ancestors(ev.context(target.file), target.symbol, fuel);
  return ancestors.some((it) => it.kind === TargetKind.External && it.name.endsWith(base));
}

/** Whether the target is an object or a class of Python whose fields are its parameters: of a dataclass, a named tuple, a typed dictionary. */
function isDataclass(ev: Evaluation, { kind, file, symbol }: Target): boolean {
  if (kind !== TargetKind.Instance && kind !== TargetKind.Declaration) return false;
  const ctx = ev.context(file);
  if (!ctx.isPython) return false;
  ev.record(ctx, symbolLookup(ctx.idHash(symbol)));
  return ctx.hasFlag(symbol, SymbolFlag.Dataclass);
}

/** A field by index: those of the classes above come first. */
function fieldAt(ev: Evaluation, target: Target, place: number, fuel: number): Value {
  const above = ev.ancestors(ev.context(target.file), target.symbol, fuel).filter((it) => isDataclass(ev, it));
  const fields = above.toReversed().flatMap((cls) => {
    const ctx = ev.context(cls.file);
    ev.record(ctx, valueLookup(ctx.idHash(cls.symbol)));
    return ctx.declaredFields(cls.symbol);
  });
  const name = [...new Set(fields)][place];
  return name === undefined ? NOTHING : ev.memberOf([target], name, fuel);
}

/** An item of a container, by iterating or indexing: its type argument, or the result of `__iter__` or `__getitem__`. */
export function elementValue(ev: Evaluation, value: Value, fuel: number): Value {
  return throughHolders(value, (target) => elementOf(ev, target, fuel));
}

function elementOf(ev: Evaluation, target: Target, fuel: number): Answer {
  if (isOutside(target) && isMap(target) && target.args !== undefined) return [entryOf(target.args)];
  if (target.item !== undefined && isOutside(target))
    return target.item.map((item) => reachedBy(target, refine(item, RULE.annotation)));
  if (target.kind === TargetKind.External) return [external(target.text, `${target.name}[]`)];
  if (target.kind === TargetKind.TypeParameter) return new Holding(boundOf(target));
  if (target.kind === TargetKind.Record) return recordItems(ev, target, fuel);
  if (target.kind !== TargetKind.Instance) return declaredItem(ev, target, fuel);
  if (!ev.context(target.file).isPython) return scriptElement(ev, target, fuel);
  const iterated = specialCall(ev, target, "__iter__", fuel);
  const items = iterated.filter((it) => isOutside(it) && it.item !== undefined);
  if (items.length > 0) return new Holding(items);
  const next = flatMapValue(iterated, (it) => nextOf(ev, it, fuel));
  if (next.length > 0) return next;
  const indexed = specialCall(ev, target, "__getitem__", fuel);
  if (indexed.length > 0) return indexed;
  return inheritedItem(ev, target, fuel);
}

/** An item of the container outside the repository that the object's class extends. */
function inheritedItem(ev: Evaluation, target: Target, fuel: number): Answer {
  const ancestors = ev.ancestors(ev.context(target.file), target.symbol, fuel);
  const container = ancestors.find((it) => isOutside(it) && it.item !== undefined);
  return container === undefined ? itemOf(target) : new Holding(substitute([container], target.args));
}

/** What an iterator of the repository gives next. */
function nextOf(ev: Evaluation, iterator: Target, fuel: number): Value {
  return iterator.kind === TargetKind.Instance ? specialCall(ev, iterator, "__next__", fuel) : NOTHING;
}

/** An item of a declaration: of an enum of Python, a member; in Go, an index of a generic function is its type argument. */
function declaredItem(ev: Evaluation, target: Target, fuel: number): Value {
  if (isInstantiated(ev, target)) return [target];
  return isEnum(ev, target, fuel) ? [{ ...target, kind: TargetKind.Instance }] : itemOf(target);
}

/** Whether the target is a Python class that is an enum. */
export function isEnum(ev: Evaluation, { kind, file, symbol }: Target, fuel: number): boolean {
  if (kind !== TargetKind.Declaration) return false;
  const ctx = ev.context(file);
  if (!ctx.isPython || ctx.kind(symbol) !== KIND_CODE.class) return false;
  return ev.ancestors(ctx, symbol, fuel).some((it) => it.kind === TargetKind.External && it.text === "enum");
}

function isInstantiated(ev: Evaluation, { kind, file, symbol }: Target): boolean {
  if (kind !== TargetKind.Declaration) return false;
  const ctx = ev.context(file);
  return ctx.packageName !== undefined && ctx.kind(symbol) === KIND_CODE.function;
}

function isMap({ name }: Target): boolean {
  return /^(?:Readonly)?Map$/.test(name);
}

/** A container of key-value pairs. @param keys empty if keys are plain numbers or strings */
export function entriesOf(values: Value, keys: Value = NOTHING): Target {
  return containerOf([entryOf([keys, values])]);
}

/** A key-value pair. */
function entryOf(parts: readonly Value[]): Target {
  return { ...containerOf(parts.reduce(union, NOTHING)), parts };
}

/** An item of a script's object, from its iterator or its index signature. */
function scriptElement(ev: Evaluation, target: Target, fuel: number): Answer {
  const iterated = specialCall(ev, target, "[Symbol.iterator]", fuel);
  const iterators = iterated.filter((it) => it.item !== undefined && !isSameObject(it, target));
  if (iterators.length > 0) return new Holding(iterators);
  const holdsContainers = ev.context(target.file).packageName !== undefined;
  const items = ev.memberOf([target], ev.names.number("[]"), fuel);
  const indexed = holdsContainers ? items : items.filter((it) => !isOutside(it));
  return indexed.length > 0 ? indexed : inheritedItem(ev, target, fuel);
}

/** An iterator that is iterable returns itself. */
function isSameObject(left: Target, right: Target): boolean {
  return left.kind === right.kind && left.file === right.file && left.symbol === right.symbol;
}

function itemOf(target: Target): Value {
  return (target.item ?? NOTHING).map((item) => reachedBy(target, refine(item, RULE.annotation)));
}

/** The result of the object's own method with this name. */
function specialCall(ev: Evaluation, target: Target, name: string, fuel: number): Value {
  const found = ev.classMember(target, ev.names.number(name), { above: false, fuel });
  const methods = found.filter((it) => it.kind === TargetKind.Declaration);
  return ev.callOf(
    methods.map((it) => ({ ...it, receiver: target })),
    undefined,
    fuel,
  );
}

/** What a framework gets from a function that it calls for a parameter: its result; of a generator, what it yields. */
export function providedValue(ev: Evaluation, fn: Target, fuel: number): Value {
  const result = ev.callOf([fn], undefined, fuel);
  if (fn.kind !== TargetKind.Declaration) return result;
  const ctx = ev.context(fn.file);
  ev.record(ctx, symbolLookup(ctx.idHash(fn.symbol)));
  return ctx.hasFlag(fn.symbol, SymbolFlag.Generator) ? elementValue(ev, result, fuel) : result;
}

/** The awaited value: the type argument of a promise, also of a class that extends one, else the value itself. */
export function awaitedValue(ev: Evaluation, value: Value, fuel: number): Value {
  return flatMapValue(value, (target) => {
    const promise = isOutside(target) ? target : extendedPromise(ev, target, fuel);
    if (promise?.item === undefined || !isAwaitable(promise)) return [target];
    return promise.item.map((item) => reachedBy(target, refine(item, RULE.annotation)));
  });
}

function isAwaitable(target: Target): boolean {
  return AWAITABLE.has(lastName(target.name));
}

/** The promise that the type of a script's object extends. */
function extendedPromise(ev: Evaluation, target: Target, fuel: number): Target | undefined {
  if (target.kind !== TargetKind.Instance) return undefined;
  const ctx = ev.context(target.file);
  if (ctx.isPython) return undefined;
  const [promise] = ev.ancestors(ctx, target.symbol, fuel).filter((it) => isOutside(it) && isAwaitable(it));
  return promise === undefined ? undefined : substitute([promise], target.args)[0];
}

/** The value that `with value as x` binds: the result of `__enter__`, by default the object itself. */
export function enteredValue(ev: Evaluation, value: Value, fuel: number): Value {
  return flatMapValue(value, (target) => {
    if (isOutside(target)) return target.item === undefined ? [target] : elementValue(ev, [target], fuel);
    if (target.kind !== TargetKind.Instance) return NOTHING;
    const entered = union(specialCall(ev, target, "__enter__", fuel), specialCall(ev, target, "__aenter__", fuel));
    return entered.some((it) => !isOutside(it)) ? entered.map((it) => reachedBy(target, it)) : [target];
  });
}

/** A member of a container outside the repository, with the container's items if its result has to do with them. */
export function memberOfContainer(container: Target, member: Target, name: string): Target {
  const keepsItem = GIVES_ITEM.has(name) || GIVES_ITEMS.has(name) || KEEPS_RESULT.has(name);
  if (container.item === undefined || !keepsItem) return member;
  return { ...withItem(member, container.item), args: container.args };
}

/** Methods of promises that keep what the promise gives. */
const KEEPS_RESULT = names("catch finally");

/**
 * The result of a method of a list or promise outside the repository that follows from its callback; `undefined` for
 * other targets. @param argument the callback
 */
export function callbackCall(ev: Evaluation, target: Target, argument: () => Value, fuel: number): Value | undefined {
  const name = lastName(target.name);
  if (KEEPS_RESULT.has(name)) return target.item === undefined ? undefined : [promiseOf(target.item)];
  const isFilter = name === "filter" || name === "find";
  if (!isFilter && name !== "map" && name !== "flatMap" && name !== "then") return undefined;
  const given = ev.callOf(argument(), undefined, fuel);
  if (given.length === 0) return undefined;
  if (isFilter) return chosenBy(ev, given, name, fuel);
  if (name === "then") return [promiseOf(awaitedValue(ev, given, fuel))];
  const items = name === "flatMap" ? elementValue(ev, given, fuel) : given;
  return [containerOf(items.length > 0 ? items : given)];
}

/**
 * What `filter` or `find` gives by the type predicate that its callback is; `undefined` for other callbacks, and for a
 * predicate that keeps the items' type, `(value: T | undefined) => value is T`.
 */
function chosenBy(ev: Evaluation, given: Value, name: string, fuel: number): Value | undefined {
  const all = ev.memberOf(given.filter(isPredicate), ev.names.number(PREDICATE), fuel);
  const told = all.filter(({ kind }) => kind !== TargetKind.TypeParameter);
  if (told.length === 0) return undefined;
  return name === "filter" ? [containerOf(told)] : told;
}

/** Name of a type predicate's result type, and its member of the predicate's type. */
export const PREDICATE = "is";

function isPredicate({ kind, name }: Target): boolean {
  return kind === TargetKind.Builtin && name === PREDICATE;
}

/** What an async function that gives `item` returns: a promise with `item` as its type argument. */
export function promiseOf(item: Value): Target {
  return { ...builtin("Promise"), item };
}

/** The result of calling a method of an external container; `undefined` for other targets. */
export function containerCall(target: Target): Value | undefined {
  if (target.item === undefined) return undefined;
  const name = lastName(target.name);
  if (GIVES_ITEM.has(name) || name === "Callable" || target.text === "weakref") return itemOf(target);
  const [keys, values = target.item] = target.args?.length === 2 ? target.args : [];
  if (name === "keys") return keys === undefined ? undefined : [containerOf(keys)];
  if (name === "entries") return [entriesOf(values, keys)];
  return GIVES_ITEMS.has(name) ? [containerOf(target.item)] : undefined;
}
