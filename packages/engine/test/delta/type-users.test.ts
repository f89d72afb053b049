/** Tests of code that a changed member breaks although it does not name the member: the affected symbols and the paths to them. */
import { computeDelta } from "@sdl/delta";
import { behaviourStatements } from "@sdl/slice";
import { expect, test } from "vitest";
import { parseSources, withVersions } from "./two-versions.js";

/** Expects lines `name: reason`, sorted by name, for the symbols that the edit affects. */
async function check(source: string, edit: readonly [string, string], expected: readonly string[]): Promise<void> {
  expect(source).toContain(edit[0]);
  const versions = [parseSources(source), parseSources(source.replace(...edit))] as const;
  const found = await withVersions(versions, (before, after) => {
    const { blast, pairs } = computeDelta(before.side, after.side, { describe: behaviourStatements });
    return blast.map(({ symbol, reason }) => `${pairs.after.graph.symbol(symbol).qualifiedName} ${reason}`);
  });
  expect(found.sort()).toEqual([...expected].sort());
}

const SHAPES = `//- src/shape.ts
export interface Shape {
  area(unit: string): number;
}
export class Square implements Shape {
  area(unit: string): number {
    return unit.length;
  }
}
export class Small extends Square {}
export class Tiny extends Square implements Shape {}
export const UNIT = new Square();
export function show(shape: Shape): string {
  return String(shape);
}
//- src/use.ts
import { Shape, show, Small, Square, UNIT } from "./shape";
export function handsOn(): string {
  return show(new Small());
}
export function declares(): Shape {
  return new Square();
}
export function keeps(): Square {
  return new Square();
}
export function takesConstant(): string {
  return show(UNIT);
}
export class Holder {
  private readonly square = new Square();
  shown(): string {
    return show(this.square);
  }
  count(): number {
    return 1;
  }
}
`;

test("if a class no longer fits its interface, code that passes its instances as that interface is broken", () =>
  check(
    SHAPES,
    ["area(unit: string): number {", "area(unit: string, scale: number): number {"],
    [
      "Shape.area declares Square.area: signature changed",
      "Tiny uses the type of Square.area: signature changed",
      "declares uses the type of Square.area: signature changed",
      "handsOn uses the type of Square.area: signature changed",
      "takesConstant uses the type of Square.area: signature changed",
      "Holder.shown uses the type of Square.area: signature changed",
    ],
  ));

const BASES = `//- src/base.ts
export abstract class Base {
  abstract demanded(): number;
  given(): number {
    return 1;
  }
}
export class Own extends Base {
  demanded(): number {
    return 2;
  }
  given(): number {
    return 3;
  }
}
export function make(): Base {
  return new Own();
}
`;

test("a class without a member that its abstract base demands is broken; code that uses its instances is not", () =>
  check(
    BASES,
    [
      "export class Own extends Base {\n  demanded(): number {\n    return 2;\n  }\n",
      "export class Own extends Base {\n",
    ],
    ["Base.demanded declares Own.demanded: removed", "Own has no Own.demanded: removed"],
  ));

test("in Python, code that creates an instance of a class without a demanded member is affected", () =>
  check(
    `//- base.py
from abc import ABC, abstractmethod


class Base(ABC):
    @abstractmethod
    def demanded(self) -> int: ...


class Own(Base):
    def demanded(self) -> int:
        return 1

    def given(self) -> int:
        return 2


def make() -> Base:
    return Own()
`,
    ["    def demanded(self) -> int:\n        return 1\n\n", ""],
    [
      "Base.demanded declares Own.demanded: removed",
      "Own has no Own.demanded: removed",
      "make uses the type of Own.demanded: removed",
    ],
  ));

test("members of a class that pass their own instance on are broken with the class", () =>
  check(
    `//- src/shape.ts
export interface Shape {
  area(): number;
}
export function show(shape: Shape): string {
  return String(shape);
}
export class Square implements Shape {
  area(): number {
    return 4;
  }
  shown(): string {
    return show(this);
  }
  sides(): number {
    return 4;
  }
}
`,
    ["  area(): number {\n", "  area(scale: number): number {\n"],
    [
      "Shape.area declares Square.area: signature changed",
      "Square.shown uses the type of Square.area: signature changed",
    ],
  ));

test("a class without a member that its base provides is complete", () =>
  check(BASES, ["  given(): number {\n    return 3;\n  }\n", ""], ["Base.given declares Own.given: removed"]));

test("an object can fit an interface that its class does not name", () =>
  check(
    `//- src/sink.ts
export interface Sink {
  put(text: string): void;
}
export function fill(sink: Sink): void {
  sink.put("");
}
//- src/log.ts
import { fill } from "./sink";
export class Log {
  put(text: string): void {}
  flush(): void {}
}
export function run(): void {
  fill(new Log());
}
export function idle(): Log {
  return new Log();
}
`,
    ["put(text: string): void {}", "write(text: string): void {}"],
    ["run uses the type of Log.write: signature changed"],
  ));

