/**
 * What a rule may ask for: the run's shared state and the other rules. Rules see this interface and never each other, so that a rule
 * can be added or taken out without touching its neighbours.
 */
import type { FileHandle } from "@sdl/model";
import type { FileContext } from "../files/file-context.js";
import type { NameTable } from "../files/name-table.js";
import type { PackageScopes } from "../package-scopes.js";
import type { Recorder, StepTable } from "../recorder.js";
import type { Target, Value } from "../values/target.js";
import type { PageScripts } from "./page-scripts.js";

export interface Evaluation {
  readonly names: NameTable;
  readonly recorder: Recorder;
  readonly pages: PageScripts;
  readonly packages: PackageScopes;
  context(file: FileHandle): FileContext;
  /** Records the lookup unless it asks the file that is being linked about itself. */
  record(ctx: FileContext, lookup: number): void;
  /** A remembered step's result; `undefined` when it must be computed for this fuel. */
  recall(table: StepTable<Value>, key: number, fuel: number): Value | undefined;
  /** Computes and remembers a step that cannot be recalled; nothing when `fuel` is less than `cost`. */
  step(table: StepTable<Value>, key: number, cost: StepCost, run: (fuel: number) => Value): Value;

  /** What an expression of the file stands for. */
  evaluate(ctx: FileContext, row: number, fuel: number): Value;
  /** Whether the expression is one of the file being linked, asked for by no step: its value is kept by the expression's row. */
  isAtTop(ctx: FileContext, fuel: number): boolean;
  /** Module that the specifier, written in that file, leads to. Empty when it leads nowhere. */
  resolveModule(ctx: FileContext, specifier: string): Value;
  /** As {@link resolveModule}, for a string of the file's page. */
  resolveWritten(ctx: FileContext, string: number): Value;
  /** The Python module or package at `base`, a path without extension; a text is the path of a folder without `__init__`. */
  findPythonModule(base: string): FileHandle | string | undefined;
  /** What a module offers under a name. */
  exported(ctx: FileContext, name: number, fuel: number): Value;
  /** The value of `object.name`. */
  memberOf(object: Value, name: number, fuel: number): Value;
  /** The value of calling, or constructing, `callee`. @param argument the first, asked for only if it matters */
  callOf(callee: Value, argument: (() => Value) | undefined, fuel: number): Value;
  /** Values whose declared type is `type`. */
  instancesOf(type: Value, fuel: number): Value;
  /** What a variable or accessor holds; other targets as they are. */
  held(target: Target, fuel: number): Value;
  /** What the decorators of a function of Python made of it. */
  decorated(target: Target, fuel: number): Value;
  /** Members of a class by name, through its bases; with `above`, through its bases only. */
  classMember(cls: Target, name: number, options: { readonly above: boolean; readonly fuel: number }): Value;
  /** The class and its ancestors in lookup order; classes outside the repository stand among them. */
  ancestors(ctx: FileContext, ordinal: number, fuel: number): Value;
}

export interface StepCost {
  readonly fuel: number;
  readonly cost: number;
}

/** Fuel that steps use up: 32 re-exports, or 4 variables, fields and returns within one another, are followed. */
export const COST = { none: 0, export: 1, bases: 1, record: 2, value: 8, returned: 8 } as const;
