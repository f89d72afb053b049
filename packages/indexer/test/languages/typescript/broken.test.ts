import { expect, test } from "vitest";
import { factsOf } from "./check-facts.js";

test("variance annotations are parsed", () => {
  expect(
    factsOf(`
export interface Cache<in out Key, out Value = never> { get(key: Key): Value }
class Pool<const in out A> {}
`),
  ).toMatchInlineSnapshot(`
    "interface Cache 1:0-1:78 @1:17 exported exported
      sig "interface Cache<in out Key, out Value = never>"
      generics "in out Key, out Value = never"
    method Cache.get 1:56-1:76 @1:56 public ambient
      sig "get(key: Key): Value"
      returns "Value"
      type parameter1
      param key: Key ~ parameter0
    class Pool 2:0-2:29 @2:6 internal
      sig "class Pool<const in out A>"
      generics "const in out A"
    export Cache = symbol:Cache"
  `);
});

test("signatures without semicolons are separated", () => {
  expect(
    factsOf(`
export const get: {
  /** First. */
  <A>(key: string): (self: Store<A>) => Chunk<A>
  /** Second. */
  <A>(self: Store<A>, key: string): Chunk<A>
} = dual(2, run)
interface Loose {
  size: Box
  [key: string]: unknown
  in: string
  as?: string
}
`),
  ).toMatchInlineSnapshot(`
    "function get 1:0-6:16 @1:13 exported exported,const
      sig "get<A>(key: string): (self: Store<A>) => Chunk<A>"
      returns "(self: Store<A>) => Chunk<A>"
      generics "A"
      type function(tuple(global:Store<parameter0>), global:Chunk<parameter0>)
      value global:dual()
      param key: string ~ literal:string
      overload get<A>(key: string): (self: Store<A>) => Chunk<A>
      overload get<A>(self: Store<A>, key: string): Chunk<A>
    interface Loose 7:0-12:1 @7:10 internal
      sig "interface Loose"
      field size : global:Box
      field in : literal:string
      field as : literal:string
    export get = symbol:get
    ref get call global:dual/2 @6:4"
  `);
});

test("a class without its end keeps its members", () => {
  expect(
    factsOf(`
export class Open {
  first() { return 1; }
  second(a: number) {
    if (a {
  }
  third() {}
`),
  ).toMatchInlineSnapshot(`
    "class Open 1:7-7:0 @1:13 exported exported
      sig "class Open"
    method Open.first 2:2-2:23 @2:2 public
      sig "first()"
      return literal:number
    export Open = symbol:Open
    ref <module> call global:third/0 @6:2
    file errors=3 lines=7 generated=0"
  `);
});

test("functions around an error are kept", () => {
  expect(
    factsOf(`
function before() {}
const broken = = 3;
function after(x: number) { before(); }
let )( = ;
export class Last { m() {} }
`),
  ).toMatchInlineSnapshot(`
  "function before 1:0-1:20 @1:9 internal
    sig "before()"
  variable broken 2:0-2:19 @2:6 internal const
    sig "const broken = 3"
    value literal:number
  function after 3:0-3:39 @3:9 internal
    sig "after(x: number)"
    param x: number ~ literal:number
  class Last 5:0-5:28 @5:13 exported exported
    sig "class Last"
  method Last.m 5:20-5:26 @5:20 public
    sig "m()"
  export Last = symbol:Last
  ref after call symbol:before/0 @3:28
  file errors=2 lines=6 generated=0"
`);
});

test("a function without its body is declared", () => {
  expect(
    factsOf(
      `
function partial(a, b
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
    "function partial 1:0-1:21 @1:9 internal page
      sig "partial(…)"
    file errors=1 lines=2 generated=0"
  `);
});

test("declarations around an unclosed string or a lone brace are kept", () => {
  expect(
    factsOf(
      `
const a = "never closed
function next() {}
}
class More { m() {} }
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
    "function a 1:0-2:18 @1:6 internal const,page
      sig "a()"
    class More 4:0-4:21 @4:6 internal page
      sig "class More"
    method More.m 4:13-4:19 @4:13 public
      sig "m()"
    file errors=2 lines=5 generated=0"
  `);
});