test("object literals of an interface are found at callers of functions that accept one, and in functions that return one", () =>
  check(
    `//- src/options.ts
export interface Options {
  onDone(code: number): void;
}
export function start(options: Options): void {}
export function preset(): Options {
  return { onDone: () => undefined };
}
export function later(run: (options: Options) => void): void {
  run({ onDone: () => undefined });
}
//- src/use.ts
import { type Options, preset, start } from "./options";
export function boot(): void {
  start({ onDone: () => undefined });
}
export function idle(): void {
  start(preset());
}
export const LOUD: Options = {
  onDone() {},
};
`,
    ["  onDone(code: number): void;\n", ""],
    [
      "LOUD.onDone uses the type of Options.onDone: removed",
      "boot uses the type of Options.onDone: removed",
      "later uses the type of Options.onDone: removed",
      "preset.onDone uses the type of Options.onDone: removed",
    ],
  ));

test("an additional optional member breaks no code", () =>
  check(
    `//- src/options.ts
export interface Options {
  onDone(code: number): void;
}
export const QUIET: Options = { onDone: () => undefined };
`,
    ["  onDone(code: number): void;\n", "  onDone(code: number): void;\n  onStart?(): void;\n"],
    [],
  ));

const RESULTS = `//- src/results.ts
export function source(): number {
  return 1;
}
export async function handed() {
  const value = await source();
  return { value };
}
export function counted() {
  const value = source();
  return value > 1 ? "many" : "one";
}
export function declared(): number {
  return source();
}
export const useHanded = () => handed().then(String);
export const useCounted = () => counted();
export const useDeclared = () => declared();
`;

test("a changed result type affects functions that return it undeclared, and stops at functions that create another value", () =>
  check(
    RESULTS,
    ["source(): number", "source(): string"],
    [
      "counted calls source: signature changed",
      "declared calls source: signature changed",
      "handed calls source: signature changed",
      "useHanded calls handed, which calls source: signature changed",
    ],
  ));

test("a declared member without a body does nothing: callers of its callers are not affected by its parameters", () =>
  check(
    `//- src/sink.ts
export interface Sink {
  put(text: string): void;
}
export function fill(sink: Sink): void {
  sink.put("");
}
export function run(sink: Sink): void {
  fill(sink);
}
`,
    ["put(text: string)", "put(text: string, at: number)"],
    ["fill calls Sink.put: signature changed"],
  ));

test("a class with a field whose type no longer fits does not fit its own interface either", () =>
  check(
    `//- src/list.ts
export interface List {
  pop(): number;
}
export class ArrayList implements List {
  pop(): number {
    return 1;
  }
}
//- src/buffer.ts
import { ArrayList, List } from "./list";
export interface Lines {
  lines: List;
}
export interface Plain {
  count: number;
}
export class Buffer implements Lines {
  readonly lines: ArrayList = new ArrayList();
}
export class Counter implements Plain {
  readonly count = new ArrayList().pop();
}
//- src/use.ts
import { Buffer, Counter, Lines, Plain } from "./buffer";
export function make(): Lines {
  return new Buffer();
}
export function count(): Plain {
  return new Counter();
}
`,
    ["pop(): number {", "pop(least: number): number {"],
    [
      "List.pop declares ArrayList.pop: signature changed",
      "Counter calls ArrayList.pop: signature changed",
      "Buffer uses the type of ArrayList.pop: signature changed",
      "make uses the type of ArrayList.pop: signature changed",
    ],
  ));

test("a class that implements another class lacks a renamed member; one that extends it inherits the member", () =>
  check(
    `export class Loggable {
  log(): number {
    return 1;
  }
}
export class Mixed implements Loggable {
  log(): number {
    return 2;
  }
}
export class Heir extends Loggable {
  count(): number {
    return 3;
  }
}
`,
    ["log(): number {\n    return 1;", "write(): number {\n    return 1;"],
    [
      "Mixed has no Loggable.write: signature changed",
      "Mixed.log overrides Loggable.log: signature changed, no longer found",
    ],
  ));

test("for a class its constructor matters: code that creates an instance writes no literals of its fields' types", () =>
  check(
    `//- src/source.ts
export interface Operator {
  call(count: number): number;
}
export class Source {
  operator: Operator | undefined;
  constructor(readonly name: string) {}
}
export class Applied {
  constructor(readonly operator: Operator) {}
}
//- src/use.ts
import { Applied, Source } from "./source";
export function makesSource(): Source {
  const call = "call";
  return new Source(call);
}
export function makesApplied(): Applied {
  return new Applied({ call: (count) => count });
}
`,
    ["call(count: number): number", "call(count: number): string"],
    ["makesApplied uses the type of Operator.call: signature changed"],
  ));
