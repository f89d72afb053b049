/** Class rules (5): bases, lookup order, and members of classes, own and inherited. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp, HERITAGE } from "@sdl/model/facts";
import { type FileContext, tableOf } from "../files/file-context.js";
import { basesLookup, memberLookup, symbolLookup, valueLookup } from "../lookups.js";
import { RULE } from "../values/rule-table.js";
import {
  builtin,
  declaration,
  external,
  flatMapValue,
  isOutside,
  NOTHING,
  refine,
  type Target,
  TargetKind,
  union,
  type Value,
  withItem,
} from "../values/target.js";
import { memberOfContainer } from "./containers.js";
import { COST, type Evaluation, isClass } from "./evaluation.js";
import { linearize } from "./linearize.js";
import { addedMember } from "./outside/global-types.js";
import { packageMethod } from "./packages/package-names.js";
import { constructedTypes, substitute } from "./type-arguments.js";
import { fieldValue } from "./values.js";

/** Maximum number of ancestors that are read. */
const MAX_ANCESTORS = 100;

/** The bases that the declaration names, in source order, then those of the declarations that merge with it. */
function bases(ev: Evaluation, ctx: FileContext, ordinal: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.bases, ordinal, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.bases, ordinal, { fuel, cost: COST.bases }, (left) =>
    ofBases(ev, ctx, ordinal, (expr) => {
      const named = union(ev.evaluate(ctx, expr, left), mixedInto(ev, ctx, expr, left));
      return flatMapValue(named, (target) => classBehind(ev, target, left));
    }),
  );
}

/** What the bases that a declaration names stand for. @param behind a base, given by the row of its expression */
function ofBases(ev: Evaluation, ctx: FileContext, ordinal: number, behind: (expr: number) => Value): Value {
  ev.record(ctx, basesLookup(ctx.memberHash(ordinal)));
  const heritage = ctx.page.table(HERITAGE);
  let result: Value = NOTHING;
  for (const row of mergedHeritage(ctx, ordinal)) result = union(result, behind(heritage.expr[row] ?? 0));
  return result;
}

/** Rows of `heritage` of a symbol, then of the declarations that merge with it. */
function mergedHeritage(ctx: FileContext, ordinal: number): readonly number[] {
  const others = ctx.mergedGroup(ordinal)?.filter((it) => it !== ordinal) ?? [];
  return [ordinal, ...others].flatMap((it) => ctx.heritage(it));
}

/**
 * In a script, the class that a base passes to a function, `extends Mixin(Base)`, or `extends Mixed` with `const Mixed =
 * Mixin(Base)`: the function's result extends it.
 */
function mixedInto(ev: Evaluation, ctx: FileContext, row: number, fuel: number): Value {
  const { op, b } = ctx.exprs;
  if (ctx.isPython) return NOTHING;
  let found: Value = NOTHING;
  for (const made of valuesOf(ev, ctx, row)) {
    const argument = op[made] === ExprOp.Call ? (b[made] ?? 0) : 0;
    if (argument > 0) found = union(found, ev.evaluate(ctx, argument, fuel));
  }
  return found.filter((target) => isClass(ev, target));
}

/** Rows of the values of a variable; the row itself if it names none. */
function valuesOf(ev: Evaluation, ctx: FileContext, row: number): readonly number[] {
  const { op, a } = ctx.exprs;
  const named = a[row] ?? 0;
  if (op[row] === ExprOp.Local) return ctx.localValues(named);
  if (op[row] !== ExprOp.Symbol || ctx.kind(named) !== KIND_CODE.variable) return [row];
  ev.record(ctx, valueLookup(ctx.idHash(named)));
  return [(ctx.symbols.valueOpt[named] ?? 0) - 1];
}

/** The classes and interfaces of a target; a variable is replaced by the classes it holds. */
function classBehind(ev: Evaluation, target: Target, fuel: number): Value {
  if (isOutside(target)) return isRoot(target) ? NOTHING : [target];
  if (target.kind === TargetKind.Instance) return classesMadeBy(ev, target, fuel);
  if (target.kind !== TargetKind.Declaration) return NOTHING;
  const kind = ev.context(target.file).kind(target.symbol);
  if (kind === KIND_CODE.class || kind === KIND_CODE.interface) return [target];
  if (kind === KIND_CODE.function && !ev.context(target.file).isPython) return [target];
  if (kind === KIND_CODE.type) {
    const behind = ev.instancesOf([target], fuel);
    const classes = behind.filter((it) => it.kind === TargetKind.Instance);
    return classes.map((it) => ({ ...declaration(it.file, it.symbol, it), item: it.item, args: it.args }));
  }
  if (kind !== KIND_CODE.variable) return NOTHING;
  return flatMapValue(ev.held(target, fuel), (held) => {
    if (held.kind === TargetKind.Instance) return classesMadeBy(ev, held, fuel);
    return isClass(ev, held) || held.kind === TargetKind.External ? [held] : NOTHING;
  });
}

