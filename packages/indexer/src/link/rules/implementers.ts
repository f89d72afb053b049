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
  private files: ReadonlySet<FileContext> | undefined;
  /** By file, the classes that it declares. */
  private readonly classes = new Map<FileContext, DeclaredClasses>();
  /** By protocol, the classes that fit it. */
  private readonly fitting = new Map<string, readonly Target[]>();
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
    for (const candidate of this.classesBelow(ctx, cls)) {
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

  /** Classes that the caller can see which are the abstract class's, or fit its protocol. */
  private classesBelow(ctx: FileContext, cls: number): readonly Target[] {
    this.files ??= this.visibleFiles();
    const declared = [...new Set([...this.files, ctx])].map((file) => this.classesOf(file));
    const methods = isProtocol(ctx, cls) ? methodsOf(ctx, cls) : [];
    if (methods.length > 0) return this.classesFitting(ctx, cls, methods, declared);
    return declared.flatMap(({ below }) => below.get(`${ctx.handle} ${cls}`) ?? []);
  }

  private classesFitting(
    ctx: FileContext,
    cls: number,
    methods: readonly number[],
    declared: readonly DeclaredClasses[],
  ): readonly Target[] {
    const key = `${ctx.handle} ${cls}`;
    const known = this.fitting.get(key);
    if (known !== undefined) return known;
    const fits = (candidate: Target, below: readonly Target[]): boolean => {
      this.ev.recorder.spend(1);
      if (candidate.file === ctx.handle && candidate.symbol === cls) return false;
      return below.includes(candidate) || methods.every((name) => this.hasMethod(candidate, name));
    };
    const found = declared.flatMap(({ classes, below }) =>
      classes.filter((candidate) => fits(candidate, below.get(key) ?? NOTHING)),
    );
    this.fitting.set(key, found);
    return found;
  }

  private hasMethod(candidate: Target, name: number): boolean {
    const own = this.ev.classMember(candidate, name, { above: false, fuel: FULL_FUEL });
    return own.some((it) => this.isConcrete(it));
  }

  private classesOf(ctx: FileContext): DeclaredClasses {
    const known = this.classes.get(ctx);
    if (known !== undefined) return known;
    this.ev.record(ctx, classesLookup(ctx.pathHash));
    this.ev.recorder.spend(ctx.symbols.rows);
    const classes: Target[] = [];
    const below = new Map<string, Target[]>();
    for (let ordinal = 1; ordinal < ctx.symbols.rows; ordinal++) {
      if (ctx.kind(ordinal) !== KIND_CODE.class) continue;
      const candidate = declaration(ctx.handle, ordinal);
      classes.push(candidate);
      for (const above of this.keysAbove(ctx, ordinal)) pushTo(below, above, candidate);
    }
    const declared = { classes, below };
    this.classes.set(ctx, declared);
    return declared;
  }

  /** The classes of the repository that a class has among its ancestors, each once. */
  private keysAbove(ctx: FileContext, ordinal: number): ReadonlySet<string> {
    const ancestors = this.ev.ancestors(ctx, ordinal, FULL_FUEL);
    this.ev.recorder.spend(ancestors.length);
    const above = ancestors.filter(
      ({ kind, file, symbol }) => kind === TargetKind.Declaration && !(file === ctx.handle && symbol === ordinal),
    );
    return new Set(above.map(({ file, symbol }) => `${file} ${symbol}`));
  }

  private visibleFiles(): ReadonlySet<FileContext> {
    const { caller, ev } = this;
    const files = new Set([caller]);
    for (const specifier of new Set(caller.imports.specifier)) {
      for (const module of ev.resolveWritten(caller, specifier)) {
        if (module.kind === TargetKind.Module) files.add(ev.context(module.file));
      }
    }
    return files;
  }
}

interface DeclaredClasses {
  readonly classes: readonly Target[];
  /** By ancestor, the classes that have it. */
  readonly below: ReadonlyMap<string, readonly Target[]>;
}

function pushTo(table: Map<string, Target[]>, key: string, value: Target): void {
  const known = table.get(key);
  if (known === undefined) table.set(key, [value]);
  else known.push(value);
}

/** Names of the methods that the class declares. */
function methodsOf(ctx: FileContext, cls: number): number[] {
  const { container, name, rows } = ctx.symbols;
  const names: number[] = [];
  for (let ordinal = cls + 1; ordinal < rows; ordinal++) {
    if (container[ordinal] === cls && ctx.kind(ordinal) === KIND_CODE.method) names.push(ctx.name(name[ordinal] ?? 0));
  }
  return names;
}

function flagsOf(ctx: FileContext, ordinal: number): number {
  return ctx.symbols.flags[ordinal] ?? 0;
}

/** A `Protocol`; ABCs carry both flags. */
function isProtocol(ctx: FileContext, cls: number): boolean {
  return (flagsOf(ctx, cls) & (SymbolFlag.Protocol | SymbolFlag.Abstract)) === SymbolFlag.Protocol;
}
