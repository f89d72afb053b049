/** Export rules (3): what a module exports under a name: own exports, re-exports, star exports, barrels, `__all__`. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { exportLookup, globalLookup, pageLookup, starsLookup } from "../lookups.js";
import { parentPath } from "../modules/paths.js";
import { RULE } from "../values/rule-table.js";
import {
  builtin,
  external,
  moduleTarget,
  NOTHING,
  refine,
  type Target,
  TargetKind,
  union,
  type Value,
} from "../values/target.js";
import { COST, type Evaluation } from "./evaluation.js";
import { packageValue } from "./packages/package-names.js";
import { answeredExport } from "./python/computed-members.js";

/** Deepest chain of star exports that is followed. */
const MAX_STAR_DEPTH = 32;

/** The value of an export; several targets if a type and a value share the name. */
export function exportedValue(ev: Evaluation, ctx: FileContext, name: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.exports, name, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.exports, name, { fuel, cost: COST.export }, (left) => {
    const own = ownExport(ev, ctx, name, left);
    if (own !== undefined) return own;
    if (ev.names.text(name) === "default") return NOTHING;
    const found = new StarSearch(ev, name, left).from(ctx);
    return found.length === 0 && ctx.isPython ? answeredExport(ev, ctx, name, left) : found;
  });
}

/**
 * The value of a free name: in a package, a name that another of its files declares; in Python, a name from a star import;
 * in a page script, a name that another script declares; else a builtin.
 */
export function globalValue(ev: Evaluation, ctx: FileContext, name: number, fuel: number): Value {
  const text = ev.names.text(name);
  if (ctx.packageName !== undefined) return packageValue(ev, ctx, name, fuel);
  if (!ctx.isPython) return scriptGlobal(ev, ctx, name, fuel);
  const known = ev.recall(ctx.steps.globals, name, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.globals, name, { fuel, cost: COST.export }, (left) => {
    const search = new StarSearch(ev, name, left);
    const found = search.from(ctx);
    if (found.length > 0) return found;
    return [search.outside === undefined ? builtin(text) : external(search.outside, text)];
  });
}

/** Names of the language and its platforms that are no repository's own. */
const PLATFORM = new Set(
  (
    "Array Boolean Buffer Date Error Function JSON Map Math Number Object Omit Partial Pick Promise Readonly ReadonlyArray " +
    "Record RegExp Required Set String Symbol ThisType WeakMap clearTimeout console document module process require setTimeout undefined"
  ).split(" "),
);

/**
 * A free name of a script: of another script of its page, or of a declaration file. CommonJS calls the module's own
 * exports `exports`.
 */
function scriptGlobal(ev: Evaluation, ctx: FileContext, name: number, fuel: number): Value {
  const text = ev.names.text(name);
  if (PLATFORM.has(text)) return [builtin(text)];
  const isPage = ctx.hasFlag(0, SymbolFlag.Page);
  if (text === "exports" && !isPage) return [moduleTarget(ctx.handle, RULE.lexical)];
  const known = ev.recall(ctx.steps.globals, name, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.globals, name, { fuel, cost: COST.none }, () => {
    const found = isPage ? pageValue(ev, ctx, name) : NOTHING;
    return found.length > 0 ? found : declaredGlobal(ev, name);
  });
}

function pageValue(ev: Evaluation, ctx: FileContext, name: number): Value {
  ev.recorder.record(pageLookup(ev.names.hash(name)));
  return ev.pages.find(parentPath(ctx.path), name);
}

/** The builtin of that name, and what declaration files declare; a value of their own is no builtin. */
function declaredGlobal(ev: Evaluation, name: number): Value {
  ev.recorder.record(globalLookup(ev.names.hash(name)));
  const found = ev.globals.find(name);
  const isOwn = found.some(({ file, symbol }) => OWN_GLOBALS.has(ev.context(file).kind(symbol)));
  return isOwn ? found : union(found, [builtin(ev.names.text(name))]);
}

const OWN_GLOBALS = new Set([KIND_CODE.variable, KIND_CODE.function, KIND_CODE.class]);

/** The module's own export; `undefined` if it has none. */
function ownExport(ev: Evaluation, ctx: FileContext, name: number, fuel: number): Value | undefined {
  ev.record(ctx, exportLookup(ctx.pathHash, ev.names.hash(name)));
  const rows = ctx.exported(name);
  if (rows.length === 0) return ambientExport(ctx, name);
  let result: Value = NOTHING;
  for (const row of rows) {
    const value = ev.evaluate(ctx, row, fuel);
    result = union(result, ctx.exprs.op[row] === ExprOp.Import ? markReExport(value) : value);
  }
  return result;
}

/** The export of `declare module "m" { export … }` in a file that stands for `m`. */
function ambientExport(ctx: FileContext, name: number): Value | undefined {
  for (const module of ctx.ambientModules()) {
    const members = ctx.members(module, name);
    if (members.length > 0) return members.flatMap((ordinal) => ctx.declaration(ordinal));
  }
  return undefined;
}

function markReExport(value: Value): Value {
  return value.map((target) => refine(target, RULE.reExport));
}

/** Searches a name through star exports, depth first; each module once. */
class StarSearch {
  /** The first package outside the repository that is star-exported. */
  outside: string | undefined;
  private readonly seen = new Set<FileContext>();

  constructor(
    private readonly ev: Evaluation,
    private readonly name: number,
    private readonly fuel: number,
  ) {}

  /** In Python the last star wins. In JavaScript names must be unique, so any order works. */
  from(start: FileContext): Value {
    const open: { readonly module: Target; readonly depth: number }[] = [];
    this.seen.add(start);
    this.pushStars(start, 0, open);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.module.kind === TargetKind.External) this.outside ??= next.module.text;
      if (next.module.kind !== TargetKind.Module) continue;
      const ctx = this.ev.context(next.module.file);
      if (this.seen.has(ctx)) continue;
      this.seen.add(ctx);
      this.ev.record(ctx, starsLookup(ctx.pathHash));
      if (ctx.isPython && !ctx.isPublic(this.name)) continue;
      const found = ownExport(this.ev, ctx, this.name, this.fuel);
      if (found !== undefined) return markReExport(found);
      this.pushStars(ctx, next.depth, open);
    }
    return NOTHING;
  }

  private pushStars(ctx: FileContext, depth: number, open: { module: Target; depth: number }[]): void {
    if (depth >= MAX_STAR_DEPTH) return;
    this.ev.record(ctx, starsLookup(ctx.pathHash));
    const stars = ctx.stars();
    this.ev.recorder.spend(stars.length);
    for (const specifier of ctx.isPython ? stars : stars.toReversed()) {
      for (const module of this.ev.resolveModule(ctx, specifier)) open.push({ module, depth: depth + 1 });
    }
  }
}