/** What `new` of a value gives whose type has a construct signature: a class that extends the value has its members. */
function classesMadeBy(ev: Evaluation, target: Target, fuel: number): Value {
  if (ev.context(target.file).isPython) return NOTHING;
  return flatMapValue(constructedTypes(ev, target, fuel), (it) => {
    if (it.kind === TargetKind.Declaration) return [it];
    return it.kind === TargetKind.Instance ? [{ ...it, kind: TargetKind.Declaration }] : NOTHING;
  });
}

/** Whether the target is `object`, which adds no members. */
function isRoot(target: Target): boolean {
  return target.kind === TargetKind.Builtin && target.name === "object";
}

/** The class and its ancestors, in member lookup order. */
export function ancestorsOf(ev: Evaluation, ctx: FileContext, ordinal: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.ancestors, ordinal, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.ancestors, ordinal, { fuel, cost: COST.none }, (left) => {
    const start = declaration(ctx.handle, ordinal);
    return linearize(start, {
      parents: (cls) =>
        isOutside(cls) ? NOTHING : substitute(bases(ev, ev.context(cls.file), cls.symbol, left), cls.args),
      order: ctx.isPython ? "c3" : ctx.packageName === undefined ? "depth" : "breadth",
      limit: MAX_ANCESTORS,
    });
  });
}

/** Members and fields with this name, in the class's lookup order. */
export function classMember(
  ev: Evaluation,
  cls: Target,
  name: number,
  options: { readonly above: boolean; readonly fuel: number },
): Value {
  const ctx = ev.context(cls.file);
  const table = tableOf(options.above ? ctx.steps.baseMembers : ctx.steps.members, cls.symbol);
  const known = ev.recall(table, name, options.fuel);
  if (known !== undefined) return known;
  return ev.step(table, name, { fuel: options.fuel, cost: COST.none }, (left) => {
    if (options.above) return inheritedMember(ev, cls, name, left).map((target) => refine(target, RULE.superMember));
    // Most members are the class's own: then bases are not read.
    const own = ownMember(ev, ctx, cls.symbol, name, left);
    if (own.some((target) => !isOutside(target))) {
      const getters = isOnlySet(ev, ctx, own) ? inheritedMember(ev, cls, name, left) : NOTHING;
      return union(
        own.map((target) => refine(target, RULE.ownMember)),
        getters.map((target) => refine(target, RULE.inheritedMember)),
      );
    }
    // A literal assigned to a field says less than the base's declaration may.
    const inherited = inheritedMember(ev, cls, name, left);
    const isBetter = own.length === 0 || inherited.some((target) => !isOutside(target));
    return (isBetter ? inherited : own).map((target) =>
      refine(target, isBetter ? RULE.inheritedMember : RULE.ownMember),
    );
  });
}

/** Whether a Python class gives a setter only, to the accessor of a base: `@Base.x.setter`. */
function isOnlySet(ev: Evaluation, ctx: FileContext, own: Value): boolean {
  if (!ctx.isPython || own.length !== 1) return false;
  const [{ kind, file, symbol }] = own as [Target];
  if (kind !== TargetKind.Declaration || file !== ctx.handle || ctx.kind(symbol) !== KIND_CODE.method) return false;
  ev.record(ctx, symbolLookup(ctx.idHash(symbol)));
  return ctx.hasFlag(symbol, SymbolFlag.Setter);
}

/**
 * The member of the first ancestor that has it; else what code assigns to it, else a member of an ancestor outside the
 * repository.
 */
function inheritedMember(ev: Evaluation, cls: Target, name: number, fuel: number): Value {
  const order = ev.ancestors(ev.context(cls.file), cls.symbol, fuel);
  let outside: Target | undefined;
  let assigned: Value = NOTHING;
  for (let position = 1; position < order.length; position++) {
    const ancestor = order[position] as Target;
    if (isOutside(ancestor)) outside ??= ancestor;
    else {
      const found = ownMember(ev, ev.context(ancestor.file), ancestor.symbol, name, fuel);
      const isAssigned = found.every(isOutside) && isOnlyAssigned(ev, ancestor, name);
      if (found.length > 0 && !isAssigned) return seenFrom(ancestor, found);
      if (assigned.length === 0) assigned = found;
    }
  }
  if (assigned.length > 0) return assigned;
  const ofModules = memberOfModules(ev, order, name, fuel);
  return ofModules.length > 0 || outside === undefined ? ofModules : outsideInherited(ev, outside, name, fuel);
}

