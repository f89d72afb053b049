/**
 * Implementer rule (10): which implementations a call of an abstract method may run. Searches classes that descend from
 * the abstract class or interface, or have the methods of a `Protocol`, in the files that the caller can see: its own,
 * the abstract class's, and those it imports directly.
 */
import { type FileHandle, KIND_CODE, SymbolFlag } from "@sdl/model";
import type { FileContext } from "../files/file-context.js";
import { classesLookup, holdersLookup, methodsLookup, symbolLookup } from "../lookups.js";
import { FULL_FUEL } from "../recorder.js";
import { RULE } from "../values/rule-table.js";
import { declaration, NOTHING, reachedBy, refine, type Target, TargetKind, type Value } from "../values/target.js";
import type { Evaluation } from "./evaluation.js";
import { StructuralTypes } from "./packages/structural-types.js";

/** If there are more implementations than this, none is added. */
const MAX_IMPLEMENTERS = 8;
const ABSTRACT = SymbolFlag.Abstract | SymbolFlag.Ambient;

/** Finds implementations for the calls of one file. */
export class Implementers {
  private files: ReadonlySet<FileContext> | undefined;
  /** By file: the classes it declares. */
  private readonly classes = new Map<FileContext, DeclaredClasses>();
  /** By file: the classes that have a member or field, by member name. */
  private readonly holders = new Map<FileContext, ReadonlyMap<number, readonly number[]>>();
  /** By file: the methods that its classes declare, by class. */
  private readonly methods = new Map<FileContext, ReadonlyMap<number, readonly number[]>>();
  private readonly structural: StructuralTypes;
  /** By protocol: the classes that conform to it. */
  private readonly fitting = new Map<string, readonly Target[]>();
  private readonly known = new Map<string, Value>();
  /** Numbers of the declared classes, by file and ordinal. */
  private readonly order = new Map<Target, number>();

  constructor(
    private readonly ev: Evaluation,
    private readonly caller: FileContext,
  ) {
    this.structural = new StructuralTypes(ev, caller, (type, name) => this.hasMethod(type, name));
  }

  /** Methods that a call of `method` may run instead; empty unless `method` is abstract. */
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

  /** Members that descendants of a class have under a name that the class lacks. @param self an object of the class */
  lackedBy(self: Target, name: number): Value {
    const ctx = this.ev.context(self.file);
    return this.membersOf(this.descendants(ctx, self.symbol), name).map((member) => reachedBy(self, member));
  }

  private find(ctx: FileContext, cls: number, method: Target): Value {
    const name = ctx.name(ctx.symbols.name[method.symbol] ?? 0);
    return this.membersOf(this.classesBelow(ctx, cls, name), name);
  }

