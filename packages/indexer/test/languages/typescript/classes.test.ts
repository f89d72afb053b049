import { expect, test } from "vitest";
import { factsOf } from "./check-facts.js";

test("members of every form are declared", () => {
  expect(
    factsOf(`
export abstract class Repo<T> extends Base<T> implements Reader, Writer<T> {
  static count = 0;
  private store = new Map<string, T>();
  #secret: string;
  readonly handler = async (e: Event) => this.save(e);
  declare later: Later;
  accessor size = 1;
  static { Repo.count = 1; }
  constructor(private readonly db: Db, protected name?: string, plain: number) { super(); }
  get value(): T { return this.store; }
  set value(v: T) {}
  static async *[Symbol.asyncIterator]() {}
  protected abstract load(key: string): Promise<T>;
  #hidden() {}
  "quoted"() {}
  override save(e: Event): this { return this; }
  async?(): void;
}
`),
  ).toMatchInlineSnapshot(`
    "class Repo 1:0-18:1 @1:22 exported exported,abstract
      sig "class Repo<T> extends Base<T> implements Reader, Writer<T>"
      generics "T"
      extends global:Base<parameter0> (Base<T>)
      implements global:Reader (Reader)
      implements global:Writer<parameter0> (Writer<T>)
      field count = literal:number
      field store = new(global:Map<tuple(literal:string, tuple(parameter0))>)
      field #secret : literal:string
      field later : global:Later
      field size = literal:number
      field db : global:Db
      field name : literal:string
      guard readonly db
    method Repo.handler 5:2-5:53 @5:11 public async,readonly
      sig "handler(e: Event)"
      param e: Event ~ global:Event
      return this:Repo.save(local:e)
    constructor Repo.constructor 9:2-9:91 @9:2 public
      sig "constructor(private readonly db: Db, protected name?: string, plain: number)"
      param db: Db [property] ~ global:Db
      param name: string [optional,property] ~ literal:string
      param plain: number ~ literal:number
    method Repo.value 10:2-10:39 @10:6 public getter
      sig "get value(): T"
      returns "T"
      type parameter0
      return this:Repo.store
    method Repo.value #1 11:2-11:20 @11:6 public setter
      sig "set value(v: T)"
      param v: T ~ parameter0
    method Repo.[Symbol.asyncIterator] 12:2-12:43 @12:16 public async,generator,static
      sig "[Symbol.asyncIterator]()"
    method Repo.load 13:2-13:50 @13:21 protected abstract,ambient
      sig "load(key: string): Promise<T>"
      returns "Promise<T>"
      type global:Promise<parameter0>
      param key: string ~ literal:string
    method Repo.#hidden 14:2-14:14 @14:2 private
      sig "#hidden()"
    method Repo.quoted 15:2-15:15 @15:2 public
      sig "quoted()"
    method Repo.save 16:2-16:48 @16:11 public
      sig "save(e: Event): this"
      returns "this"
      type class:Repo
      param e: Event ~ global:Event
      return this:Repo
    method Repo.async 17:2-17:16 @17:2 public optional,ambient
      sig "async(): void"
      returns "void"
    export Repo = symbol:Repo
    local Repo.handler/e : global:Event
    ref Repo new global:Map/0 @3:22
    ref Repo.handler call this:Repo.save/1 @5:46
    ref Repo write symbol:Repo.count @8:16
    ref Repo.constructor call super:Repo/0 @9:81
    ref Repo.value read this:Repo.store @10:31"
  `);
});

