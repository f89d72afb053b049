import { expect, test } from "vitest";
import { factsOf } from "./check-facts.js";

test("imports of every form", () => {
  expect(
    factsOf(`
import def, { a, b as c, default as d, type T } from "./m.js";
import * as ns from "ns";
import type { U } from "./types";
import type V from "./v";
import "./effects";
import {} from "./empty";
import json from "./x.json" with { type: "json" };
import eq = require("old");
import Alias = ns.Inner;
import defer * as later from "./later";
const lazy = async () => { (await import("./lazy")).go(); };
let t: import("./other").Shape;
`),
  ).toMatchInlineSnapshot(`
  "variable Alias 9:0-9:24 @9:7 internal
    sig "import Alias = ns.Inner"
    value import:ns.Inner
  function lazy 11:0-11:60 @11:6 internal async,const
    sig "lazy()"
  variable t 12:0-12:31 @12:4 internal
    sig "let t: import(\\"./other\\").Shape"
    returns "import(\\"./other\\").Shape"
    type module:./other.Shape
  import default default as def from ./m.js @1
  import named a as a from ./m.js @1
  import named b as c from ./m.js @1
  import default default as d from ./m.js @1
  import named T as T from ./m.js @1 [typeonly]
  import namespace as ns from ns @2
  import named U as U from ./types @3 [typeonly]
  import default default as V from ./v @4 [typeonly]
  import sideeffect from ./effects @5
  import sideeffect from ./empty @6
  import default default as json from ./x.json @7
  import require as eq from old @8
  import namespace as later from ./later @10
  import dynamic from ./lazy @11 [nested]
  import dynamic from ./other @12 [typeonly]
  ref lazy call module:./lazy.go/0 @11:52
  ref t type module:./other.Shape @12:25"
`);
});

test("exports of every form", () => {
  expect(
    factsOf(`
function f() {}
class C {}
interface Both {}
const Both = 1;
export { f, C as default, Both };
export { x, y as z, default as w } from "./r";
export type { T } from "./t";
export * from "./star";
export type * from "./types-star";
export * as space from "./space";
export import Old = require("old");
export const { p, q: [r] } = f();
export declare const declared: string;
`),
  ).toMatchInlineSnapshot(`
    "function f 1:0-1:15 @1:9 exported exported
      sig "f()"
    class C 2:0-2:10 @2:6 exported exported,defaultexport
      sig "class C"
    interface Both 3:0-3:17 @3:10 exported exported
      sig "interface Both"
    variable Both 4:0-4:15 @4:6 exported exported,const
      sig "const Both = 1"
      value literal:number
    variable p 12:13-12:32 @12:15 exported exported,const
      sig "const p"
      value symbol:f().p
    variable r 12:13-12:32 @12:22 exported exported,const
      sig "const r"
      value part(symbol:f().q, 0)
    variable declared 13:0-13:38 @13:21 exported exported,ambient,const
      sig "const declared: string"
      returns "string"
      type literal:string
    import require as Old from old @11
    import named x from ./r @6
    import named y from ./r @6
    import default default from ./r @6
    import named T from ./t @7 [typeonly]
    import namespace from ./space @10
    export Both = symbol:Both
    export f = symbol:f
    export default = symbol:C
    export Both = symbol:Both
    export x = import:
    export z = import:
    export w = import:
    export T = import:
    export space = import:
    export p = symbol:p
    export r = symbol:r
    export declared = symbol:declared
    export Old = import:Old
    export * from ./star
    export * from ./types-star
    ref <module> call symbol:f/0 @12:29"
  `);
});

test("default exports", () => {
  expect(
    factsOf(`
export default function (a: number) { return a; }
`),
  ).toMatchInlineSnapshot(`
  "function default 1:0-1:49 @1:15 exported exported,defaultexport
    sig "default(a: number)"
    param a: number ~ literal:number
    return local:a
  export default = symbol:default
  local default/a : literal:number"
`);
});

test("a default class without a name is named default", () => {
  expect(
    factsOf(`
export default class extends Base { m() {} }
`),
  ).toMatchInlineSnapshot(`
    "class default 1:0-1:44 @1:15 exported exported,defaultexport
      sig "class extends Base"
      extends global:Base (Base)
    method default.m 1:36-1:42 @1:36 public
      sig "m()"
    export default = symbol:default"
  `);
});