/**
 * What a module exports that an interface extends by its type, `interface Box extends Tools {}` with `type Tools = typeof tools`:
 * functions of modules become methods that way.
 */
function memberOfModules(ev: Evaluation, ancestors: Value, name: number, fuel: number): Value {
  return flatMapValue(ancestors, (ancestor) => {
    const ctx = isOutside(ancestor) ? undefined : ev.context(ancestor.file);
    if (ctx === undefined || ctx.isPython || ctx.packageName !== undefined) return NOTHING;
    const modules = baseModules(ev, ctx, ancestor.symbol, fuel);
    return ev.memberOf(modules, name, fuel).filter((member) => !isOutside(member));
  });
}

/** The modules that the declaration's bases name by their types. */
function baseModules(ev: Evaluation, ctx: FileContext, ordinal: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.baseModules, ordinal, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.baseModules, ordinal, { fuel, cost: COST.bases }, (left) =>
    ofBases(ev, ctx, ordinal, (expr) => {
      const aliases = ev
        .evaluate(ctx, expr, left)
        .filter(
          ({ kind, file, symbol }) =>
            kind === TargetKind.Declaration && ev.context(file).kind(symbol) === KIND_CODE.type,
        );
      return ev.instancesOf(aliases, left).filter(({ kind }) => kind === TargetKind.Module);
    }),
  );
}

/** A member of an ancestor outside the repository. */
function outsideInherited(ev: Evaluation, ancestor: Target, name: number, fuel: number): Value {
  const text = ev.names.text(name);
  if (ancestor.kind === TargetKind.External) return [memberOfContainer(ancestor, external(ancestor.text, text), text)];
  const added = addedMember(ev, ancestor, name, fuel);
  return added.length > 0 ? added : [memberOfContainer(ancestor, builtin(text), text)];
}

/** Whether a script's class has the name as a field only because its code assigns it: a base may have an accessor. */
function isOnlyAssigned(ev: Evaluation, { file, symbol }: Target, name: number): boolean {
  const ctx = ev.context(file);
  const field = ctx.isPython ? undefined : ctx.field(symbol, name);
  return field !== undefined && (ctx.fields.typeOpt[field] ?? 0) === 0;
}

/** An ancestor's members with type parameters replaced by the arguments that the class below gives. */
function seenFrom({ item, args }: Target, found: Value): Value {
  if (args !== undefined) {
    return flatMapValue(found, (it) =>
      it.kind === TargetKind.Declaration ? [{ ...it, args }] : substitute([it], args),
    );
  }
  return item === undefined ? found : found.map((it) => withItem(it, item));
}

/** Members that the declaration itself has under the name: symbols before fields. */
export function ownMember(ev: Evaluation, ctx: FileContext, owner: number, name: number, fuel: number): Value {
  ev.record(ctx, memberLookup(ctx.memberHash(owner), ev.names.hash(name)));
  const symbols = withoutStubs(ev, ctx, ctx.members(owner, name));
  if (symbols.length > 0) return symbols.flatMap((ordinal) => ctx.declaration(ordinal));
  const field = ctx.field(owner, name);
  if (field !== undefined) return fieldValue(ev, ctx, field, fuel);
  const twin = ctx.mergedHolder(owner, name);
  if (twin === undefined) return packageMethod(ev, ctx, owner, name);
  const merged = ctx.members(twin, name);
  if (merged.length > 0) return merged.flatMap((ordinal) => ctx.declaration(ordinal));
  const mergedField = ctx.field(twin, name);
  return mergedField === undefined ? NOTHING : fieldValue(ev, ctx, mergedField, fuel);
}

/**
 * Without declarations that have no body, unless none has one; in a script also without functions that code in the class
 * assigns to a method that the class declares.
 */
function withoutStubs(ev: Evaluation, ctx: FileContext, ordinals: readonly number[]): readonly number[] {
  if (ordinals.length < 2) return ordinals;
  for (const ordinal of ordinals) ev.record(ctx, symbolLookup(ctx.idHash(ordinal)));
  const bodies = ordinals.filter((ordinal) => !ctx.hasFlag(ordinal, SymbolFlag.Ambient));
  const made = bodies.length === 0 ? ordinals : bodies;
  const declared = ctx.isPython ? made : made.filter((ordinal) => !ctx.hasFlag(ordinal, SymbolFlag.Nested));
  return declared.length === 0 ? made : declared;
}
