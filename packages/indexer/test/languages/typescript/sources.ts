/** Realistic sources that together use every construct, for tests of invariants. */
import type { GrammarLanguage } from "@sdl/model/facts";

/** Sources by description. */
export const SOURCES: readonly (readonly [string, GrammarLanguage, string])[] = [
  [
    "a module of classes",
    "typescript",
    `/** Stores. */
import { Base, type Options } from "./base.js";
import * as util from "node:util";
export interface Cache<in out Key, out Value> { get(key: Key): Value | undefined; readonly size: number; on?: (e: Event) => void }
export type Loader<T> = (key: string) => Promise<T>;
@Injectable({ scope: "root" })
export abstract class Store<T extends object> extends Base<T> implements Cache<string, T> {
  static instances = 0;
  #entries = new Map<string, T>();
  constructor(private readonly options: Options = {}, loader?: Loader<T>) { super(options); this.loader = loader; Store.instances++; }
  get size(): number { return this.#entries.size; }
  set size(value) { throw new Error(\`size \${value} is read-only\`); }
  get(key: string): T | undefined;
  get(key: number): T | undefined;
  get(key: any) { return this.#entries.get(String(key)) ?? this.load(key); }
  protected abstract load(key: string): T;
  async *all(): AsyncGenerator<T> { for (const [, value] of this.#entries) yield value; }
  handle = (event: Event) => { this.get(event.type)?.toString(); };
  @Log() private static helper<const U>(this: void, { a, b: [c] = [] }: any = {}) { return a?.b.c!.d as U; }
}
export const enum Level { Low = 1, High = Low << 2 }
export namespace Tools.Inner { export const format = (x: unknown) => util.inspect(x); export function run() { return format(1); } }
declare global { interface Window { store: Store<any> } }
export default new (class extends Store<{ id: string }> { load() { return { id: "x" }; } })();
`,
  ],
  [
    "a module without semicolons",
    "typescript",
    `import type * as Types from "./types"
export const map: {
  <A, B>(f: (a: A) => B): (self: Types.Box<A>) => Types.Box<B>
  <A, B>(self: Types.Box<A>, f: (a: A) => B): Types.Box<B>
} = dual(2, function*(self, f) { const { a, ...rest } = yield* f(self); return rest })
const load = async () => { const m = await import("./lazy"); using file = open(); return m.run(file) }
export * as all from "./all"
export { load as default, map as "odd name" }
label: for (const x of [1, 2, 3]) { if (x > 1 && x < 3) continue label; else break }
switch (map) { case load: { let z = 1; z++ } default: try { load() } catch ({ message }) { message.trim() } finally { } }
type Pick2<T, K extends keyof T = keyof T> = { readonly [P in K as \`get\${P & string}\`]?: T[P] extends infer U ? U : never }
let f: typeof load, g: unique symbol, h: asserts, i: [a: string, b?: number, ...c: boolean[]]
`,
  ],
  [
    "a component",
    "tsx",
    `import React, { useState } from "react";
import { Button } from "./button";
export const Counter: React.FC<{ start?: number }> = ({ start = 0, ...rest }) => {
  const [count, setCount] = useState<number | null>(start);
  const ref = React.useRef<HTMLDivElement>(null);
  return (
    <div ref={ref} {...rest} className="counter">
      {count! > 0 ? <Button.Primary<string> onClick={() => setCount((c) => c! + 1)}>It's &amp; {count}</Button.Primary> : <></>}
      <ui:thing data-x="1" />
    </div>
  );
};
export default React.memo(function Named(props: Props) { return <Counter {...props} />; });
`,
  ],
  [
    "a CommonJS script",
    "javascript",
    `#!/usr/bin/env node
"use strict";
const fs = require("fs"), { join, resolve: res } = require("path");
var hoisted = 1, hoisted = 2;
function Shape(kind) { if (!(this instanceof Shape)) return new Shape(kind); this.kind = kind; this.draw = function () { return this.kind; }; }
Shape.prototype.area = function area() { return join(this.kind, fs.readFileSync(res("x"))); };
Shape.prototype = { scale(n) { return n * 2; }, "quoted-name": () => {}, get x() { return 1; }, [Symbol.iterator]: function* () {} };
Shape.of = (...kinds) => kinds.map((kind) => new Shape(kind));
module.exports = exports = { Shape, helper() {}, nested: { deep: { run: async () => { await import("./other.js"); } } } };
exports.late = function () { arguments[0]?.call(null, /re[/]gex/g.test("x") / 2); };
class Counter { static #count = 0; static { Counter.#count++; } accessor size = 1; static inc() { return #count in this; } }
do { hoisted--; } while (hoisted > 0), (function iife() { with_(hoisted); })();
`,
  ],
];
