/**
 * Targets of references, independent of their owner: of calls, reads, writes and type names, or the unresolved leaf.
 * Evaluates values; does not know owners.
 */
import { EDGE_CODE, KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp, HERITAGE, HeritageKind } from "@sdl/model/facts";
import type { Evaluator } from "../evaluate.js";
import type { FileContext } from "../files/file-context.js";
import { exportLookup, symbolLookup, valueLookup } from "../lookups.js";
import { FULL_FUEL } from "../recorder.js";
import { type Calibration, calibrationOf } from "../rules/calibration.js";
import { signaturesOf } from "../rules/callbacks.js";
import { isClass } from "../rules/evaluation.js";
import { Implementers } from "../rules/implementers.js";
import { importedFiles } from "../rules/packages/package-names.js";
import { RULE } from "../values/rule-table.js";
import {
  isBind,
  isOutside,
  NOTHING,
  refine,
  settingsPath,
  type Target,
  TargetKind,
  type Value,
} from "../values/target.js";
import { configurationLeaf, dataLeaf } from "./configuration.js";
import type { EdgeEnd, EdgeGatherer } from "./edge-columns.js";
import type { Leaf } from "./leaves.js";
import type { Use } from "./reference-use.js";
import { MAX_CHAIN } from "./root-import.js";
import { writtenName } from "./written-name.js";

/** The edge targets of one reference. */
export interface ReferenceEnds {
  readonly ends: readonly EdgeEnd[];
  readonly leaf: Leaf | undefined;
}

/** Maximum number of variables followed from variable to variable to find a callee. */
const MAX_HELD = 3;

/** Finds the targets of references. */
export class EndFinder {
  private ends: EdgeEnd[] = [];
  private leaf: Leaf | undefined;
  private readonly implementers: Implementers;
  private readonly calibration: Calibration | undefined;

  constructor(
    private readonly ev: Evaluator,
    private readonly ctx: FileContext,
    private readonly edges: EdgeGatherer,
  ) {
    this.implementers = new Implementers(ev, ctx);
    this.calibration = ev.isCalibrated ? calibrationOf(ctx) : undefined;
  }

  /** The targets of a reference to the expression. */
  find(row: number, use: Use): ReferenceEnds {
    const known = this.ev.valueOf(row);
    const value = use === "call" && known.length === 0 ? this.lackedMember(row) : known;
    if (use === "call" && this.isBinding(row, value)) return this.find(this.ctx.exprs.a[row] ?? 0, "read");
    if (use === "call" && this.isCaller(row, value)) return this.find(this.ctx.exprs.a[row] ?? 0, "call");
    this.ends = [];
    this.leaf = value.some((target) => !isOutside(target) || settingsPath(target) !== undefined)
      ? undefined
      : dataLeaf(this.ctx, row);
    if (this.leaf !== undefined) return { ends: this.ends, leaf: this.leaf };
    for (const target of value) {
      if (use === "call") this.addCall(target, row, MAX_HELD);
      else this.addMention(this.bySide(target, use), use, row);
    }
    if (use === "call") this.callModules(value);
    this.addPathTo(row, use);
    return { ends: this.ends, leaf: this.leafOf(row, use) };
  }

  /** The leaf of a reference for which no target was found. */
  private leafOf(row: number, use: Use): Leaf | undefined {
    const { ends, leaf } = this;
    if (leaf?.kind === EDGE_CODE.config) return leaf;
    if (ends.some((end) => end.kind === EDGE_CODE.call) || (use !== "call" && ends.length > 0)) return undefined;
    const name = use === "call" ? writtenName(this.ctx, row) : "";
    return leaf ?? (name === "" ? undefined : { kind: EDGE_CODE.call, packageName: "", name });
  }

  /** What a Python class calls on itself and leaves to the classes below it: their members. */
  private lackedMember(row: number): Value {
    const { op, a, b } = this.ctx.exprs;
    if (!this.ctx.isPython || op[row] !== ExprOp.Member) return NOTHING;
    const [object, other] = this.ev.valueOf(a[row] ?? 0);
    if (object?.kind !== TargetKind.Instance || !object.isSelf || other !== undefined) return NOTHING;
    return this.implementers.lackedBy(object, this.ctx.name(b[row] ?? 0));
  }

  /** Whether the value is `m.bind` of a function of the repository: calling it passes `m` on and calls nothing. */
  private isBinding(row: number, value: Value): boolean {
    return this.ctx.exprs.op[row] === ExprOp.Member && value.length > 0 && value.every(isBind);
  }

