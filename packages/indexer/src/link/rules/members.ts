/** What `.` reaches: members of instances, classes, objects, modules, and of things outside the repository. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import type { FileContext } from "../files/file-context.js";
import { symbolLookup } from "../lookups.js";
import { RULE } from "../values/rule-table.js";
import {
  bindOf,
  flatMapValue,
  instance,
  isOutside,
  NOTHING,
  outsideMember,
  reachedBy,
  refine,
  type Target,
  TargetKind,
  takenFrom,
  type Value,
  withItem,
} from "../values/target.js";
import { ownMember } from "./classes.js";
import { keepsItem } from "./containers.js";
import type { Evaluation } from "./evaluation.js";
import { type Answer, Holding, throughHolders } from "./holder-search.js";
import { moduleMember } from "./imports.js";
import { packageMember } from "./packages/package-names.js";
import { recordMember } from "./records.js";
import { boundOf, substitute, substituteAll } from "./type-arguments.js";

/** What the result of a type predicate is called, and the member of it that is of the type it tells. */
const PREDICATE = "is";

/** The value of `object.name`. */
export function memberValue(ev: Evaluation, object: Value, name: number, fuel: number): Value {
  return throughHolders(object, (target, mark) => {
    const answer = memberOfOne(ev, target, name, fuel);
    return mark !== THROUGH_MODULE || answer instanceof Holding ? answer : throughModule(answer);
  });
}

/** The mark of what a module assigns to its exports as a whole. */
const THROUGH_MODULE = 1;

function throughModule(found: Value): Value {
  return found.map((target) => refine(target, RULE.namespaceMember));
}

function memberOfOne(ev: Evaluation, target: Target, name: number, fuel: number): Answer {
  switch (target.kind) {
    case TargetKind.External:
    case TargetKind.Builtin:
      return memberOfOutside(target, ev.names.text(name));
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
    default:
      return declaredMember(ev, target, name, fuel);
  }
}

function memberOfOutside(target: Target, name: string): Value {
  if (target.item !== undefined && target.name === "Record" && target.kind === TargetKind.Builtin) return target.item;
  if (target.name === PREDICATE && target.kind === TargetKind.Builtin)
    return name === PREDICATE ? (target.item ?? NOTHING) : NOTHING;
  const member = outsideMember(target, name);
  if (target.item === undefined || !keepsItem(name)) return [member];
  return [{ ...withItem(member, target.item), args: target.args }];
}

function declaredMember(ev: Evaluation, target: Target, name: number, fuel: number): Answer {
  const ctx = ev.context(target.file);
  const kind = ctx.kind(target.symbol);
  if (kind === KIND_CODE.class) return classSide(ev, target, name, { above: false, fuel });
  ev.record(ctx, symbolLookup(ctx.idHash(target.symbol)));
  if (!ctx.isPython && isFunctionKind(kind)) return functionMember(ev, target, name, fuel);
  if (ctx.holdsMembers(target.symbol)) {
    const own = ownMember(ev, ctx, target.symbol, name, fuel);
    if (own.length > 0) return own.map((found) => refine(refine(found, RULE.staticMember), target));
  }
  return new Holding(without(heldByName(ev, ctx, target, fuel), target));
}

/** Nothing is looked for in what holds itself. */
function without(value: Value, { file, symbol }: Target): Value {
  return value.filter((it) => it.file !== file || it.symbol !== symbol);
}

function isFunctionKind(kind: number): boolean {
  return kind === KIND_CODE.function || kind === KIND_CODE.method || kind === KIND_CODE.constructor;
}

/** Properties of a function of a script; `call` and `apply` are the function itself, `bind` gives it. */
function functionMember(ev: Evaluation, target: Target, name: number, fuel: number): Answer {
  const ctx = ev.context(target.file);
  if (ctx.hasFlag(target.symbol, SymbolFlag.Getter)) {
    return new Holding(without(ev.held(target, fuel), target));
  }
  const own = ownMember(ev, ctx, target.symbol, name, fuel);
  if (own.length > 0) return own.map((found) => refine(refine(found, RULE.staticMember), target));
  const text = ev.names.text(name);
  if (text === "call" || text === "apply") return [target];
  if (text === "prototype") return [reachedBy(target, instance(target.file, target.symbol))];
  return text === "bind" ? [bindOf(target)] : NOTHING;
}

/** What the symbol's name holds: of a decorated function of Python, what its decorators made of it. */
function heldByName(ev: Evaluation, ctx: FileContext, target: Target, fuel: number): Value {
  const flags = ctx.symbols.flags[target.symbol] ?? 0;
  const isDecorated = ctx.isPython && (flags & (SymbolFlag.Decorated | SymbolFlag.Getter)) === SymbolFlag.Decorated;
  return isDecorated ? ev.decorated(target, fuel) : ev.held(target, fuel);
}

/** A member by the lookup order of a class, from an instance, the class itself or from below. */
function classSide(
  ev: Evaluation,
  target: Target,
  name: number,
  options: { readonly above: boolean; readonly fuel: number },
): Value {
  const found = ev.classMember(target, name, options);
  const isClass = target.kind === TargetKind.Declaration;
  if (isClass && isEnumMember(ev, target, found, options.fuel)) return [{ ...target, kind: TargetKind.Instance }];
  if (found.length === 0) return isClass ? prototypeOf(ev, target, name) : NOTHING;
  const chosen = isOtherSide(ev, found, isClass) ? otherMembers(ev, target, found, { name, ...options }) : found;
  return flatMapValue(chosen, (member) => {
    const isStatic = isClass && member.resolver === RULE.ownMember.resolver;
    return takeMember(target, isStatic ? refine(member, RULE.staticMember) : member);
  });
}

/** `C.prototype` stands for what instances have. */
function prototypeOf(ev: Evaluation, cls: Target, name: number): Value {
  if (ev.names.text(name) !== "prototype" || ev.context(cls.file).isPython) return NOTHING;
  return [{ ...reachedBy(cls, instance(cls.file, cls.symbol)), args: cls.args }];
}

/** The member with the type arguments of what it was taken from. */
function takeMember(target: Target, member: Target): Value {
  const taken = takenFrom(target, member);
  if (member.kind !== TargetKind.Declaration) return substitute([taken], target.args);
  const args = member.args === undefined ? target.args : substituteAll(member.args, target.args);
  return args === taken.args ? [taken] : [{ ...taken, args }];
}

/** `Color.RED` is a `Color`. @param found what the class holds under the name */
function isEnumMember(ev: Evaluation, cls: Target, found: Value, fuel: number): boolean {
  const ctx = ev.context(cls.file);
  if (!ctx.isPython || found.some((it) => it.kind === TargetKind.Declaration)) return false;
  return ev.ancestors(ctx, cls.symbol, fuel).some((it) => it.kind === TargetKind.External && it.text === "enum");
}

/** Whether a member is static and the object an instance, or the other way round. */
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

/** Of a static and an instance member that share a name, the one that this side sees, in the class or its bases. */
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
