/**
 * Evaluator of the facts' expressions: the table from operator to rule, and the state shared by a run. Invariant: a
 * result depends on facts, configuration and paths only, never on the order in which files are linked.
 */
import type { FileHandle } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { FactsSource } from "@sdl/model/graph";
import { ContextTable } from "./context-table.js";
import { FileContext } from "./files/file-context.js";
import { NameTable } from "./files/name-table.js";
import { GlobalNames } from "./global-names.js";
import { ModuleResolver } from "./modules/module-resolver.js";
import { PackageScopes } from "./package-scopes.js";
import { FULL_FUEL, Recorder, type StepTable } from "./recorder.js";
import { functionTypeValue, handedValue, parameterValue, placedValue } from "./rules/callbacks.js";
import { ancestorsOf, classMember } from "./rules/classes.js";
import { awaitedValue, containerOf, elementValue, enteredValue, keyedValue, tupleValue } from "./rules/containers.js";
import { type Evaluation, isVariable, type StepCost } from "./rules/evaluation.js";
import { exportedValue, globalValue } from "./rules/exports.js";
import { importValue, requiredModule } from "./rules/imports.js";
import { memberValue } from "./rules/members.js";
import { PageScripts } from "./rules/page-scripts.js";
import { fixtureValue } from "./rules/python/fixtures.js";
import { holdsLiteral, memberFunctions } from "./rules/records.js";
import { callValue, constructedValue, mergedValue } from "./rules/returns.js";
import { withArguments } from "./rules/type-arguments.js";
import { decoratedValue, heldBy, instancesOf, localValue } from "./rules/values.js";
import { StaleSteps } from "./stale-steps.js";
import {
  baseView,
  builtin,
  flatMapValue,
  indexedType,
  instance,
  isMetaType,
  NOTHING,
  record,
  self,
  type Target,
  TargetKind,
  typeParameter,
  union,
  type Value,
  withItem,
} from "./values/target.js";
import { NO_WORK_LIMIT } from "./work-limit.js";

/**
 * Deepest operand chain that is evaluated: in the file being linked, and inside cached steps, which nest. Both count
 * from the start of the step, so that cached results make no difference.
 */
const MAX_DEPTH = 128;
const MAX_STEP_DEPTH = 24;

/** Maximum number of variables that are followed, each another name of the next. */
const MAX_NAMES = 3;

const noArgument = (): Value => NOTHING;

/** Evaluates expressions of any file for the file being linked. */
export class Evaluator implements Evaluation {
  readonly names = new NameTable();
  readonly recorder = new Recorder();
  readonly modules: ModuleResolver;
  readonly pages: PageScripts;
  readonly globals: GlobalNames;
  readonly packages: PackageScopes;
  private readonly contexts: ContextTable;
  private linked: FileContext | undefined;
  private rows: (Value | undefined)[] = [];
  private depth = 0;

  /**
   * @param isCalibrated whether edges get measured confidences instead of the rules' own
   * @param contextBytes limit of the cached files; default in {@link ContextTable}
   */
  constructor(
    readonly source: FactsSource,
    readonly isCalibrated = true,
    contextBytes?: number,
  ) {
    this.contexts = new ContextTable(contextBytes);
    this.modules = new ModuleResolver(source, this.recorder);
    this.pages = new PageScripts(source, (file) => this.context(file));
    this.globals = new GlobalNames(source, (file) => this.context(file));
    this.packages = new PackageScopes(source, (file) => this.context(file));
  }

  /**
   * Starts linking a file: collects its lookups from here on.
   * @param limit most work for the file; beyond it {@link WorkLimitError} is thrown
   */
  begin(file: FileHandle, limit = NO_WORK_LIMIT): FileContext {
    this.depth = 0;
    this.contexts.beginLink();
    this.linked = this.context(file);
    this.recorder.begin(limit(this.linked.page));
    // Allocated at full length: V8 turns an array that grows by distant indices into a hash table.
    this.rows = new Array(this.linked.exprs.rows);
    return this.linked;
  }

  /** The value of an expression of the file being linked. */
  valueOf(row: number): Value {
    return this.linked === undefined ? NOTHING : this.evaluate(this.linked, row, FULL_FUEL);
  }

  /** The value that an import of the file being linked binds. */
  imported(row: number): Value {
    return this.linked === undefined ? NOTHING : importValue(this, this.linked, row, FULL_FUEL);
  }

  /** The module that an import of the file being linked names. */
  moduleOf(row: number): Value {
    const { linked } = this;
    if (linked === undefined) return NOTHING;
    return this.resolveWritten(linked, linked.imports.specifier[row] ?? 0);
  }

  context(file: FileHandle): FileContext {
    const known = this.contexts.find(file);
    if (known !== undefined) return known;
    const { source } = this;
    const identity = {
      handle: file,
      path: source.path(file),
      page: source.facts(file),
      symbolIds: source.symbolIds(file),
    };
    const made = new FileContext(identity, this.names);
    this.contexts.put(made);
    return made;
  }