  /** Whether the value is `call` or `apply` of a variable that holds a function from outside: calling it calls the variable. */
  private isCaller(row: number, value: Value): boolean {
    const { op, a, b } = this.ctx.exprs;
    if (this.ctx.isPython || op[row] !== ExprOp.Member || !value.every(isOutside)) return false;
    if (!/^(?:call|apply)$/.test(this.ctx.page.string(b[row] ?? 0))) return false;
    return this.ev
      .valueOf(a[row] ?? 0)
      .some((target) => target.kind === TargetKind.Declaration && this.isHolder(target));
  }

  private isHolder({ file, symbol }: Target): boolean {
    return this.ev.context(file).kind(symbol) === KIND_CODE.variable;
  }

  /** The targets of a base in a class's heritage. */
  findBases(row: number, kind: number): ReferenceEnds {
    this.ends = [];
    this.leaf = undefined;
    for (const target of this.ev.valueOf(row)) {
      if (target.kind === TargetKind.External) this.setLeaf(target, row, kind);
      else if (target.kind === TargetKind.Declaration) this.addBase(refine(target, RULE.heritage), kind);
    }
    return { ends: this.ends, leaf: this.ends.length > 0 ? undefined : this.leaf };
  }

  /** Adds a base. Of a variable in Python, the classes that it is another name of are the bases. */
  private addBase(target: Target, kind: number): void {
    const isName = this.ctx.isPython && this.isHolder(target);
    const classes = isName ? this.ev.held(target, FULL_FUEL).filter((held) => isClass(this.ev, held)) : NOTHING;
    for (const cls of classes) this.push(cls, kind);
    this.push(target, classes.length > 0 ? this.mentionKind(target, "type") : kind);
  }

  /** The targets of a value that is imported but not used. */
  findImported(value: Value): readonly EdgeEnd[] {
    this.ends = [];
    const declared = value.filter((target) => target.kind === TargetKind.Declaration);
    for (const target of declared) this.push(target, EDGE_CODE.import);
    if (declared.length === 0) this.addModules(value);
    return this.ends;
  }

  private addCall(target: Target, row: number, held: number): void {
    switch (target.kind) {
      case TargetKind.Declaration:
        this.callDeclaration(target, row, held);
        break;
      case TargetKind.Base:
        if (!this.ev.context(target.file).isPython) this.constructBase(target);
        break;
      case TargetKind.Instance:
        if (!this.callMember(target, "__call__")) this.callSignatures(target);
        break;
      case TargetKind.External:
      case TargetKind.Builtin:
        this.setLeaf(target, row, EDGE_CODE.call);
        break;
    }
  }

  /** Calls modules that export one value as a whole, `module.exports = (() => …)()`, where nothing tells what the value is. */
  private callModules(value: Value): void {
    if (this.ends.length > 0 || value.some(({ kind }) => kind === TargetKind.External)) return;
    for (const target of value) {
      if (target.kind !== TargetKind.Module) continue;
      const ctx = this.ev.context(target.file);
      const name = this.ev.names.number("export=");
      this.ev.record(ctx, exportLookup(ctx.pathHash, this.ev.names.hash(name)));
      if (ctx.exported(name).length > 0) this.push(target, EDGE_CODE.call);
    }
  }

  private callDeclaration(target: Target, row: number, held: number): void {
    const ctx = this.ev.context(target.file);
    const kind = ctx.kind(target.symbol);
    if (ctx.packageName !== undefined && isTypeKind(kind)) this.push(target, this.mentionKind(target, "type"));
    else if (kind === KIND_CODE.class) this.construct(target);
    else if (kind === KIND_CODE.variable || this.isAccessor(target)) this.callHeld(target, row, held);
    else if (kind !== KIND_CODE.interface && kind !== KIND_CODE.type && kind !== KIND_CODE.module) {
      this.push(target, EDGE_CODE.call);
      if (kind === KIND_CODE.method) this.callImplementers(target);
    }
  }

  private callImplementers(method: Target): void {
    for (const other of this.implementers.of(method)) this.push(other, EDGE_CODE.call);
  }

  /** Calls the value of a variable or accessor; the variable itself if its value is unknown. */
  private callHeld(target: Target, row: number, held: number): void {
    const isAccessor = this.isAccessor(target);
    const before = this.ends.length;
    if (held > 0) {
      for (const value of this.ev.held(target, FULL_FUEL)) {
        if (value !== target && !this.isMade(value, target)) this.addCall(value, row, held - 1);
      }
    }
    const isFound = this.ends.length > before;
    if (isAccessor && !this.isReadAt(row, target)) return;
    this.push(target, isAccessor || !isFound ? EDGE_CODE.call : this.mentionKind(target, "read"));
  }

