/** What `.` reaches: members of instances, classes, objects, modules, and of things outside the repository. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import type { FileContext } from "../file-context.js";
import { symbolLookup } from "../lookups.js";
import {
  flatMapValue,
  NOTHING,
  outsideMember,
  refine,
  type Target,
  TargetKind,
  takenFrom,
  type Value,
  withItem,
} from "../target.js";
import { ownMember } from "./classes.js";
import { keepsItem } from "./containers.js";
import type { Evaluation } from "./evaluation.js";
import { moduleMember } from "./imports.js";
import { RULE } from "./rule-table.js";

/** The value of `object.name`. */
export function memberValue(ev: Evaluation, object: Value, name: number, fuel: number): Value {
  if (object.length === 0) return NOTHING;
  const only = object[0] as Target;
  if (object.length === 1) return memberOfOne(ev, only, name, fuel);
  return flatMapValue(object, (target) => memberOfOne(ev, target, name, fuel));
}

function memberOfOne(ev: Evaluation, target: Target, name: number, fuel: number): Value {
  switch (target.kind) {
    case TargetKind.External:
    case TargetKind.Builtin:
      return [memberOfOutside(target, ev.names.text(name))];
    case TargetKind.Instance:
      return classSide(ev, target, name, { above: false, fuel });
    case TargetKind.Base:
      return classSide(ev, target, name, { above: true, fuel });
    case TargetKind.Module:
    case TargetKind.Folder:
      return moduleMember(ev, target, name, fuel).map((found) => refine(found, RULE.namespaceMember));
    default:
      return declaredMember(ev, target, name, fuel);
  }
}

function memberOfOutside(target: Target, name: string): Target {
  const member = outsideMember(target, name);
  return target.item !== undefined && keepsItem(name) ? withItem(member, target.item) : member;
}

function declaredMember(ev: Evaluation, target: Target, name: number, fuel: number): Value {
  const ctx = ev.context(target.file);
  const kind = ctx.kind(target.symbol);
  if (kind === KIND_CODE.class) return classSide(ev, target, name, { above: false, fuel });
  ev.record(ctx, symbolLookup(ctx.idHash(target.symbol)));
  if (ctx.holdsMembers(target.symbol)) {
    const own = ownMember(ev, ctx, target.symbol, name, fuel);
    if (own.length > 0) return own.map((found) => refine(refine(found, RULE.staticMember), target));
  }
  const held = heldByName(ev, ctx, target, fuel).filter((it) => it.file !== target.file || it.symbol !== target.symbol);
  return held.length === 0 ? NOTHING : ev.memberOf(held, name, fuel);
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
  if (found.length === 0) return NOTHING;
  const chosen = found.length > 1 ? sameSide(ev, found, isClass) : found;
  return chosen.map((member) => {
    const isStatic = isClass && member.resolver === RULE.ownMember.resolver;
    return takenFrom(target, isStatic ? refine(member, RULE.staticMember) : member);
  });
}

/** `Color.RED` is a `Color`. @param found what the class holds under the name */
function isEnumMember(ev: Evaluation, cls: Target, found: Value, fuel: number): boolean {
  const ctx = ev.context(cls.file);
  if (!ctx.isPython || found.some((it) => it.kind === TargetKind.Declaration)) return false;
  return ev.ancestors(ctx, cls.symbol, fuel).some((it) => it.kind === TargetKind.External && it.text === "enum");
}

/** Of a static and an instance member that share a name, the one that this side sees. */
function sameSide(ev: Evaluation, found: Value, isClass: boolean): Value {
  const fits = found.filter((member) => {
    if (member.kind !== TargetKind.Declaration) return true;
    const ctx = ev.context(member.file);
    if (ctx.isPython) return true;
    ev.record(ctx, symbolLookup(ctx.idHash(member.symbol)));
    return ctx.hasFlag(member.symbol, SymbolFlag.Static) === isClass;
  });
  return fits.length === 0 ? found : fits;
}