  /** Removes files from the cache, with all cached steps of other files that depend on one of the lookups. */
  forget(files: Iterable<FileHandle>, lookups: ReadonlySet<number>): void {
    for (const file of files) this.contexts.remove(file);
    if (lookups.size === 0) return;
    this.contexts.hasRemoved = true;
    this.pages.forgetNames();
    this.globals.forgetNames();
    this.packages.forgetNames();
    const stale = new StaleSteps(lookups, this.recorder.marksForSweep());
    for (const { steps } of this.contexts.all()) for (const table of steps.tables()) stale.dropFrom(table);
  }

  /**
   * Whether work may be counted twice: steps of a file that was read again are cached again, while cached steps of
   * other files still refer to the old ones.
   */
  get countsTwice(): boolean {
    return this.contexts.hasRemoved;
  }

  record(ctx: FileContext, lookup: number): void {
    if (ctx !== this.linked || !this.recorder.isAtTop) this.recorder.record(lookup);
  }

  recall(table: StepTable<Value>, key: number, fuel: number): Value | undefined {
    return this.recorder.find(table, key, fuel)?.value;
  }

  step(table: StepTable<Value>, key: number, { fuel, cost }: StepCost, run: (fuel: number) => Value): Value {
    const { recorder } = this;
    if (fuel < cost) {
      recorder.cut();
      return NOTHING;
    }
    const { depth } = this;
    this.depth = 0;
    const step = recorder.compute(table, key, { fuel, cost }, run);
    this.depth = depth;
    return step.value ?? NOTHING;
  }

  evaluate(ctx: FileContext, row: number, fuel: number): Value {
    const isShared = this.isAtTop(ctx, fuel);
    if (isShared) {
      const known = this.rows[row];
      if (known !== undefined) return known;
    }
    if (this.depth > (this.recorder.isAtTop ? MAX_DEPTH : MAX_STEP_DEPTH)) return NOTHING;
    this.depth++;
    this.recorder.spend(1);
    const value = this.compute(ctx, row, fuel);
    this.depth--;
    if (isShared) this.rows[row] = value;
    return value;
  }

  isAtTop(ctx: FileContext, fuel: number): boolean {
    return ctx === this.linked && fuel === FULL_FUEL && this.recorder.isAtTop;
  }

  resolveWritten(ctx: FileContext, string: number): Value {
    const known = ctx.modules.get(string);
    if (known !== undefined) return this.recorder.reuse(known) ?? NOTHING;
    const step = this.modules.step(ctx.path, ctx.page.language, ctx.page.string(string));
    ctx.modules.set(string, step);
    return step.value ?? NOTHING;
  }

  resolveModule(ctx: FileContext, specifier: string): Value {
    return this.modules.step(ctx.path, ctx.page.language, specifier).value ?? NOTHING;
  }

  findPythonModule(base: string): FileHandle | string | undefined {
    return this.modules.python.find(base);
  }

  exported(ctx: FileContext, name: number, fuel: number): Value {
    return exportedValue(this, ctx, name, fuel);
  }

  memberOf(object: Value, name: number, fuel: number): Value {
    return memberValue(this, object, name, fuel);
  }

  callOf(callee: Value, argument: (() => Value) | undefined, fuel: number): Value {
    return callValue(this, callee, argument ?? noArgument, fuel);
  }

  instancesOf(type: Value, fuel: number): Value {
    return instancesOf(this, type, fuel);
  }

  held(target: Target, fuel: number): Value {
    return heldBy(this, target, fuel);
  }

  decorated(target: Target, fuel: number): Value {
    return decoratedValue(this, target, fuel);
  }

  classMember(cls: Target, name: number, options: { readonly above: boolean; readonly fuel: number }): Value {
    return classMember(this, cls, name, options);
  }

  ancestors(ctx: FileContext, ordinal: number, fuel: number): Value {
    return ancestorsOf(this, ctx, ordinal, fuel);
  }

  /** The values that a row's variables and accessors hold, also through variables that are other names of a variable. */
  private heldValues(ctx: FileContext, row: number, fuel: number): Value {
    let value = flatMapValue(this.evaluate(ctx, row, fuel), (target) => heldBy(this, target, fuel));
    for (let names = 1; names < MAX_NAMES && value.some((target) => isVariable(this, target)); names++) {
      value = flatMapValue(value, (target) => (isVariable(this, target) ? heldBy(this, target, fuel) : [target]));
    }
    return value;
  }

  /** What a call is given: the values that a variable holds, or the variable itself if it holds an object of its own. */
  private argumentValue(ctx: FileContext, row: number, fuel: number): Value {
    const held = this.heldValues(ctx, row, fuel);
    if (ctx.isPython || !held.every(isPlainObject)) return held;
    const objects = this.evaluate(ctx, row, fuel).filter((target) => isVariable(this, target));
    return objects.length > 0 ? objects : held;
  }