  /** Whether a script's call reads the accessor: in `const open = box.open; open()`, the first statement does. */
  private isReadAt(row: number, { file, symbol }: Target): boolean {
    const { op, a, b } = this.ctx.exprs;
    if (this.ctx.isPython) return true;
    const callee = op[row] === ExprOp.Apply ? (a[row] ?? 0) : row;
    const accessor = this.ev.context(file);
    return (
      op[callee] === ExprOp.Member &&
      this.ctx.name(b[callee] ?? 0) === accessor.name(accessor.symbols.name[symbol] ?? 0)
    );
  }

  /**
   * Whether a variable of a script holds a function that is made by a call, a closure or `send.bind(null, "GET")`: to a
   * reader, the variable is the callee, and what it is made of is used where it is made.
   */
  private isMade(value: Target, variable: Target): boolean {
    if (value.kind !== TargetKind.Declaration) return false;
    const ctx = this.ev.context(value.file);
    const isScript = !ctx.isPython && ctx.packageName === undefined && !this.isAccessor(variable);
    if (!isScript || ctx.kind(value.symbol) !== KIND_CODE.function) return false;
    const isClosure = value.resolver === RULE.returned.resolver && this.hasFlag(value, SymbolFlag.Nested);
    return isClosure || this.isBound(variable);
  }

  private isBound({ kind, file, symbol }: Target): boolean {
    if (kind !== TargetKind.Declaration) return false;
    const ctx = this.ev.context(file);
    const { op, a, b } = ctx.exprs;
    this.ev.record(ctx, valueLookup(ctx.idHash(symbol)));
    const value = (ctx.symbols.valueOpt[symbol] ?? 0) - 1;
    const callee = op[value] === ExprOp.Call ? (a[value] ?? 0) : 0;
    return op[callee] === ExprOp.Member && this.ev.names.text(ctx.name(b[callee] ?? 0)) === "bind";
  }

  private construct(cls: Target): void {
    this.push(cls, EDGE_CODE.call);
    if (this.ev.context(cls.file).isPython) {
      if (!this.callMember(cls, "__init__")) this.callMember(cls, "__new__");
    } else this.callMember(cls, "constructor");
  }

  /** Adds the targets of `super(…)`: the base's constructor, and a construction of the base. */
  private constructBase(below: Target): void {
    const bases = this.ev.ancestors(this.ev.context(below.file), below.symbol, FULL_FUEL);
    const base = bases[1];
    if (base === undefined) {
      this.constructNamedBase(below);
      return;
    }
    if (base.kind === TargetKind.External)
      this.leaf = { kind: EDGE_CODE.call, packageName: base.text, name: base.name };
    else if (base.kind === TargetKind.Declaration) this.construct(refine(base, RULE.superMember));
  }

  /** Adds the construction of a base that is a variable with a known type only. */
  private constructNamedBase(below: Target): void {
    const { expr, kind } = this.ctx.page.table(HERITAGE);
    for (const row of this.ctx.heritage(below.symbol)) {
      if (kind[row] !== HeritageKind.Extends) continue;
      for (const target of this.ev.valueOf(expr[row] ?? 0)) {
        if (target.kind === TargetKind.Declaration) this.push(refine(target, RULE.superMember), EDGE_CODE.call);
      }
    }
  }

  private callMember(target: Target, name: string): boolean {
    const { ev } = this;
    const found = ev.classMember(target, ev.names.number(name), { above: false, fuel: FULL_FUEL });
    const declared = found.filter((member) => member.kind === TargetKind.Declaration);
    for (const member of declared) this.push(refine(member, target), EDGE_CODE.call);
    return declared.length > 0;
  }

  /** Adds the interface or type whose call signatures describe the object that is called. */
  private callSignatures(target: Target): void {
    if (signaturesOf(this.ev, target, FULL_FUEL).length === 0) return;
    this.push({ ...target, kind: TargetKind.Declaration }, EDGE_CODE.call);
  }

  private addMention(target: Target | undefined, use: Use, row: number): void {
    if (target === undefined) return;
    if (use === "accessor") this.addAttribute(target);
    else if (isOutside(target)) this.mentionOutside(target, row);
    else if (target.kind === TargetKind.Declaration) {
      const isCall = use === "write" ? this.hasFlag(target, SymbolFlag.Setter) : this.isAccessor(target);
      this.push(target, isCall ? EDGE_CODE.call : this.mentionKind(target, use));
      if (isCall) this.callImplementers(target);
      if (use === "tag" && this.isHolder(target)) this.addComponents(target);
    }
  }

  /** Adds the components of the repository that a variable of a template holds: `const Card = defineAsyncComponent(load)`. */
  private addComponents(variable: Target): void {
    for (const target of this.ev.held(variable, FULL_FUEL)) {
      if (target.kind === TargetKind.Declaration && !this.isHolder(target))
        this.push(target, this.mentionKind(target, "tag"));
    }
  }

