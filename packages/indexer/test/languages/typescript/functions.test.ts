import { expect, test } from "vitest";
import { factsOf } from "./check-facts.js";

test("function declarations are symbols: async, generators, nested", () => {
  expect(
    factsOf(`
/** Adds two numbers. */
export function add(a: number, b = 1, ...rest: string[]): number {
  function inner() {}
  const arrow = (x: number) => x;
  class Local {}
  const plain = 3;
  return plain;
}
async function* stream<T extends object>(source: T): AsyncGenerator<T> {}
`),
  ).toMatchInlineSnapshot(`
    "function add 2:0-8:1 @2:16 exported exported
      sig "add(a: number, b = 1, ...rest: string[]): number"
      returns "number"
      doc "Adds two numbers."
      type literal:number
      param a: number ~ literal:number
      param b = 1
      param rest: string[] [rest] ~ global:Array<literal:string>
      return local:plain
    function add.inner 3:2-3:21 @3:11 internal nested
      sig "inner()"
    function add.arrow 4:2-4:33 @4:8 internal nested,const
      sig "arrow(x: number)"
      param x: number ~ literal:number
      return local:x
    class add.Local 5:2-5:16 @5:8 internal nested
      sig "class Local"
    function stream 9:0-9:73 @9:16 internal async,generator
      sig "stream<T extends object>(source: T): AsyncGenerator<T>"
      returns "AsyncGenerator<T>"
      generics "T extends object"
      type global:AsyncGenerator<parameter0<literal:object>>
      param source: T ~ parameter0<literal:object>
    export add = symbol:add
    local add.arrow/x : literal:number
    local add/plain = literal:number"
  `);
});

test("arrow functions and function expressions bound to names are symbols", () => {
  expect(
    factsOf(`
export const arrow = (x: string): string => x;
let expression = function named(y?: number) { return named(y); };
var generator = function* () {};
const wrapped = (async <T,>(x: T) => x) satisfies Fn;
const object = { method() {}, arrow: () => {}, nested: { deep: function () {} }, plain: 1 };
`),
  ).toMatchInlineSnapshot(`
    "function arrow 1:0-1:46 @1:13 exported exported,const
      sig "arrow(x: string): string"
      returns "string"
      type literal:string
      param x: string ~ literal:string
      return local:x
    function expression 2:0-2:65 @2:4 internal
      sig "expression(y?: number)"
      param y: number [optional] ~ literal:number
      return symbol:expression(local:y)
    function generator 3:0-3:32 @3:4 internal generator
      sig "generator()"
    function wrapped 4:0-4:53 @4:6 internal async,const
      sig "wrapped<T,>(x: T)"
      generics "T"
      type instance(global:Fn)()
      param x: T ~ parameter0
      return local:x
    variable object 5:0-5:92 @5:6 internal const
      sig "const object"
      value literal:object
      field plain = literal:number
    method object.method 5:17-5:28 @5:17 public
      sig "method()"
    method object.arrow 5:30-5:45 @5:30 public
      sig "arrow()"
    variable object.nested 5:47-5:79 @5:47 public
      sig "nested"
    method object.nested.deep 5:57-5:77 @5:57 public
      sig "deep()"
    export arrow = symbol:arrow
    local arrow/x : literal:string
    local expression/y : literal:number
    local wrapped/x : parameter0
    ref expression call symbol:expression/1 @2:53"
  `);
});

test("overloads fold into one symbol", () => {
  expect(
    factsOf(`
/** Finds. */
export function find(id: string): User;
export function find(id: number): User;
export function find(id: unknown): User { return load(id); }
class Store {
  get(key: string): string;
  get(key: number): number;
  get(key: any) { return key; }
  static get(): void {}
}
`),
  ).toMatchInlineSnapshot(`
    "function find 2:0-4:60 @4:16 exported exported
      sig "find(id: unknown): User"
      returns "User"
      doc "Finds."
      type global:User
      param id: unknown
      overload find(id: string): User
      overload find(id: number): User
      field () : function(?, global:User)
      return global:load(local:id)
    class Store 5:0-10:1 @5:6 internal
      sig "class Store"
    method Store.get 6:2-8:31 @8:2 public
      sig "get(key: any)"
      param key: any
      overload get(key: string): string
      overload get(key: number): number
      return local:key
    method Store.get #1 9:2-9:23 @9:9 public static
      sig "get(): void"
      returns "void"
    export find = symbol:find
    local find/id
    local Store.get/key
    ref find call global:load/1 @4:49"
  `);
});

test("ambient overload sets fold too", () => {
  expect(
    factsOf(`
export declare function on(event: "a"): void;
export declare function on(event: "b", handler: Handler): void;
declare function off(): void;
interface Emitter { emit(a: string): void; emit(a: number): void; }
`),
  ).toMatchInlineSnapshot(`
    "function on 1:0-2:63 @1:24 exported exported,ambient
      sig "on(event: \\"a\\"): void"
      returns "void"
      param event: "a" ~ literal:string
      overload on(event: "a"): void
      overload on(event: "b", handler: Handler): void
      field () : function(tuple(?, tuple(global:Handler)), ?)
    function off 3:0-3:29 @3:17 internal ambient
      sig "off(): void"
      returns "void"
    interface Emitter 4:0-4:67 @4:10 internal
      sig "interface Emitter"
    method Emitter.emit 4:20-4:64 @4:20 public ambient
      sig "emit(a: string): void"
      returns "void"
      param a: string ~ literal:string
      overload emit(a: string): void
      overload emit(a: number): void
    export on = symbol:on"
  `);
});

