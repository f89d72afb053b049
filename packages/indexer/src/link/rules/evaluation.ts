/**
 * Interface that rules use: the run's shared state and the other rules. Rules see only this interface and never each
 * other, so that a rule can be added or removed without touching others.
 */
import { type FileHandle, KIND_CODE } from "@sdl/model";
import type { FileContext } from "../files/file-context.js";
import type { NameTable } from "../files/name-table.js";
import type { GlobalNames } from "../global-names.js";
import type { PackageScopes } from "../package-scopes.js";
import type { Recorder, StepTable } from "../recorder.js";
import { type Target, TargetKind, type Value } from "../values/target.js";
import type { PageScripts } from "./page-scripts.js";

/** State and rules of a linking run. */
export interface Evaluation {
  readonly names: NameTable;
  readonly recorder: Recorder;
  readonly pages: PageScripts;
  readonly globals: GlobalNames;
  readonly packages: PackageScopes;
  context(file: FileHandle): FileContext;
  /** Records the lookup, unless it is about the file being linked. */
  record(ctx: FileContext, lookup: number): void;
  /** A cached step's result; `undefined` if it must be computed for this fuel. */
  recall(table: StepTable<Value>, key: number, fuel: number): Value | undefined;
  /** Computes and caches a step that is not cached; empty if `fuel` is less than `cost`. */
  step(table: StepTable<Value>, key: number, cost: StepCost, run: (fuel: number) => Value): Value;

  /** The value of an expression of the file. */
  evaluate(ctx: FileContext, row: number, fuel: number): Value;
  /** Whether the expression belongs to the file being linked and is evaluated outside of any step: then its value is cached by row. */
  isAtTop(ctx: FileContext, fuel: number): boolean;
  /** The module of a specifier written in that file; empty if unresolved. */
  resolveModule(ctx: FileContext, specifier: string): Value;
  /** Like {@link resolveModule}, for a specifier given as string number of the file's page. */
  resolveWritten(ctx: FileContext, string: number): Value;
  /** The Python module or package at `base`, a path without extension; a text target is the path of a folder without `__init__`. */
  findPythonModule(base: string): FileHandle | string | undefined;
  /** The value that a module exports under a name. */
  exported(ctx: FileContext, name: number, fuel: number): Value;
  /** The value of `object.name`. */
  memberOf(object: Value, name: number, fuel: number): Value;
  /** The value of calling, or constructing, `callee`. @param argument the first argument, evaluated only if needed */
  callOf(callee: Value, argument: (() => Value) | undefined, fuel: number): Value;
  /** Values whose declared type is `type`. */
  instancesOf(type: Value, fuel: number): Value;
  /** The value of a variable or accessor; other targets unchanged. */
  held(target: Target, fuel: number): Value;
  /** The value of a Python function after its decorators. */
  decorated(target: Target, fuel: number): Value;
  /** Members of a class by name, own and inherited; with `above`, inherited only. */
  classMember(cls: Target, name: number, options: { readonly above: boolean; readonly fuel: number }): Value;
  /** The class and its ancestors in lookup order, including classes outside the repository. */
  ancestors(ctx: FileContext, ordinal: number, fuel: number): Value;
}

/** Fuel available and fuel that the step uses. */
export interface StepCost {
  readonly fuel: number;
  readonly cost: number;
}

/** Fuel used by steps: it allows 64 re-exports, or 32 type aliases, or 8 nested variables, fields and returns. */
export const COST = { none: 0, export: 1, bases: 1, record: 2, alias: 2, value: 8, returned: 8 } as const;

/** Whether the target is the symbol of a variable. */
export function isVariable(ev: Evaluation, target: Target): boolean {
  return target.kind === TargetKind.Declaration && ev.context(target.file).kind(target.symbol) === KIND_CODE.variable;
}

/** Whether the target is the symbol of a class. */
export function isClass(ev: Evaluation, { kind, file, symbol }: Target): boolean {
  return kind === TargetKind.Declaration && ev.context(file).kind(symbol) === KIND_CODE.class;
}