  /** Adds an attribute that is not called: an accessor is called, a function is mentioned, data is ignored. */
  private addAttribute(target: Target): void {
    if (target.kind !== TargetKind.Declaration) return;
    if (this.isAccessor(target)) {
      this.push(target, EDGE_CODE.call);
      this.callImplementers(target);
    } else if (this.isFunction(target)) this.push(target, this.mentionKind(target, "read"));
  }

  private isFunction({ file, symbol }: Target): boolean {
    const kind = this.ev.context(file).kind(symbol);
    return kind === KIND_CODE.method || kind === KIND_CODE.function;
  }

  private mentionOutside(target: Target, row: number): void {
    if (target.kind === TargetKind.External) this.setLeaf(target, row, EDGE_CODE.import);
    else this.leaf ??= configurationLeaf(this.ev, target);
  }

  /** Adds the import or symbol at the start of a chain, and the accessors along the chain. */
  private addPathTo(row: number, use: Use): void {
    const { exprs } = this.ctx;
    let at = row;
    for (let links = 0; links < MAX_CHAIN && exprs.op[at] === ExprOp.Member; links++) {
      at = exprs.a[at] ?? 0;
      if (exprs.op[at] === ExprOp.Member) this.addAccessors(this.ev.valueOf(at));
    }
    const op = exprs.op[at] ?? 0;
    const isImport = op === ExprOp.Import;
    if (!isImport && op !== ExprOp.Symbol && op !== ExprOp.Global) return;
    const start = this.ev.valueOf(at);
    if (at !== row) this.addStart(start, use);
    if (isImport && this.ends.length === 0)
      this.addModules(start.length > 0 ? start : this.ev.moduleOf(exprs.a[at] ?? 0));
  }

  private addStart(start: Value, use: Use): void {
    for (const target of start) {
      if (target.kind === TargetKind.Declaration) this.push(target, this.mentionKind(target, use));
    }
  }

  private addAccessors(value: Value): void {
    for (const target of value) {
      if (target.kind === TargetKind.Declaration && this.isAccessor(target)) this.push(target, EDGE_CODE.call);
    }
  }

  private addModules(value: Value): void {
    for (const target of value) {
      if (target.kind === TargetKind.Module) this.push(target, EDGE_CODE.import);
      else if (target.kind === TargetKind.Package)
        for (const file of importedFiles(this.ev, target)) this.push(file, EDGE_CODE.import);
    }
  }

  /** Of a getter and a setter with one name, the one that this use calls. */
  private bySide(target: Target, use: Use): Target | undefined {
    if (target.kind !== TargetKind.Declaration) return target;
    const isGetter = this.hasFlag(target, SymbolFlag.Getter);
    const isSetter = this.hasFlag(target, SymbolFlag.Setter);
    if (isGetter === isSetter) return target;
    return (use === "write") === isSetter ? target : undefined;
  }

  private isAccessor(target: Target): boolean {
    return this.hasFlag(target, SymbolFlag.Getter);
  }

  private hasFlag(target: Target, flag: number): boolean {
    const ctx = this.ev.context(target.file);
    this.ev.record(ctx, symbolLookup(ctx.idHash(target.symbol)));
    return ctx.hasFlag(target.symbol, flag);
  }

  private mentionKind(target: Target, use: Use): number {
    if (this.isSetting(target)) return EDGE_CODE.config;
    const isUse = target.file === this.ctx.handle || use === "type" || use === "tag";
    return isUse ? EDGE_CODE.uses : EDGE_CODE.import;
  }

  /** Whether a target is a variable of another configuration module. */
  private isSetting({ file, symbol }: Target): boolean {
    if (file === this.ctx.handle) return false;
    const ctx = this.ev.context(file);
    return ctx.kind(symbol) === KIND_CODE.variable && ctx.isConfiguration;
  }

  private setLeaf(target: Target, row: number, kind: number): void {
    this.leaf ??= configurationLeaf(this.ev, target);
    if (this.leaf !== undefined) return;
    const isNamed = target.kind === TargetKind.External && target.name !== "";
    const name = isNamed ? target.name : writtenName(this.ctx, row);
    this.leaf = { kind, packageName: target.text, name };
  }

  private push(target: Target, kind: number): void {
    const { file, symbol, resolver } = target;
    const confidence = this.calibration?.confidence(resolver, target.confidence) ?? target.confidence;
    this.ends.push({ file, symbol, kind, confidence, resolver, target: this.edges.target(file, symbol) });
  }
}

/** What is converted to, not called, in a language whose types have no constructors. */
function isTypeKind(kind: number): boolean {
  return kind === KIND_CODE.class || kind === KIND_CODE.interface || kind === KIND_CODE.type;
}
