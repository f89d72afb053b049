/** Member rules: what `.` reaches in instances, classes, objects, modules, and external values. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { isGlobalNamespace } from "../global-names.js";
import { globalLookup, symbolLookup, valueLookup } from "../lookups.js";
import { RULE } from "../values/rule-table.js";
import {
  bindOf,
  flatMapValue,
  instance,
  isIndexed,
  isOutside,
  isThisType,
  NOTHING,
  outsideMember,
  reachedBy,
  refine,
  type Target,
  TargetKind,
  takenFrom,
  union,
  type Value,
} from "../values/target.js";
import { ownMember } from "./classes.js";
import { isEnum, memberOfContainer, PREDICATE } from "./containers.js";
import type { Evaluation } from "./evaluation.js";
import { type Answer, Holding, throughHolders } from "./holder-search.js";
import { describedMember, moduleMember } from "./imports.js";
import { addedMember } from "./outside/global-types.js";
import { packageMember } from "./packages/package-names.js";
import { answeredMember, describedValue } from "./python/computed-members.js";
import { makerMember } from "./python/inherited-makers.js";
import { managedMember, memberOfQuerySet, querySetMember } from "./python/query-sets.js";
import { recordMember } from "./records.js";
import { boundOf, substitute, substituteAll } from "./type-arguments.js";
import { metaclassValue } from "./values.js";

/** The value of `object.name`. A record of any names only answers for a name that no other target has. */
export function memberValue(ev: Evaluation, object: Value, name: number, fuel: number): Value {
  let ofRecords: Value = NOTHING;
  const found = throughHolders(object, (target, mark) => {
    const answer = memberOfOne(ev, target, name, fuel);
    if (answer instanceof Holding) return answer;
    const members = mark === THROUGH_MODULE ? throughModule(answer) : answer;
    if (!isRecordType(target)) return members;
    ofRecords = union(ofRecords, members);
    return NOTHING;
  });
  return found.some((target) => !isOutside(target)) ? found : union(found, ofRecords);
}

/** Whether a target is `Record<K, V>`, whose members are all of one type. */
function isRecordType({ kind, name, item }: Target): boolean {
  return kind === TargetKind.Builtin && name === "Record" && item !== undefined;
}

/** Mark of a value assigned to a module's exports as a whole. */
const THROUGH_MODULE = 1;

function throughModule(found: Value): Value {
  return found.map((target) => refine(target, RULE.namespaceMember));
}

function memberOfOne(ev: Evaluation, target: Target, name: number, fuel: number): Answer {
  switch (target.kind) {
    case TargetKind.External:
    case TargetKind.Builtin:
      return memberOfOutside(ev, target, name, fuel);
    case TargetKind.TypeParameter:
      return new Holding(boundOf(target));
    case TargetKind.Record:
      return recordMember(ev, target, name, fuel);
    case TargetKind.Instance:
      return classSide(ev, target, name, { above: false, fuel });
    case TargetKind.Base:
      return classSide(ev, target, name, { above: true, fuel });
    case TargetKind.Module:
    case TargetKind.Folder: {
      const answer = moduleMember(ev, target, name, fuel);
      return answer instanceof Holding ? new Holding(answer.held, THROUGH_MODULE) : throughModule(answer);
    }
    case TargetKind.Package:
      return packageMember(ev, target, name);
    default: {
      const answer = declaredMember(ev, target, name, fuel);
      return answer instanceof Holding || answer.length > 0 ? answer : describedMember(ev, target, name, fuel);
    }
  }
}

function memberOfOutside(ev: Evaluation, target: Target, name: number, fuel: number): Value {
  if (isIndexed(target)) return NOTHING;
  if (isThisType(target)) return ev.names.text(name) === "this" ? (target.item ?? NOTHING) : NOTHING;
  const text = ev.names.text(name);
  const isBuiltin = target.kind === TargetKind.Builtin;
  if (target.item !== undefined && isRecordType(target)) return target.item;
  if (target.name === PREDICATE && isBuiltin) return text === PREDICATE ? (target.item ?? NOTHING) : NOTHING;
  const added = isBuiltin ? addedMember(ev, target, name, fuel) : NOTHING;
  if (added.length > 0) return added;
  return [memberOfQuerySet(target, text) ?? memberOfContainer(target, outsideMember(target, text), text)];
}

function declaredMember(ev: Evaluation, target: Target, name: number, fuel: number): Answer {
  const ctx = ev.context(target.file);
  const kind = ctx.kind(target.symbol);
  if (kind === KIND_CODE.class) return classSide(ev, target, name, { above: false, fuel });
  ev.record(ctx, symbolLookup(ctx.idHash(target.symbol)));
  if (!ctx.isPython && isFunctionKind(kind)) return functionMember(ev, target, name, fuel);
  if (kind === KIND_CODE.module && isGlobalNamespace(ctx, target.symbol)) {
    const merged = namespaceMember(ev, target, name, fuel);
    if (merged.length > 0) return merged;
  }
  if (ctx.holdsMembers(target.symbol)) {
    const own = ownMember(ev, ctx, target.symbol, name, fuel);
    const known = own.length > 0 && isMade(ev, ctx, target.symbol) ? madeMember(ev, target, name, fuel) : NOTHING;
    if (known.length > 0) return known;
    if (own.length > 0) return own.map((found) => refine(refine(found, RULE.staticMember), target));
  }
  return new Holding(without(heldByName(ev, ctx, target, fuel), target));
}

