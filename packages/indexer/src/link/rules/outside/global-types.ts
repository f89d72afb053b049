/**
 * Members that declaration files add to types of the language and its platforms: `interface PromiseConstructor { delay(): … }`,
 * `interface Array<T> { last(): T }`, `namespace NodeJS { interface Process { … } }`. Knows which interfaces describe a builtin
 * value, not what the language itself declares in them.
 */
import { globalLookup } from "../../lookups.js";
import { isOutside, NOTHING, type Target, TargetKind, type Value } from "../../values/target.js";
import type { Evaluation } from "../evaluation.js";

/** Names of the object that holds the global names. */
const GLOBAL_OBJECTS = new Set(["window", "self", "globalThis", "global"]);

/** Interfaces of literals and of objects of the platforms; a name before the dot is a global namespace. */
const INTERFACES = new Map<string, readonly string[]>([
  ["array", ["Array"]],
  ["boolean", ["Boolean"]],
  ["console", ["Console"]],
  ["document", ["Document"]],
  ["function", ["Function"]],
  ["navigator", ["Navigator"]],
  ["number", ["Number"]],
  ["object", ["Object"]],
  ["process", ["NodeJS.Process"]],
  ["regexp", ["RegExp"]],
  ["string", ["String"]],
  ...[...GLOBAL_OBJECTS].map((name): [string, readonly string[]] => [name, ["Window"]]),
]);

/** What declaration files add to a builtin value under a name: a member, or of the global object a global name. */
export function addedMember(ev: Evaluation, target: Target, name: number, fuel: number): Value {
  for (const path of interfacesOf(target)) {
    const found = ev.memberOf(instancesOf(ev, target, path, fuel), name, fuel).filter((it) => !isOutside(it));
    if (found.length > 0) return found;
  }
  return GLOBAL_OBJECTS.has(target.name) ? declared(ev, name) : NOTHING;
}

/** The interfaces that describe a builtin value, the best first. A name is a constructor, unless it has type arguments. */
function interfacesOf({ name, item }: Target): readonly string[] {
  const known = INTERFACES.get(name);
  if (known !== undefined) return known;
  if (!/^[A-Z]\w*(?:\(\))?$/.test(name)) return [];
  if (name.endsWith("()")) return [name.slice(0, -2)];
  return item === undefined ? [`${name}Constructor`, name] : [name];
}

/** Instances of what declaration files declare for an interface, with the type arguments of the value. */
function instancesOf(ev: Evaluation, { item, args }: Target, path: string, fuel: number): Value {
  const [first = "", inner] = path.split(".");
  const named = declared(ev, ev.names.number(first));
  const types = inner === undefined ? named : ev.memberOf(named, ev.names.number(inner), fuel);
  const given = args ?? (item === undefined ? undefined : [item]);
  return ev.instancesOf(types, fuel).map((it) => (it.kind === TargetKind.Instance ? { ...it, item, args: given } : it));
}

function declared(ev: Evaluation, name: number): Value {
  ev.recorder.record(globalLookup(ev.names.hash(name)));
  return ev.globals.find(name);
}
