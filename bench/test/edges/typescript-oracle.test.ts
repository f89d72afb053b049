/** Tests of the TypeScript oracle on small projects: one line per call site. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { askTypescript } from "../../src/edges/typescript/typescript-oracle.js";

/** Splits a project into files at lines `//- path`. */
function check(project: string, expected: string, isListed: (path: string) => boolean = () => true): void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-oracle-")));
  try {
    const files = project
      .trim()
      .split("//- ")
      .slice(1)
      .map((part) => {
        const path = part.slice(0, part.indexOf("\n"));
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), part.slice(path.length + 1));
        return path;
      });
    const { sites } = askTypescript(
      root,
      files.filter((path) => !path.endsWith(".json") && isListed(path)),
    );
    const lines = sites.map(({ caller, name, status, receiver, targets, isOpen }) => {
      const form = status === "repository" ? receiver : status;
      return `${caller} calls ${name}: ${form}${isOpen === true ? " of any name" : ""} ${targets.join(" ")}`.trim();
    });
    expect(lines.sort().join("\n")).toBe(expected.trim());
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("calls roll up to declarations outside function bodies", () => {
  check(
    `
//- a.ts
export function a() { const inner = () => b(); inner(); }
export const b = () => [1].map(() => a());
`,
    `
a.ts#a calls b: same file a.ts#b
a.ts#a calls inner: same file a.ts#a
a.ts#b calls a: same file a.ts#a
a.ts#b calls map: external
`,
  );
});

test("variables of a block belong to the code around the block, its functions do not", () => {
  check(
    `
//- a.ts
function f() { return 1; }
if (f() > 0) {
  const one = f();
  const two = () => f();
  var three = f();
}
{
  const four = f();
}
for (const five of [1]) {
  const six = f();
}
`,
    `
a.ts# calls f: same file a.ts#f
a.ts# calls f: same file a.ts#f
a.ts# calls f: same file a.ts#f
a.ts#four calls f: same file a.ts#f
a.ts#three calls f: same file a.ts#f
a.ts#two calls f: same file a.ts#f
`,
  );
});

test("a class and its constructor are one; inherited members and super resolve to the base", () => {
  check(
    `
//- base.ts
export class Base { constructor() {} m() {} get size() { return 1; } }
//- a.ts
import { Base } from "./base.js";
class A extends Base {
  constructor() { super(); this.m(); }
  m() { super.m(); return this.size; }
}
new A().m();
`,
    `
a.ts# calls A: new a.ts#A
a.ts# calls m: typed receiver a.ts#A.m
a.ts#A calls m: this a.ts#A.m
a.ts#A calls super: super base.ts#Base
a.ts#A.m calls m: super base.ts#Base.m
a.ts#A.m calls size: accessor base.ts#Base.size
`,
  );
});

test("parameters and fields with functions are values; undeclared names are unresolved", () => {
  check(
    `
//- a.ts
import { gone } from "./gone.js";
interface Options { done(): void; each: () => void }
function f(callback: () => void, options: Options) {
  callback();
  options.done();
  options.each();
  gone();
}
`,
    `
a.ts#f calls callback: value a.ts#f
a.ts#f calls done: interface method a.ts#Options.done
a.ts#f calls each: value a.ts#Options.each
a.ts#f calls gone: unresolved of any name
`,
  );
});

test("a variable of the module without an initial value is a value", () => {
  check(
    `
//- a.ts
let box: (() => void) | undefined;
let lid: (() => void) | null = null;
const made: () => void = make();
function make() { box = () => {}; lid = box; return box; }
function f() {
  box?.();
  lid?.();
  made();
}
`,
    `
a.ts#f calls box: value a.ts#box
a.ts#f calls lid: value a.ts#lid
a.ts#f calls made: same file a.ts#made
a.ts#made calls make: same file a.ts#make
`,
  );
});

test("call and apply run their function; of a value that is any, nothing is known", () => {
  check(
    `
//- a.ts
export function f() {}
const table: any = {};
class Case {
  convert: () => void;
  constructor(isBig: boolean) { this.convert = isBig ? f : g; }
  run() { this.convert(); }
}
export function g() { f.call(null); f.apply(null, []); const made = table["x"]; new made(); }
`,
    `
a.ts#Case.run calls convert: value a.ts#Case.convert a.ts#f a.ts#g
a.ts#g calls : unresolved
a.ts#g calls f: same file a.ts#f
a.ts#g calls f: same file a.ts#f
`,
  );
});

