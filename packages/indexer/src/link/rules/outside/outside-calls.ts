/**
 * External calls (rules 7, 8 and 11) whose result follows from their first argument: `functools.partial(f)` calls like
 * `f`, `copy.copy(x)` is `x`, `sorted(xs)` has the items of `xs`. A table of names; knows nothing else about libraries.
 */

import {
  builtin,
  declaration,
  external,
  flatMapValue,
  isOutside,
  NOTHING,
  type Target,
  TargetKind,
  union,
  type Value,
} from "../../values/target.js";
import {
  awaitedValue,
  containerOf,
  elementValue,
  enteredValue,
  entriesOf,
  promiseOf,
  providedValue,
} from "../containers.js";
import type { Evaluation } from "../evaluation.js";
import { managerOf } from "../python/query-sets.js";

const CallResult = {
  Argument: 1,
  Items: 2,
  Item: 3,
  Made: 4,
  Class: 5,
  Awaited: 6,
  Entries: 7,
  Instance: 8,
  Entered: 9,
  Loaded: 10,
  Promised: 11,
  Result: 12,
  Provided: 13,
  Future: 14,
  Reference: 15,
  Related: 16,
  Manager: 17,
} as const;

/** By package and name; builtin functions have no package. */
const FUNCTIONS = new Map<string, number>([
  ...entries("", "sorted list tuple set frozenset reversed iter aiter", CallResult.Items),
  ...entries("", "next anext max min", CallResult.Item),
  ...entries("", "type", CallResult.Class),
  ...entries("", "Object.assign Object.defineProperty Object.defineProperties", CallResult.Argument),
  ...entries("", "Object.freeze Object.preventExtensions Object.seal", CallResult.Argument),
  ...entries("", "Object.entries", CallResult.Entries),
  ...entries("", "Array.from Object.values", CallResult.Items),
  ...entries("", "Promise.resolve Promise.reject", CallResult.Promised),
  ...entries("", "Promise.all Promise.allSettled", CallResult.Awaited),
  ...entries("", "Promise.race Promise.any", CallResult.Item),
  ...entries(
    "functools",
    "partial partialmethod lru_cache cache singledispatch update_wrapper cached_property",
    CallResult.Argument,
  ),
  ...entries("copy", "copy deepcopy", CallResult.Argument),
  ...entries("dataclasses", "replace", CallResult.Argument),
  ...entries("contextlib", "closing aclosing contextmanager asynccontextmanager nullcontext", CallResult.Argument),
  ...entries("contextlib", "ExitStack().enter_context ExitStack.enter_context", CallResult.Entered),
  ...entries("contextlib", "AsyncExitStack().enter_context AsyncExitStack.enter_context", CallResult.Entered),
  ...entries(
    "contextlib",
    "AsyncExitStack().enter_async_context AsyncExitStack.enter_async_context",
    CallResult.Entered,
  ),
  ...entries("asyncio", "create_task ensure_future wait_for shield run", CallResult.Argument),
  ...entries("asyncio", "to_thread", CallResult.Result),
  ...entries(
    "concurrent",
    "futures.ThreadPoolExecutor().submit futures.ProcessPoolExecutor().submit",
    CallResult.Future,
  ),
  ...entries("weakref", "proxy", CallResult.Argument),
  ...entries("weakref", "ref", CallResult.Reference),
  ...entries("attr", "Factory", CallResult.Result),
  ...entries("attrs", "Factory", CallResult.Result),
  ...entries("werkzeug", "local.LocalProxy", CallResult.Result),
  ...entries("fastapi", "Depends Security", CallResult.Provided),
  ...entries("itertools", "chain islice cycle tee", CallResult.Items),
  ...entries("collections", "deque", CallResult.Items),
  ...entries("collections", "defaultdict", CallResult.Made),
  ...entries("", "defineAsyncComponent", CallResult.Loaded),
  ...entries("vue", "defineAsyncComponent", CallResult.Loaded),
  ...entries("react", "lazy default.lazy", CallResult.Loaded),
  ...entries("next", "default", CallResult.Loaded),
  ...entries("@loadable/component", "default lazy", CallResult.Loaded),
  ...entries("django", "db.models.ForeignKey db.models.OneToOneField shortcuts.get_object_or_404", CallResult.Instance),
  ...entries("django", "utils.functional.SimpleLazyObject", CallResult.Result),
  ...entries("django", "db.models.ManyToManyField", CallResult.Manager),
  ...entries("sqlalchemy", "orm.relationship", CallResult.Related),
  ...entries("flask_sqlalchemy", "SQLAlchemy().relationship", CallResult.Related),
]);