/** A member of a namespace that several declaration files declare for all scripts: each may declare a part of it. */
function namespaceMember(ev: Evaluation, target: Target, name: number, fuel: number): Value {
  const ctx = ev.context(target.file);
  const own = ctx.name(ctx.symbols.name[target.symbol] ?? 0);
  ev.recorder.record(globalLookup(ev.names.hash(own)));
  const parts = ev.globals.all(own).filter(({ file, symbol }) => isGlobalNamespace(ev.context(file), symbol));
  if (!parts.some(({ file, symbol }) => file === target.file && symbol === target.symbol)) return NOTHING;
  return flatMapValue(parts, ({ file, symbol }) =>
    ownMember(ev, ev.context(file), symbol, name, fuel).map((found) =>
      refine(refine(found, RULE.staticMember), target),
    ),
  );
}

/** Whether a call makes the value: then it has the members of its object literals, unless the callee says otherwise. */
function isMade(ev: Evaluation, ctx: FileContext, symbol: number): boolean {
  ev.record(ctx, valueLookup(ctx.idHash(symbol)));
  const { typeOpt, valueOpt } = ctx.symbols;
  const op = ctx.exprs.op[(valueOpt[symbol] ?? 0) - 1];
  return (typeOpt[symbol] ?? 0) > 0 || op === ExprOp.Call || op === ExprOp.New;
}

/** A member of the declared type or of the callee's result, as far as the repository declares it. */
function madeMember(ev: Evaluation, target: Target, name: number, fuel: number): Value {
  const held = without(ev.held(target, fuel), target).filter(({ kind }) => kind === TargetKind.Instance);
  const found = ev.memberOf(held, name, fuel).filter((member) => !isOutside(member));
  return found.map((member) => reachedBy(target, member));
}

/** The value without a target itself: a holder is not searched in itself. */
function without(value: Value, { file, symbol }: Target): Value {
  return value.filter((it) => it.file !== file || it.symbol !== symbol);
}

function isFunctionKind(kind: number): boolean {
  return kind === KIND_CODE.function || kind === KIND_CODE.method || kind === KIND_CODE.constructor;
}

/** What Node's `util.inherits(F, B)` stores as `F.super_`: the function `B`. */
function inheritedFunction(ev: Evaluation, target: Target, fuel: number): Value {
  const [, base] = ev.ancestors(ev.context(target.file), target.symbol, fuel);
  return base === undefined ? NOTHING : [reachedBy(target, base)];
}

/** Properties of a script's function; `call` and `apply` are the function itself, `bind` returns it. */
function functionMember(ev: Evaluation, target: Target, name: number, fuel: number): Answer {
  const ctx = ev.context(target.file);
  if (ctx.hasFlag(target.symbol, SymbolFlag.Getter)) {
    return new Holding(without(ev.held(target, fuel), target));
  }
  const own = propertiesOf(ev, target, name, fuel);
  if (own.length > 0)
    return substitute(own, target.args).map((found) => refine(refine(found, RULE.staticMember), target));
  const text = ev.names.text(name);
  if (text === "call" || text === "apply") return [target];
  if (text === "prototype") return [reachedBy(target, instance(target.file, target.symbol))];
  if (text === "super_") return inheritedFunction(ev, target, fuel);
  return text === "bind" ? [bindOf(target)] : NOTHING;
}

/** A function's properties with this name; what its prototype has, only if there is none. */
function propertiesOf(ev: Evaluation, { file, symbol }: Target, name: number, fuel: number): Value {
  const own = ownMember(ev, ev.context(file), symbol, name, fuel);
  if (own.length < 2) return own;
  const properties = own.filter(
    (it) => it.kind !== TargetKind.Declaration || ev.context(it.file).kind(it.symbol) !== KIND_CODE.method,
  );
  return properties.length > 0 ? properties : own;
}

/** The value of a symbol's name: for a decorated Python function, the result of its decorators. */
function heldByName(ev: Evaluation, ctx: FileContext, target: Target, fuel: number): Value {
  const flags = ctx.symbols.flags[target.symbol] ?? 0;
  const isDecorated = ctx.isPython && (flags & (SymbolFlag.Decorated | SymbolFlag.Getter)) === SymbolFlag.Decorated;
  return isDecorated ? ev.decorated(target, fuel) : ev.held(target, fuel);
}

