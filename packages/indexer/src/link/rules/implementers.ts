/**
 * Rule 10: what a call of an abstract method may run. Looks for classes that have the abstract class or interface among their ancestors,
 * or, for a `Protocol`, its methods, in the files that the caller can see: its own, the abstract class's, and those it imports directly.
 */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import type { FileContext } from "../file-context.js";
import { classesLookup, symbolLookup } from "../lookups.js";
import { FULL_FUEL } from "../recorder.js";
import { declaration, NOTHING, reachedBy, refine, type Target, TargetKind, type Value } from "../target.js";
import type { Evaluation } from "./evaluation.js";
import { RULE } from "./rule-table.js";

/** Of more implementations than this none is named. */
const MAX_IMPLEMENTERS = 8;
const ABSTRACT = SymbolFlag.Abstract | SymbolFlag.Ambient;

/** Finds implementations for the calls of one file. */
export class Implementers {
  private classes: readonly Target[] | undefined;
  private readonly known = new Map<string, Value>();

  constructor(
    private readonly ev: Evaluation,
    private readonly caller: FileContext,
  ) {}

  /** Methods that calling `method` may run instead; nothing unless it is abstract. */
  of(method: Target): Value {
    const { ev } = this;
    const ctx = ev.context(method.file);
    const cls = ctx.symbols.container[method.symbol] ?? 0;
    const isInterface = !ctx.isPython && ctx.kind(cls) === KIND_CODE.interface;
    if (ctx.kind(cls) !== KIND_CODE.class && !isInterface) return NOTHING;
    ev.record(ctx, symbolLookup(ctx.idHash(method.symbol)));
    ev.record(ctx, symbolLookup(ctx.idHash(cls)));
    if ((flagsOf(ctx, method.symbol) & ABSTRACT) === 0 && !isProtocol(ctx, cls)) return NOTHING;
    const key = `${method.file} ${method.symbol}`;
    const known = this.known.get(key) ?? this.find(ctx, cls, method);
    this.known.set(key, known);
    return known.map((member) => reachedBy(method, member));
  }

  private find(ctx: FileContext, cls: number, method: Target): Value {
    const name = ctx.name(ctx.symbols.name[method.symbol] ?? 0);
    const found = new Map<string, Target>();
    for (const candidate of this.candidates(ctx)) {
      if (!this.implements(candidate, ctx, cls)) continue;
      for (const member of this.ev.classMember(candidate, name, { above: false, fuel: FULL_FUEL })) {
        if (this.isConcrete(member)) found.set(`${member.file} ${member.symbol}`, member);
      }
    }
    if (found.size > MAX_IMPLEMENTERS) return NOTHING;
    return [...found.values()].map((member) => refine(member, RULE.implementer));
  }

  private isConcrete(member: Target): boolean {
    if (member.kind !== TargetKind.Declaration) return false;
    const ctx = this.ev.context(member.file);
    this.ev.record(ctx, symbolLookup(ctx.idHash(member.symbol)));
    return (flagsOf(ctx, member.symbol) & ABSTRACT) === 0;
  }

  private implements(candidate: Target, ctx: FileContext, cls: number): boolean {
    if (candidate.file === ctx.handle && candidate.symbol === cls) return false;
    const ancestors = this.ev.ancestors(this.ev.context(candidate.file), candidate.symbol, FULL_FUEL);
    const isBelow = ancestors.some(
      (it) => it.kind === TargetKind.Declaration && it.file === ctx.handle && it.symbol === cls,
    );
    return isBelow || (isProtocol(ctx, cls) && this.hasMethods(candidate, ctx, cls));
  }

  private hasMethods(candidate: Target, ctx: FileContext, cls: number): boolean {
    const { container, name, rows } = ctx.symbols;
    let count = 0;
    for (let ordinal = cls + 1; ordinal < rows; ordinal++) {
      if (container[ordinal] !== cls || ctx.kind(ordinal) !== KIND_CODE.method) continue;
      count++;
      const own = this.ev.classMember(candidate, ctx.name(name[ordinal] ?? 0), { above: false, fuel: FULL_FUEL });
      if (!own.some((it) => this.isConcrete(it))) return false;
    }
    return count > 0;
  }

  /** Classes of the files that the caller can see. */
  private candidates(abstract: FileContext): readonly Target[] {
    this.classes ??= this.visibleFiles().flatMap((ctx) => this.classesOf(ctx));
    const isVisible = this.classes.some((it) => it.file === abstract.handle);
    return isVisible ? this.classes : [...this.classes, ...this.classesOf(abstract)];
  }

  private classesOf(ctx: FileContext): Target[] {
    this.ev.record(ctx, classesLookup(ctx.pathHash));
    const classes: Target[] = [];
    for (let ordinal = 1; ordinal < ctx.symbols.rows; ordinal++) {
      if (ctx.kind(ordinal) === KIND_CODE.class) classes.push(declaration(ctx.handle, ordinal));
    }
    return classes;
  }

  private visibleFiles(): FileContext[] {
    const { caller, ev } = this;
    const files = new Set([caller]);
    for (const specifier of new Set(caller.imports.specifier)) {
      for (const module of ev.resolveWritten(caller, specifier)) {
        if (module.kind === TargetKind.Module) files.add(ev.context(module.file));
      }
    }
    return [...files];
  }
}

function flagsOf(ctx: FileContext, ordinal: number): number {
  return ctx.symbols.flags[ordinal] ?? 0;
}

/** A `Protocol`; ABCs carry both flags. */
function isProtocol(ctx: FileContext, cls: number): boolean {
  return (flagsOf(ctx, cls) & (SymbolFlag.Protocol | SymbolFlag.Abstract)) === SymbolFlag.Protocol;
}