test("decorators", () => {
  expect(
    factsOf(`
/** Doc of A. */
@Component({ use: helper }) @Other
export class A {
  /** Doc of m. */
  @Get("/x") @Log
  m(@Inject(token) x: X) {}
  @Input() name: string;
  @Output() change = () => {};
}
@dec export default class {}
function helper() {}
`),
  ).toMatchInlineSnapshot(`
    "class A 2:0-9:1 @3:13 exported exported,decorated
      sig "class A"
      doc "Doc of A."
      field name : literal:string
    method A.m 5:2-6:27 @6:2 public decorated
      sig "m(@Inject(token) x: X)"
      doc "Doc of m."
      param x: X ~ global:X
    method A.change 8:2-8:29 @8:12 public decorated
      sig "change()"
    class default 10:0-10:28 @10:20 exported exported,defaultexport,decorated
      sig "class"
    function helper 11:0-11:20 @11:9 internal
      sig "helper()"
    export A = symbol:A
    export default = symbol:default
    ref A decorator global:Component @2:1
    ref A read symbol:helper @2:18
    ref A decorator global:Other @2:29
    ref A.m decorator global:Get @5:3
    ref A.m decorator global:Log @5:14
    ref A.m decorator global:Inject @6:5
    ref A decorator global:Input @7:3
    ref A.change decorator global:Output @8:3
    ref default decorator global:dec @10:1
    entry A.m route "GET /x""
  `);
});

test("class expressions", () => {
  expect(
    factsOf(`
const Bound = class Own extends Base { m() { Own.go(); } };
const maker = () => class { hidden() {} };
class Holder { static Inner = class { go() {} }; }
`),
  ).toMatchInlineSnapshot(`
    "class Bound 1:0-1:59 @1:6 internal
      sig "class Bound extends Base"
      extends global:Base (Base)
    method Bound.m 1:39-1:56 @1:39 public
      sig "m()"
    function maker 2:0-2:42 @2:6 internal const
      sig "maker()"
      return symbol:maker.class
    class maker.class 2:20-2:41 @2:20 internal nested
      sig "class"
    method maker.class.hidden 2:28-2:39 @2:28 public nested
      sig "hidden()"
    class Holder 3:0-3:50 @3:6 internal
      sig "class Holder"
    class Holder.Inner 3:15-3:47 @3:22 public static
      sig "class Inner"
    method Holder.Inner.go 3:38-3:45 @3:38 public
      sig "go()"
    ref Bound.m call symbol:Bound.go/0 @1:49"
  `);
});

test("this, super and static this resolve to their class", () => {
  expect(
    factsOf(`
class A extends B {
  client = new Client();
  static make() { return this.other(); }
  run() {
    this.client.send(this.options.timeout);
    super.run();
    const later = () => this.run();
    function plain() { this.nothing(); }
    this.cache = new Cache();
    this.bound = () => this.run();
  }
}
`),
  ).toMatchInlineSnapshot(`
  "class A 1:0-12:1 @1:6 internal
    sig "class A extends B"
    extends global:B (B)
    field client = new(global:Client)
    field cache = new(global:Cache)
  method A.make 3:2-3:40 @3:9 public static
    sig "make()"
    return class:A.other()
  method A.run 4:2-11:3 @4:2 public
    sig "run()"
    effect mutates this.cache @9
  function A.run.later 7:4-7:35 @7:10 internal nested,const
    sig "later()"
    return this:A.run()
  function A.run.plain 8:4-8:40 @8:13 internal nested
    sig "plain()"
  method A.bound 10:4-10:34 @10:9 public nested
    sig "bound()"
    return this:A.run()
  ref A new global:Client/0 @2:15
  ref A.make call class:A.other/0 @3:30
  ref A.run call this:A.client.send/1 @5:16
  ref A.run read this:A.options.timeout @5:34
  ref A.run call super:A.run/0 @6:10
  ref A.run.later call this:A.run/0 @7:29
  ref A.run.plain call ?.nothing/0 @8:28
  ref A.run write this:A.cache @9:9
  ref A.run new global:Cache/0 @9:21
  ref A.bound call this:A.run/0 @10:28"
`);
});