/** A member in the lookup order of a class: of an instance, of the class itself, or of `super`. */
function classSide(
  ev: Evaluation,
  target: Target,
  name: number,
  options: { readonly above: boolean; readonly fuel: number },
): Value {
  const found = ev.classMember(target, name, options);
  const isClass = target.kind === TargetKind.Declaration;
  if (isClass && isEnumMember(ev, target, found, options.fuel)) return [{ ...target, kind: TargetKind.Instance }];
  if (found.every(isOutside)) {
    const given = isClass ? metaclassMember(ev, target, name, options.fuel) : answered(ev, target, name, options);
    if (given.length > 0) return given;
  }
  if (found.length === 0) return isClass ? prototypeOf(ev, target, name) : indexedMember(ev, target, name, options);
  const chosen = isOtherSide(ev, found, isClass) ? otherMembers(ev, target, found, { name, ...options }) : found;
  return flatMapValue(describedValue(ev, chosen, options.fuel), (member) => {
    const isStatic = isClass && member.resolver === RULE.ownMember.resolver;
    return takeMember(
      target,
      givingOwn(ev, target, isStatic ? refine(member, RULE.staticMember) : member, options.fuel),
    );
  });
}

/** A member with the objects that it gives, where the class says them: of a model's manager, of a method that makes objects. */
function givingOwn(ev: Evaluation, target: Target, member: Target, fuel: number): Target {
  const made = makerMember(target, member);
  if (made !== member) return made;
  if (target.kind === TargetKind.Declaration) return managedMember(ev, target, member, fuel);
  return target.kind === TargetKind.Instance && isOutside(member) ? querySetMember(target, member) : member;
}

/** What `__getattr__` gives for a name that the object's class does not have. */
function answered(
  ev: Evaluation,
  target: Target,
  name: number,
  { above, fuel }: { readonly above: boolean; readonly fuel: number },
): Value {
  return above ? NOTHING : answeredMember(ev, target, name, fuel);
}

/** Name of the field that an index signature is. */
const INDEX = "[]";

/** The value of an interface's index signature, for a name that the interface does not declare. */
function indexedMember(
  ev: Evaluation,
  target: Target,
  name: number,
  options: { readonly above: boolean; readonly fuel: number },
): Value {
  const ctx = ev.context(target.file);
  const kind = ctx.kind(target.symbol);
  const isType = kind === KIND_CODE.interface || kind === KIND_CODE.type;
  if (!isType || ctx.isPython || ctx.packageName !== undefined || !/^[\w$#]/.test(ev.names.text(name))) return NOTHING;
  const items = ev.classMember(target, ev.names.number(INDEX), options);
  return flatMapValue(items, (item) => takeMember(target, item));
}

/** A member of a Python class's metaclass, which the class has unless it or a base declares one of that name. */
function metaclassMember(ev: Evaluation, cls: Target, name: number, fuel: number): Value {
  if (!ev.context(cls.file).isPython) return NOTHING;
  return ev.memberOf(metaclassValue(ev, cls, fuel), name, fuel).filter((member) => !isOutside(member));
}

/** `C.prototype` has the members of instances. */
function prototypeOf(ev: Evaluation, cls: Target, name: number): Value {
  if (ev.names.text(name) !== "prototype" || ev.context(cls.file).isPython) return NOTHING;
  return [{ ...reachedBy(cls, instance(cls.file, cls.symbol)), args: cls.args }];
}

/** The member with the type arguments of its receiver. */
function takeMember(target: Target, member: Target): Value {
  const taken = takenFrom(target, member);
  if (member.kind !== TargetKind.Declaration) return substitute([taken], target.args);
  const args = member.args === undefined ? target.args : substituteAll(member.args, target.args);
  return args === taken.args ? [taken] : [{ ...taken, args }];
}

/** Whether `Color.RED` is an instance of `Color`. @param found the class's member with this name */
function isEnumMember(ev: Evaluation, cls: Target, found: Value, fuel: number): boolean {
  return !found.some((it) => it.kind === TargetKind.Declaration) && isEnum(ev, cls, fuel);
}

/** Whether a member is static and the object an instance, or the reverse. */
function isOtherSide(ev: Evaluation, found: Value, isClass: boolean): boolean {
  return found.some((member) => !isOnSide(ev, member, isClass));
}

function isOnSide(ev: Evaluation, member: Target, isClass: boolean): boolean {
  if (member.kind !== TargetKind.Declaration) return true;
  const ctx = ev.context(member.file);
  if (ctx.isPython || ctx.kind(member.symbol) !== KIND_CODE.method) return true;
  ev.record(ctx, symbolLookup(ctx.idHash(member.symbol)));
  return ctx.hasFlag(member.symbol, SymbolFlag.Static) === isClass;
}

/** If a static and an instance member share a name: the one for this side, in the class or its bases. */
function otherMembers(
  ev: Evaluation,
  target: Target,
  found: Value,
  { name, above, fuel }: { readonly name: number; readonly above: boolean; readonly fuel: number },
): Value {
  const isClass = target.kind === TargetKind.Declaration;
  const fits = found.filter((member) => isOnSide(ev, member, isClass));
  if (fits.length > 0 || above) return fits.length > 0 ? fits : found;
  const inherited = ev.classMember(target, name, { above: true, fuel });
  const seen = inherited.filter((member) => isOnSide(ev, member, isClass) && !isOutside(member));
  return seen.length > 0 ? seen : found;
}
