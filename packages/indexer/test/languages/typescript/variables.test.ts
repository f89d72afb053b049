import { expect, test } from "vitest";
import { factsOf } from "./check-facts.js";

test("module-level and exported variables are symbols", () => {
  expect(
    factsOf(`
export const LIMIT: number = 3;
export let first = 1, second = LIMIT;
const { a, b: { c = 1 }, ...rest } = load();
export const [head, , tail] = list;
var twice = 1;
var twice = 2;
if (a) { var hoisted = make(); let inner = 2; }
function f() { const local = 1; var other = 2; }
`),
  ).toMatchInlineSnapshot(`
    "variable LIMIT 1:0-1:31 @1:13 exported exported,const
      sig "const LIMIT: number"
      returns "number"
      type literal:number
      value literal:number
    variable first 2:11-2:20 @2:11 exported exported
      sig "let first = 1"
      value literal:number
    variable second 2:22-2:36 @2:22 exported exported
      sig "let second = LIMIT"
      value symbol:LIMIT
    variable a 3:6-3:43 @3:8 internal const
      sig "const a"
      value global:load().a
    variable c 3:6-3:43 @3:16 internal const
      sig "const c"
      value global:load().b.c
    variable rest 3:6-3:43 @3:28 internal const
      sig "const rest"
    variable head 4:13-4:34 @4:14 exported exported,const
      sig "const head"
      value part(global:list, 0)
    variable tail 4:13-4:34 @4:22 exported exported,const
      sig "const tail"
      value part(global:list, 2)
    variable twice 5:0-5:14 @5:4 internal
      sig "var twice = 1"
      value literal:number
    variable hoisted 7:9-7:30 @7:13 internal
      sig "var hoisted = make()"
      value global:make()
    function f 8:0-8:48 @8:9 internal
      sig "f()"
    export LIMIT = symbol:LIMIT
    export first = symbol:first
    export second = symbol:second
    export head = symbol:head
    export tail = symbol:tail
    ref second read symbol:LIMIT @2:31
    ref <module> call global:load/0 @3:37
    ref <module> read symbol:a @7:4
    ref hoisted call global:make/0 @7:23"
  `);
});

test("object literals", () => {
  expect(
    factsOf(`
export const api = {
  /** Loads. */
  load(id: string) { return this.base + id; },
  base: "/api",
  client: new Client(),
  deep: { deeper: { run: () => go() } },
  data: { only: { values: 1 } },
  get size() { return 1; },
};
export const frozen = Object.freeze({ tick() {} } as const);
function f() { const inside = { notASymbol() {} }; }
`),
  ).toMatchInlineSnapshot(`
  "variable api 1:0-9:2 @1:13 exported exported,const
    sig "const api"
    value literal:object
    field base = literal:string
    field client = new(global:Client)
    field data = literal:object
  method api.load 3:2-3:45 @3:2 public
    sig "load(id: string)"
    doc "Loads."
    param id: string ~ literal:string
  variable api.deep 6:2-6:39 @6:2 public
    sig "deep"
  variable api.deep.deeper 6:10-6:37 @6:10 public
    sig "deeper"
  method api.deep.deeper.run 6:20-6:35 @6:20 public
    sig "run()"
    return global:go()
  method api.size 8:2-8:26 @8:6 public getter
    sig "get size()"
    return literal:number
  variable frozen 10:0-10:60 @10:13 exported exported,const
    sig "const frozen = Object.freeze({ tick() {} } as const)"
    value global:Object.freeze()
  method frozen.tick 10:38-10:47 @10:38 public
    sig "tick()"
  function f 11:0-11:52 @11:9 internal
    sig "f()"
  export api = symbol:api
  export frozen = symbol:frozen
  ref api.load read symbol:api.base @3:33
  ref api new global:Client/0 @5:14
  ref api.deep.deeper.run call global:go/0 @6:31
  ref frozen call global:Object.freeze/1 @10:29"
`);
});

test("using", () => {
  expect(
    factsOf(`
using top = open();
await using other = open();
function f() { using file = open(); file.read(); for (using x of y) { x.go(); } }
`),
  ).toMatchInlineSnapshot(`
  "variable top 1:0-1:19 @1:6 internal const
    sig "using top = open()"
    value global:open()
  variable other 2:6-2:27 @2:12 internal const
    sig "using other = open()"
    value global:open()
  function f 3:0-3:81 @3:9 internal
    sig "f()"
  local f/file = global:open()
  local f/x = element(global:y)
  ref top call global:open/0 @1:12
  ref other call global:open/0 @2:20
  ref f call global:open/0 @3:28
  ref f call local:file.read/0 @3:41
  ref f call local:x.go/0 @3:72"
`);
});

test("using in JavaScript", () => {
  expect(
    factsOf(
      `
using top = open();
function f() { await using file = open(); file.read(); for (using x of y) { x.go(); } }
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
    "variable top 1:0-1:19 @1:6 internal page
      sig "using top = open()"
      value global:open()
    function f 2:0-2:87 @2:9 internal page
      sig "f()"
    local f/file = global:open()
    local f/x = element(global:y)
    ref top call global:open/0 @1:12
    ref f call global:open/0 @2:34
    ref f call local:file.read/0 @2:47
    ref f call local:x.go/0 @2:78"
  `);
});