  /** Items of a container; of an object literal, also the functions that are members of the variable that holds it. */
  private elements(ctx: FileContext, row: number, fuel: number): Value {
    const held = this.heldValues(ctx, row, fuel);
    const items = elementValue(this, held, fuel);
    if (ctx.isPython) return items;
    const isObject = held.some((target) => target.kind === TargetKind.Record || isPlainObject(target));
    const tables = this.evaluate(ctx, row, fuel).filter((target) => isObject || holdsLiteral(this, target));
    return union(
      items,
      flatMapValue(tables, (target) => memberFunctions(this, target)),
    );
  }

  private compute(ctx: FileContext, row: number, fuel: number): Value {
    const a = ctx.exprs.a[row] ?? 0;
    const b = ctx.exprs.b[row] ?? 0;
    const op = ctx.exprs.op[row] ?? 0;
    switch (op) {
      case ExprOp.Symbol:
        return ctx.declaration(a);
      case ExprOp.Import:
        return importValue(this, ctx, a, fuel);
      case ExprOp.Local:
        return localValue(this, ctx, a, fuel);
      case ExprOp.Member:
        return memberValue(this, this.evaluate(ctx, a, fuel), ctx.name(b), fuel);
      case ExprOp.Call:
        return this.called(ctx, a, b, fuel);
      case ExprOp.New:
        return constructedValue(this, this.evaluate(ctx, a, fuel), fuel);
      case ExprOp.Global:
        return globalValue(this, ctx, ctx.name(a), fuel);
      default:
        return this.computeOther(ctx, { row, op, a, b }, fuel);
    }
  }

  private computeOther(ctx: FileContext, expr: { row: number; op: number; a: number; b: number }, fuel: number): Value {
    const { row, op, a, b } = expr;
    switch (op) {
      case ExprOp.This:
        return [self(instance(ctx.handle, a))];
      case ExprOp.Super:
        return [baseView(ctx.handle, a)];
      case ExprOp.Class:
        return ctx.declaration(a).map(self);
      case ExprOp.Instance:
        return this.instancesOf(this.evaluate(ctx, a, fuel), fuel);
      case ExprOp.Union:
        return union(this.evaluate(ctx, a, fuel), this.evaluate(ctx, b, fuel));
      case ExprOp.Apply:
        return this.applied(ctx, a, b, fuel);
      case ExprOp.Await:
        return awaitedValue(this, this.heldValues(ctx, a, fuel), fuel);
      case ExprOp.Element:
        return b === 0
          ? this.elements(ctx, a, fuel)
          : keyedValue(this, this.heldValues(ctx, a, fuel), ctx.name(b - 1), fuel);
      case ExprOp.Enter:
        return enteredValue(this, this.heldValues(ctx, a, fuel), fuel);
      case ExprOp.Items:
        return [containerOf(this.heldValues(ctx, a, fuel))];
      case ExprOp.Tuple:
        return tupleValue(this, ctx, row, fuel);
      case ExprOp.Part:
        return placedValue(this, this.heldValues(ctx, a, fuel), b, fuel);
      case ExprOp.Module:
        return flatMapValue(this.resolveModule(ctx, ctx.page.string(a)), (module) =>
          requiredModule(this, module, fuel),
        );
      case ExprOp.Handed:
        return handedValue(this, this.evaluate(ctx, a, fuel), b, fuel);
      case ExprOp.Parameter:
        return parameterValue(this, ctx, { call: a, argument: b }, fuel);
      case ExprOp.Function:
        return functionTypeValue(this, ctx, row, fuel);
      case ExprOp.Literal:
        return [builtin(ctx.page.string(a))];
      case ExprOp.TypeParameter:
        return [typeParameter(b, a === 0 ? NOTHING : this.instancesOf(this.evaluate(ctx, a, fuel), fuel))];
      case ExprOp.Merged:
        return mergedValue(this, this.evaluate(ctx, a, fuel), () => this.argumentValue(ctx, b, fuel), fuel);
      case ExprOp.Indexed:
        return [indexedType(this.evaluate(ctx, a, fuel), this.evaluate(ctx, b, fuel))];
      case ExprOp.Fixture:
        return fixtureValue(this, ctx, ctx.name(a), fuel);
      case ExprOp.Record:
        return [record(ctx.handle, row, ctx.page)];
      default:
        return NOTHING;
    }
  }

  /** @param row of the first argument, 0 for none */
  private called(ctx: FileContext, head: number, row: number, fuel: number): Value {
    const callee = this.evaluate(ctx, head, fuel);
    return callValue(this, callee, row === 0 ? noArgument : () => this.argumentValue(ctx, row, fuel), fuel);
  }

  private applied(ctx: FileContext, head: number, argument: number, fuel: number): Value {
    const heads = this.evaluate(ctx, head, fuel);
    if (!ctx.isPython && !heads.some(isMetaType)) return withArguments(this, heads, { ctx, row: argument }, fuel);
    const type = this.evaluate(ctx, argument, fuel);
    let item: Value | undefined;
    return heads.map((target) => {
      if (isMetaType(target)) return withItem(target, type);
      item ??= this.instancesOf(type, fuel);
      return withItem(target, item);
    });
  }
}

/** Whether a target is an object whose properties are those of the variable that holds it. */
function isPlainObject({ kind, name }: Target): boolean {
  return kind === TargetKind.Builtin && name === "object";
}