test("variables typed as functions are functions", () => {
  expect(
    factsOf(`
export const map: {
  <A, B>(f: (a: A) => B): (self: Box<A>) => Box<B>
  <A, B>(self: Box<A>, f: (a: A) => B): Box<B>
} = dual(2, (self, f) => run(self, f));
export declare const noop: (x: number) => void;
const handler: Handler = () => {};
`),
  ).toMatchInlineSnapshot(`
    "function map 1:0-4:39 @1:13 exported exported,const
      sig "map<A, B>(f: (a: A) => B): (self: Box<A>) => Box<B>"
      returns "(self: Box<A>) => Box<B>"
      generics "A, B"
      type function(tuple(global:Box<parameter0>), global:Box<parameter1>)
      value global:dual()
      param f: (a: A) => B ~ function(tuple(parameter0), parameter1)
      overload map<A, B>(f: (a: A) => B): (self: Box<A>) => Box<B>
      overload map<A, B>(self: Box<A>, f: (a: A) => B): Box<B>
    function noop 5:0-5:47 @5:21 exported exported,ambient,const
      sig "noop(x: number): void"
      returns "void"
      param x: number ~ literal:number
    function handler 6:0-6:34 @6:6 internal const
      sig "handler()"
      type instance(global:Handler)()
    export map = symbol:map
    export noop = symbol:noop
    local <module>/self = handed(parameter(global:dual(), 1), 0)
    ref map call global:dual/2 @4:4
    ref map call global:run/2 @4:25"
  `);
});

test("functions assigned to properties of functions, classes and constants are symbols", () => {
  expect(
    factsOf(`
function foo() {}
foo.extra = function (a) { return a; };
class Box {}
Box.create = () => new Box();
const ns = {};
ns.util = async function () {};
foo.count = 0;
unknown.thing = function () {};
`),
  ).toMatchInlineSnapshot(`
    "function foo 1:0-1:17 @1:9 internal
      sig "foo()"
      field count = literal:number
    function foo.extra 2:0-2:39 @2:4 public
      sig "extra(a)"
      param a
      return local:a
    class Box 3:0-3:12 @3:6 internal
      sig "class Box"
    function Box.create 4:0-4:29 @4:4 public
      sig "create()"
      return new(symbol:Box)
    variable ns 5:0-5:14 @5:6 internal const
      sig "const ns = {}"
      value literal:object
    function ns.util 6:0-6:31 @6:3 public async
      sig "util()"
    local foo.extra/a = handed(symbol:foo.extra, 0)
    ref Box.create new symbol:Box/0 @4:23
    ref <module> write symbol:foo.count @7:4"
  `);
});

test("references in anonymous functions belong to the enclosing symbol", () => {
  expect(
    factsOf(`
export const handle = debounce(() => work(), 100);
function outer() {
  list.forEach(function (item) { item.save(); });
  (() => { work(); })();
}
function work() {}
`),
  ).toMatchInlineSnapshot(`
    "variable handle 1:0-1:50 @1:13 exported exported,const
      sig "const handle = debounce(() => work(), 100)"
      value global:debounce(function(?, local:))
    function outer 2:0-5:1 @2:9 internal
      sig "outer()"
    function work 6:0-6:18 @6:9 internal
      sig "work()"
    export handle = symbol:handle
    local outer/item = (element((global:list | global:list.values())) | handed(parameter(global:list.forEach(), 0), 0))
    local <module>/ = symbol:work()
    ref handle call global:debounce/2 @1:22
    ref handle call symbol:work/0 @1:37
    ref outer call global:list.forEach/1 @3:7
    ref outer call local:item.save/0 @3:38
    ref outer call symbol:work/0 @4:11"
  `);
});

test("signatures that a formatter broke are joined to one line", () => {
  const facts = factsOf(`
export function open<
  K extends string,
  V,
>(
  path: string, // where
  options: {
    mode: "read" | "write";
  } = { mode: "read" },
): Promise<
  | File<K>
  | undefined
> {}
export type Mode =
  | "read"
  | "write";
class Repo<
  T,
> extends Base<
  T
> {}
`);
  expect(facts.split("\n").filter((line) => /^ +(?:sig|generics|returns)/.test(line))).toMatchInlineSnapshot(`
    [
      "  sig "open<K extends string, V>(path: string, options: { mode: \\"read\\" | \\"write\\"; } = { mode: \\"read\\" }): Promise<File<K> | undefined>"",
      "  returns "Promise<File<K> | undefined>"",
      "  generics "K extends string, V"",
      "  sig "type Mode = \\"read\\" | \\"write\\""",
      "  sig "class Repo<T> extends Base<T>"",
      "  generics "T"",
    ]
  `);
});