  private membersOf(classes: readonly Target[], name: number): Value {
    const found = new Map<string, Target>();
    for (const candidate of classes) {
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

  /** Classes visible to the caller that descend from the abstract class, or conform to its protocol. */
  private classesBelow(ctx: FileContext, cls: number, name: number): readonly Target[] {
    if (ctx.packageName !== undefined) return this.structural.fitting(ctx, cls, name);
    const declared = this.declaredWith(ctx);
    if (isProtocol(ctx, cls)) {
      this.ev.record(ctx, methodsLookup(ctx.idHash(cls)));
      const methods = this.methodsIn(ctx).get(cls) ?? [];
      if (methods.length > 0) return this.classesFitting(ctx, cls, methods, declared);
    }
    return heirsIn(declared, ctx.handle, cls);
  }

  private descendants(ctx: FileContext, cls: number): readonly Target[] {
    return heirsIn(this.declaredWith(ctx), ctx.handle, cls);
  }

  /** The classes of the files that the caller sees, and of one more file. */
  private declaredWith(ctx: FileContext): readonly DeclaredClasses[] {
    this.files ??= this.visibleFiles();
    return [...new Set([...this.files, ctx])].map((file) => this.classesOf(file));
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
    const below = new Set(declared.flatMap((file) => file.below.get(key) ?? NOTHING));
    const fits = (candidate: Target): boolean => {
      this.ev.recorder.spend(1);
      if (candidate.file === ctx.handle && candidate.symbol === cls) return false;
      return below.has(candidate) || methods.every((name) => this.hasMethod(candidate, name));
    };
    const found = [...new Set([...below, ...this.fewestHolding(methods, declared)])].filter(fits);
    found.sort((a, b) => (this.order.get(a) ?? 0) - (this.order.get(b) ?? 0));
    this.fitting.set(key, found);
    return found;
  }

  /** The classes that have the rarest of the methods; every class with all methods is among them. */
  private fewestHolding(methods: readonly number[], declared: readonly DeclaredClasses[]): readonly Target[] {
    const [first = [], ...rest] = methods.map((name) => this.classesHolding(name, declared));
    return rest.reduce((fewest, holding) => (holding.length < fewest.length ? holding : fewest), first);
  }

  /** Declared classes that have a member with this name, own or inherited. */
  private classesHolding(name: number, declared: readonly DeclaredClasses[]): Target[] {
    const found = new Set<Target>();
    for (const file of new Set(declared.flatMap(({ filesAround }) => [...filesAround]))) {
      this.ev.record(file, holdersLookup(file.pathHash, this.ev.names.hash(name)));
      for (const owner of this.holdersIn(file).get(name) ?? []) {
        for (const cls of this.selfAndHeirs(file.handle, owner, declared)) found.add(cls);
      }
    }
    return [...found];
  }

  /** A class, if declared, and the declared classes that descend from it. */
  private selfAndHeirs(file: FileHandle, ordinal: number, declared: readonly DeclaredClasses[]): Target[] {
    this.ev.recorder.spend(declared.length);
    const self = declared.find((it) => it.file === file)?.selves.get(ordinal);
    const heirs = heirsIn(declared, file, ordinal);
    return self === undefined ? heirs : [self, ...heirs];
  }

  private methodsIn(ctx: FileContext): ReadonlyMap<number, readonly number[]> {
    const known = this.methods.get(ctx) ?? methodsByClass(ctx);
    if (!this.methods.has(ctx)) this.ev.recorder.spend(ctx.symbols.rows);
    this.methods.set(ctx, known);
    return known;
  }

  private holdersIn(ctx: FileContext): ReadonlyMap<number, readonly number[]> {
    const known = this.holders.get(ctx) ?? holdersByName(ctx);
    if (!this.holders.has(ctx)) this.ev.recorder.spend(ctx.symbols.rows + ctx.fields.rows);
    this.holders.set(ctx, known);
    return known;
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
    const below = new Map<string, Target[]>();
    const selves = new Map<number, Target>();
    const filesAround = new Set([ctx]);
    for (let ordinal = 1; ordinal < ctx.symbols.rows; ordinal++) {
      if (ctx.kind(ordinal) !== KIND_CODE.class) continue;
      const candidate = declaration(ctx.handle, ordinal);
      this.order.set(candidate, this.order.size);
      selves.set(ordinal, candidate);
      for (const { file, symbol } of this.classesAbove(ctx, ordinal)) {
        pushTo(below, `${file} ${symbol}`, candidate);
        filesAround.add(this.ev.context(file));
      }
    }
    const declared = { file: ctx.handle, selves, below, filesAround };
    this.classes.set(ctx, declared);
    return declared;
  }

  /** The classes of the repository among a class's ancestors. */
  private classesAbove(ctx: FileContext, ordinal: number): readonly Target[] {
    const ancestors = this.ev.ancestors(ctx, ordinal, FULL_FUEL);
    if (ancestors.length === 0) return NOTHING;
    this.ev.recorder.spend(ancestors.length);
    return ancestors.filter(
      ({ kind, file, symbol }) => kind === TargetKind.Declaration && !(file === ctx.handle && symbol === ordinal),
    );
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
  readonly file: FileHandle;
  /** The classes by ordinal. */
  readonly selves: ReadonlyMap<number, Target>;
  /** By ancestor: the classes that descend from it. */
  readonly below: ReadonlyMap<string, readonly Target[]>;
  /** The file, and the files of its classes' ancestors. */
  readonly filesAround: ReadonlySet<FileContext>;
}

/** The declared classes that descend from a class. */
function heirsIn(declared: readonly DeclaredClasses[], file: FileHandle, ordinal: number): Target[] {
  return declared.flatMap(({ below }) => below.get(`${file} ${ordinal}`) ?? []);
}

/** Classes of a file by the names of their own members and fields. */
function holdersByName(ctx: FileContext): Map<number, number[]> {
  const { symbols, fields } = ctx;
  const holders = new Map<number, number[]>();
  const add = (owner: number, string: number): void => {
    if (ctx.kind(owner) !== KIND_CODE.class) return;
    const name = ctx.name(string);
    const known = holders.get(name);
    if (known === undefined) holders.set(name, [owner]);
    else if (known.at(-1) !== owner) known.push(owner);
  };
  for (let ordinal = 1; ordinal < symbols.rows; ordinal++)
    add(symbols.container[ordinal] ?? 0, symbols.name[ordinal] ?? 0);
  for (let row = 0; row < fields.rows; row++) add(fields.owner[row] ?? 0, fields.name[row] ?? 0);
  return holders;
}

/** Adds a value to a key's list, unless it is the list's last value. */
function pushTo<K, V>(table: Map<K, V[]>, key: K, value: V): void {
  const known = table.get(key);
  if (known === undefined) table.set(key, [value]);
  else if (known.at(-1) !== value) known.push(value);
}

/** Names of the methods that a file's classes declare, by class. */
function methodsByClass(ctx: FileContext): Map<number, number[]> {
  const { container, name, rows } = ctx.symbols;
  const methods = new Map<number, number[]>();
  for (let ordinal = 1; ordinal < rows; ordinal++) {
    if (ctx.kind(ordinal) === KIND_CODE.method) pushTo(methods, container[ordinal] ?? 0, ctx.name(name[ordinal] ?? 0));
  }
  return methods;
}

function flagsOf(ctx: FileContext, ordinal: number): number {
  return ctx.symbols.flags[ordinal] ?? 0;
}

/** Whether a class is a `Protocol`; ABCs have both flags. */
function isProtocol(ctx: FileContext, cls: number): boolean {
  return (flagsOf(ctx, cls) & (SymbolFlag.Protocol | SymbolFlag.Abstract)) === SymbolFlag.Protocol;
}