test("interfaces", () => {
  expect(
    factsOf(`
export interface Shape extends Base<Shape>, ns.Other {
  readonly kind: "circle";
  area(unit?: Unit): number;
  onChange?: (event: Event) => void;
  get size(): number;
  new (x: number): Shape;
  (call: string): Shape;
  [key: string]: unknown;
}
`),
  ).toMatchInlineSnapshot(`
    "interface Shape 1:0-9:1 @1:17 exported exported
      sig "interface Shape extends Base<Shape>, ns.Other"
      overload Shape(call: string): Shape
      extends global:Base<symbol:Shape> (Base<Shape>)
      extends global:ns.Other (ns.Other)
      field kind : literal:string
      field new() : literal:type<symbol:Shape>
      field () : function(?, symbol:Shape)
      guard readonly kind
    method Shape.area 3:2-3:27 @3:2 public ambient
      sig "area(unit?: Unit): number"
      returns "number"
      type literal:number
      param unit: Unit [optional] ~ global:Unit
    method Shape.onChange 4:2-4:35 @4:2 public optional,ambient
      sig "onChange(event: Event): void"
      returns "void"
      param event: Event ~ global:Event
    method Shape.size 5:2-5:20 @5:6 public getter,ambient
      sig "get size(): number"
      returns "number"
      type literal:number
    export Shape = symbol:Shape
    ref Shape type symbol:Shape @1:36"
  `);
});

test("type aliases, enums and namespaces are declared", () => {
  expect(
    factsOf(`
export type Id<T> = string | Brand<T> | null;
type Options = { name: string; load(): Promise<void>; done: () => void };
export const enum Color { Red, Green = "green", Mixed = Red | 4 }
enum Plain { A = make() }
export namespace Outer.Inner { export function f() {} const hidden = 1; }
declare module "pkg" { export class C { m(): void } }
declare global { interface Window { app: App } }
declare namespace Ambient { function g(): void }
`),
  ).toMatchInlineSnapshot(`
    "type Id 1:0-1:45 @1:12 exported exported
      sig "type Id<T> = string | Brand<T> | null"
      generics "T"
      type (literal:string | global:Brand<parameter0>)
    type Options 2:0-2:73 @2:5 internal
      sig "type Options = { name: string; load(): Promise<void>; done: () => void }"
      field name : literal:string
    method Options.load 2:31-2:52 @2:31 public ambient
      sig "load(): Promise<void>"
      returns "Promise<void>"
      type global:Promise
    method Options.done 2:54-2:70 @2:54 public ambient
      sig "done(): void"
      returns "void"
    type Color 3:0-3:65 @3:18 exported exported,enum,const
      sig "const enum Color"
      field Red = literal:number
      field Green = literal:string
      field Mixed
    type Plain 4:0-4:25 @4:5 internal enum
      sig "enum Plain"
      field A = global:make()
    module Outer 5:0-5:73 @5:17 exported exported,namespace
      sig "namespace Outer"
    module Outer.Inner 5:0-5:73 @5:23 exported exported,namespace
      sig "namespace Inner"
    function Outer.Inner.f 5:31-5:53 @5:47 exported exported
      sig "f()"
    variable Outer.Inner.hidden 5:54-5:71 @5:60 internal const
      sig "const hidden = 1"
      value literal:number
    module pkg 6:0-6:53 @6:15 internal ambient,namespace
      sig "module \\"pkg\\""
    class pkg.C 6:23-6:51 @6:36 exported exported,ambient
      sig "class C"
    method pkg.C.m 6:40-6:49 @6:40 public ambient
      sig "m(): void"
      returns "void"
    module global 7:0-7:48 @7:8 internal ambient,namespace
      sig "namespace global"
    interface global.Window 7:17-7:46 @7:27 exported exported,ambient
      sig "interface Window"
      field app : global:App
    module Ambient 8:0-8:48 @8:18 internal ambient,namespace
      sig "namespace Ambient"
    function Ambient.g 8:28-8:46 @8:37 exported exported,ambient
      sig "g(): void"
      returns "void"
    export Id = symbol:Id
    export Color = symbol:Color
    export Outer = symbol:Outer
    ref Plain call global:make/0 @4:17"
  `);
});