test("a default arrow function is a symbol", () => {
  expect(
    factsOf(
      `
export default async (x) => x;
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
  "function default 1:0-1:30 @1:15 exported exported,defaultexport,async
    sig "default(x)"
    param x
    return local:x
  export default = symbol:default
  local default/x"
`);
});

test("default object", () => {
  expect(
    factsOf(
      `
export default { name: "x", setup() {}, methods: { go() {} } };
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
  "variable default 1:0-1:63 @1:15 exported exported,defaultexport
    sig "default"
    value literal:object
    field name = literal:string
  method default.setup 1:28-1:38 @1:28 public
    sig "setup()"
  variable default.methods 1:40-1:60 @1:40 public
    sig "methods"
  method default.methods.go 1:51-1:58 @1:51 public
    sig "go()"
  export default = symbol:default"
`);
});

test("a default export of a name refers to its declaration", () => {
  expect(
    factsOf(`
const config = { a: 1 };
export default config;
`),
  ).toMatchInlineSnapshot(`
  "variable config 1:0-1:24 @1:6 exported exported,defaultexport,const
    sig "const config = { a: 1 }"
    value literal:object
    field a = literal:number
  export default = symbol:config"
`);
});

test("a default export of a call is a variable", () => {
  expect(
    factsOf(`
export default defineConfig({ plugins: [] });
`),
  ).toMatchInlineSnapshot(`
    "variable default 1:0-1:45 @1:15 exported exported,defaultexport
      sig "default"
      value global:defineConfig()
      field plugins = literal:array
    export default = symbol:default
    ref default call global:defineConfig/1 @1:15"
  `);
});

test("export equals", () => {
  expect(
    factsOf(`
class Thing {}
export = Thing;
`),
  ).toMatchInlineSnapshot(`
  "class Thing 1:0-1:14 @1:6 exported exported
    sig "class Thing"
  export export= = symbol:Thing"
`);
});

test("CommonJS", () => {
  expect(
    factsOf(
      `
const fs = require("fs");
const { readFile, join: j } = require("./util");
const deep = require("./deep").thing;
require("./effects");
function Foo(a) { this.a = a; this.b = new Bar(); }
Foo.prototype.bar = function (x) { return this.b.run(x); };
Foo.prototype.baz = Foo.prototype.bar;
exports.named = function own() { j(); };
exports.alias = Foo;
exports.value = 3;
module.exports.later = async () => {};
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
    "function Foo 5:0-5:51 @5:9 exported exported
      sig "Foo(a)"
      param a
      field a = local:a
      field b = new(global:Bar)
      field baz = symbol:Foo.prototype.bar
    method Foo.bar 6:0-6:59 @6:14 public
      sig "bar(x)"
      param x
      return this:Foo.b.run(local:x)
    function named 8:0-8:40 @8:8 exported exported
      sig "named()"
    variable value 10:0-10:18 @10:8 exported exported
      sig "value"
      value literal:number
    function later 11:0-11:38 @11:15 exported exported,async
      sig "later()"
    import require as fs from fs @1
    import named readFile as readFile from ./util @2
    import named join as j from ./util @2
    import named thing as deep from ./deep @3
    import require from ./effects @4
    export named = symbol:named
    export alias = symbol:Foo
    export value = symbol:value
    export later = symbol:later
    local Foo/a
    local Foo.bar/x = handed(symbol:Foo.prototype.bar, 0)
    ref Foo write this:Foo.a @5:23
    ref Foo write this:Foo.b @5:35
    ref Foo new global:Bar/0 @5:43
    ref Foo.bar call this:Foo.b.run/1 @6:49
    ref <module> write symbol:Foo.prototype.baz @7:14
    ref <module> read symbol:Foo.prototype.bar @7:34
    ref named call import:j/0 @8:33
    ref <module> read symbol:Foo @9:16"
  `);
});

test("module.exports of an object exports its properties", () => {
  expect(
    factsOf(
      `
const helper = () => {};
module.exports = { helper, renamed: helper, method() { helper(); }, arrow: () => {} };
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
    "function helper 1:0-1:24 @1:6 exported exported,const
      sig "helper()"
    function method 2:44-2:66 @2:44 exported exported
      sig "method()"
    function arrow 2:68-2:83 @2:68 exported exported
      sig "arrow()"
    export export= = { helper: symbol:helper } { renamed: symbol:helper } { method: symbol:method } { arrow: symbol:arrow }
    export helper = symbol:helper
    export renamed = symbol:helper
    export method = symbol:method
    export arrow = symbol:arrow
    ref <module> read symbol:helper @2:19
    ref method call symbol:helper/0 @2:55"
  `);
});

test("module.exports of a function or a class is a symbol", () => {
  expect(
    factsOf(
      `
module.exports = function make() {};
module.exports.Extra = class { m() {} };
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
  "function make 1:0-1:36 @1:26 exported exported
    sig "make()"
  class Extra 2:0-2:40 @2:15 exported exported
    sig "class Extra"
  method Extra.m 2:31-2:37 @2:31 public
    sig "m()"
  export export= = symbol:make
  export Extra = symbol:Extra"
`);
});

test("require is an ordinary function if the file declares it", () => {
  expect(
    factsOf(
      `
function require(x) { return x; }
const local = require("./not-a-module");
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
    "function require 1:0-1:33 @1:9 internal page
      sig "require(x)"
      param x
      return local:x
    variable local 2:0-2:40 @2:6 internal const,page
      sig "const local = require(\\"./not-a-module\\")"
      value symbol:require()
    local require/x
    ref local call symbol:require/1 @2:14"
  `);
});

test("a compiled export star is a re-export", () => {
  expect(
    factsOf(
      `
__exportStar(require("./a"), exports);
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
  "import require from ./a @1
  export * from ./a
  ref <module> call global:__exportStar/2 @1:0"
`);
});