function entries(packageName: string, functions: string, gives: number): [string, number][] {
  return functions.split(" ").map((name) => [`${packageName} ${name}`, gives]);
}

/** The result of the call; `undefined` if it does not follow from the argument. @param argument evaluated only if needed */
export function outsideCall(ev: Evaluation, target: Target, argument: () => Value, fuel: number): Value | undefined {
  const gives = FUNCTIONS.get(`${target.kind === TargetKind.Builtin ? "" : target.text} ${target.name}`);
  if (gives === undefined) return undefined;
  const value = argument();
  if (gives === CallResult.Promised) return [promiseOf(awaitedValue(ev, value, fuel))];
  if (value.length === 0) return undefined;
  switch (gives) {
    case CallResult.Argument:
      return value;
    case CallResult.Items:
      return contained(ev, value, fuel);
    case CallResult.Item:
      return itemIn(ev, value, fuel);
    case CallResult.Entries: {
      const item = itemIn(ev, value, fuel);
      return item === undefined ? undefined : [entriesOf(item)];
    }
    case CallResult.Awaited:
      return [awaitedItems(ev, value, fuel)];
    case CallResult.Entered:
      return enteredValue(ev, value, fuel);
    case CallResult.Made:
      return [{ ...builtin("object"), item: ev.callOf(value, undefined, fuel) }];
    case CallResult.Loaded:
      return loadedValue(ev, value, fuel);
    case CallResult.Instance:
      return instancesOfClasses(ev, value, fuel);
    case CallResult.Manager:
      return [managerOf(instancesOfClasses(ev, value, fuel) ?? NOTHING)];
    case CallResult.Related: {
      const objects = instancesOfClasses(ev, value, fuel);
      return objects === undefined ? undefined : union(objects, [containerOf(objects)]);
    }
    case CallResult.Result:
      return ev.callOf(value, undefined, fuel);
    case CallResult.Provided:
      return flatMapValue(value, (target) => providedValue(ev, target, fuel));
    case CallResult.Future:
      return [{ ...builtin("Future"), item: ev.callOf(value, undefined, fuel) }];
    case CallResult.Reference:
      return [{ ...external("weakref", "ref"), item: value }];
    default:
      return classesOf(value);
  }
}

function contained(ev: Evaluation, value: Value, fuel: number): Value | undefined {
  const item = itemIn(ev, value, fuel);
  return item === undefined ? undefined : [containerOf(item)];
}

/** An item of the value; `undefined` if unknown. */
function itemIn(ev: Evaluation, value: Value, fuel: number): Value | undefined {
  const item = elementValue(ev, value, fuel);
  return item.length === 0 ? undefined : item;
}

/** A promise of the results of all promises, each at its index. */
function awaitedItems(ev: Evaluation, value: Value, fuel: number): Target {
  const parts = value.flatMap((it) => it.parts ?? []).map((part) => awaitedValue(ev, part, fuel));
  const items = awaitedValue(
    ev,
    value.flatMap((it) => it.item ?? NOTHING),
    fuel,
  );
  const all = containerOf(items);
  return { ...builtin("Promise"), item: [parts.length === 0 ? all : { ...all, parts }] };
}

/** The default export of the module that a function loads, or what the promise that the function gives holds. */
function loadedValue(ev: Evaluation, loader: Value, fuel: number): Value | undefined {
  const loaded = awaitedValue(ev, ev.callOf(loader, undefined, fuel), fuel);
  const component = ev.memberOf(loaded, ev.names.number("default"), fuel);
  if (component.length > 0) return component;
  return loaded.length === 0 ? undefined : loaded;
}

/** Instances of the classes among the targets, and items of the containers; `undefined` if there is none. */
function instancesOfClasses(ev: Evaluation, value: Value, fuel: number): Value | undefined {
  const classes = value.filter(({ kind }) => kind === TargetKind.Declaration);
  const items = value.flatMap((it) => (isOutside(it) ? (it.item ?? NOTHING) : NOTHING));
  const made = union(ev.callOf(classes, undefined, fuel), items);
  return made.length === 0 ? undefined : made;
}

/** The result of `type(x)`. */
function classesOf(value: Value): Value | undefined {
  let classes: Value = NOTHING;
  for (const it of value) {
    if (it.kind !== TargetKind.Instance) return undefined;
    classes = union(classes, [{ ...declaration(it.file, it.symbol, it), isSelf: it.isSelf }]);
  }
  return classes;
}