test("JSX, tagged templates and decorators are calls; an alias counts as its function", () => {
  check(
    `
//- a.tsx
export function Button() { return null; }
const css = (parts: TemplateStringsArray) => parts;
function sealed(cls: Function) {}
export const View = () => <Button />;
@sealed
class C { style = css\`x\`; }
const other = css;
other([] as never);
`,
    `
a.tsx# calls other: same file a.tsx#css a.tsx#other
a.tsx#C calls css: tag a.tsx#css
a.tsx#C calls sealed: decorator a.tsx#sealed
a.tsx#View calls Button: jsx a.tsx#Button
`,
  );
});

test("declarations in comments are values; augmented declarations do not belong to the project", () => {
  check(
    `
//- a.js
/** @typedef {object} Writer
 * @property {(text: string) => void} write
 */
/** @param {Writer} writer */
function f(writer) { writer.write(""); }
//- b.ts
declare global { interface ErrorConstructor { more: string } interface Error { more: string } }
export const g = () => new Error();
`,
    `
a.js#f calls write: value
b.ts#g calls Error: external
`,
  );
});

test("in JavaScript, CommonJS, prototypes and imports of the project's packages by name are resolved", () => {
  check(
    `
//- core/package.json
{ "name": "@x/core" }
//- core/src/index.js
exports.start = function () {};
function Old() {}
Old.prototype.run = function () { exports.start(); };
//- app/main.js
const core = require("@x/core");
core.start();
`,
    `
app/main.js# calls start: namespace core/src/index.js#start
core/src/index.js#Old.run calls start: namespace core/src/index.js#start
`,
  );
});

test("members of an object that calls make into a declared value are declarations; a default is what a name may hold", () => {
  check(
    `
//- a.ts
declare function freeze<T>(value: T): Readonly<T>;
const noop = () => {};
interface Maker { make(): void }
export const Maker: Maker = freeze<Maker>({ make() { noop(); } });
export function run(done = noop, { each = noop } = {}) { Maker.make(); done(); each(); }
`,
    `
a.ts#Maker calls freeze: same file a.ts#freeze
a.ts#Maker.make calls noop: same file a.ts#noop
a.ts#run calls done: value a.ts#noop a.ts#run
a.ts#run calls each: value a.ts#noop a.ts#run
a.ts#run calls make: interface method a.ts#Maker.make
`,
  );
});

test("in JavaScript, a chain of assignments and a member of a prototype are other names of what runs", () => {
  check(
    `
//- a.js
function Box() {}
Box.prototype.open = function () {};
Box.prototype.unlock = Box.prototype.open;
module.exports = exports = Box;
//- b.js
const Box = require("./a");
export function main(handlers, name) {
  new Box().unlock();
  const handler = handlers[name];
  handler.call(this);
}
`,
    `
b.js#main calls : unresolved
b.js#main calls Box: new a.js#Box
b.js#main calls call: unresolved
b.js#main calls unlock: object member a.js#Box.open
`,
  );
});

test("code that only adds to a module of the project is no callee, and what a call gives has no name", () => {
  check(
    `
//- a.d.ts
export default function make(): () => void;
//- b.ts
import make from "./a";
declare module "./a" { interface Options { extra: string } }
make()();
`,
    `
b.ts# calls : value a.d.ts#make
b.ts# calls make: import a.d.ts#make
`,
  );
});

test("JavaScript finds the script that runs, TypeScript the declaration file beside it", () => {
  check(
    `
//- node.js
class Node { first() {} }
module.exports = Node;
//- node.d.ts
declare class Node_ { first(): void }
declare class Node extends Node_ {}
export = Node;
//- rule.js
const Node = require("./node");
class Rule extends Node {
  constructor() { super(); }
  run() { this.first(); }
}
//- main.ts
import Node from "./node.js";
export function main(node: Node) { node.first(); }
`,
    `
main.ts#main calls first: inherited node.d.ts#Node_.first
rule.js#Rule calls super: super node.js#Node
rule.js#Rule.run calls first: inherited node.js#Node.first
`,
  );
});

test("`super(…)` of a class that is not known runs a constructor of any name", () => {
  check(
    `
//- a.js
const { Base } = require("outside");
class Own extends Base { constructor() { super(); } }
`,
    `
a.js#Own calls : unresolved
`,
  );
});

test("nothing is known of what files of the project outside the list describe", () => {
  check(
    `
//- a.ts
import { built } from "./build/a.js";
declare const anything: any;
built();
anything.size;
//- build/a.d.ts
export declare function built(): void;
`,
    `
a.ts# calls built: unresolved of any name
a.ts# calls size: unresolved
`,
    (path) => !path.startsWith("build/"),
  );
});

test("a file with syntax errors is not judged, its declarations are known; types in JavaScript are no errors", () => {
  check(
    `
//- template.js
export const known = () => 1;
<% if (options.debug) { %>
known();
<% } %>
//- typed.js
import { known } from "./template.js";
const size = (a: number): number => known();
`,
    `
typed.js#size calls known: import template.js#known
`,
  );
});
