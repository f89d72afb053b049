import { expect, test } from "vitest";
import { factsOf } from "./check-facts.js";

test("calls with every form of receiver are references", () => {
  expect(
    factsOf(`
import { client, Service } from "./service";
import * as ns from "ns";
function f(param: Service, other) {
  param.run(); other.x.y(); ns.a.b(); client?.send?.(1);
  const local = new Service(); local.go();
  const made = ns.make(); made.use();
  client.items[0].touch(); client["named"]();
  (await client.load()).then();
  f<number>(1); tag\`a\${1}\`; ns.tag\`b\`;
  new ns.Thing(1, 2); new (pick())();
}
`),
  ).toMatchInlineSnapshot(`
  "function f 3:0-11:1 @3:9 internal
    sig "f(param: Service, other)"
    param param: Service ~ import:Service
    param other
  import named client as client from ./service @1
  import named Service as Service from ./service @1
  import namespace as ns from ns @2
  local f/param : import:Service
  local f/other
  local f/local = new(import:Service)
  local f/made = import:ns.make()
  ref f type import:Service @3:18
  ref f call local:param.run/0 @4:8
  ref f call local:other.x.y/0 @4:23
  ref f call import:ns.a.b/0 @4:33
  ref f call import:client.send/1 @4:46
  ref f new import:Service/0 @5:20
  ref f call local:local.go/0 @5:37
  ref f call import:ns.make/0 @6:18
  ref f call local:made.use/0 @6:31
  ref f call element(import:client.items).touch/0 @7:18
  ref f read import:client.items @7:9
  ref f call import:client.named/0 @7:27
  ref f read import:client @7:27
  ref f call await(import:client.load()).then/0 @8:24
  ref f call import:client.load/0 @8:16
  ref f call symbol:f/1 @9:2
  ref f call global:tag/1 @9:16
  ref f call import:ns.tag/1 @9:31
  ref f new import:ns.Thing/2 @10:9
  ref f new global:pick()/0 @10:26
  ref f call global:pick/0 @10:27"
`);
});

test("reads and writes are references", () => {
  expect(
    factsOf(`
import { config, register } from "./config";
let state = 0;
function f() {
  register(f, config.timeout, config.retry.count);
  state = 1; state++; state += 2;
  const local = 1; register(local);
  return { config, f };
}
`),
  ).toMatchInlineSnapshot(`
    "variable state 2:0-2:14 @2:4 internal
      sig "let state = 0"
      value literal:number
    function f 3:0-8:1 @3:9 internal
      sig "f()"
      return { config: import:config } { f: symbol:f }
      effect mutates state @5
    import named config as config from ./config @1
    import named register as register from ./config @1
    ref f call import:register/3 @4:2
    ref f read symbol:f @4:11
    ref f read import:config.timeout @4:21
    ref f read import:config.retry.count @4:43
    ref f write symbol:state @5:2
    ref f call import:register/1 @6:19
    ref f read import:config @7:11"
  `);
});

test("types", () => {
  expect(
    factsOf(`
import type { User, Role } from "./types";
import * as ns from "./ns";
class Local<T> {}
function f<T extends User>(a: User, b: Array<Role>, c: T): ns.Result<Local<T>> {
  const x = a as Role; const y = b satisfies Role[]; const z = <User>a;
  let q: typeof Local; let r: keyof User; let s: (u: User) => Role;
}
`),
  ).toMatchInlineSnapshot(`
    "class Local 3:0-3:17 @3:6 internal
      sig "class Local<T>"
      generics "T"
    function f 4:0-7:1 @4:9 internal
      sig "f<T extends User>(a: User, b: Array<Role>, c: T): ns.Result<Local<T>>"
      returns "ns.Result<Local<T>>"
      generics "T extends User"
      type import:ns.Result<symbol:Local<parameter0<import:User>>>
      param a: User ~ import:User
      param b: Array<Role> ~ global:Array<import:Role>
      param c: T ~ parameter0<import:User>
    import named User as User from ./types @1 [typeonly]
    import named Role as Role from ./types @1 [typeonly]
    import namespace as ns from ./ns @2
    ref f type import:User @4:21
    ref f type import:Role @4:45
    ref f type import:ns.Result @4:62
    ref f type symbol:Local @4:69"
  `);
});

test("names resolve by scope: shadowing, hoisting, blocks, parameters", () => {
  expect(
    factsOf(`
import { a, b } from "./m";
early();
function early() {}
function f(a) { a(); b(); { const b = 1; b(); } b(); }
function g() { use(v); var v = new V(); v.go(); }
for (const a of a1) a.run();
try {} catch (b) { b.log(); }
const fn = function fn() { fn(); };
switch (1) { case 1: let b = 2; b(); }
(b => b())(a);
`),
  ).toMatchInlineSnapshot(`
  "function early 3:0-3:19 @3:9 internal
    sig "early()"
  function f 4:0-4:54 @4:9 internal
    sig "f(a)"
    param a
  function g 5:0-5:49 @5:9 internal
    sig "g()"
  function fn 8:0-8:35 @8:6 internal const
    sig "fn()"
  import named a as a from ./m @1
  import named b as b from ./m @1
  local f/a
  local f/b = literal:number
  local g/v = new(global:V)
  local <module>/a = element(global:a1)
  local <module>/b
  local <module>/b = literal:number
  local <module>/b = import:a
  ref <module> call symbol:early/0 @2:0
  ref f call local:a/0 @4:16
  ref f call import:b/0 @4:21
  ref f call local:b/0 @4:41
  ref f call import:b/0 @4:48
  ref g call global:use/1 @5:15
  ref g new global:V/0 @5:35
  ref g call local:v.go/0 @5:42
  ref <module> call local:a.run/0 @6:22
  ref <module> call local:b.log/0 @7:21
  ref fn call symbol:fn/0 @8:27
  ref <module> call local:b/0 @9:32
  ref <module> call local:b/0 @10:6
  ref <module> read import:a @10:11"
`);
});

test("values of referenced locals are stored", () => {
  expect(
    factsOf(`
import { make, Box } from "./m";
function f(items: Box[], { opt, deep: [x] }: Options, cb = make()) {
  for (const item of items) item.save();
  items.forEach((each) => each.save());
  make().then((result) => result.done());
  const { a, b: { c } } = make(); a.x(); c.y();
  let later; later = new Box(); later.z();
  const cast = other as Box; cast.w();
  const either = items ? new Box() : make(); either.v();
  const awaited = await make(); awaited.u();
  opt.t(); x.s(); cb.r();
}
`),
  ).toMatchInlineSnapshot(`
    "function f 2:0-12:1 @2:9 internal
      sig "f(items: Box[], { opt, deep: [x] }: Options, cb = make())"
      param items: Box[] ~ global:Array<import:Box>
      param { opt, deep: [x] }: Options ~ global:Options
      param cb = make()
    import named make as make from ./m @1
    import named Box as Box from ./m @1
    local f/item = element(local:items)
    local f/items : global:Array<import:Box>
    local f/each = (element((local:items | local:items.values())) | handed(parameter(local:items.forEach(), 0), 0))
    local f/result = (await(import:make()) | handed(parameter(import:make().then(), 0), 0))
    local f/a = import:make().a
    local f/c = import:make().b.c
    local f/later = new(import:Box)
    local f/cast = instance(import:Box)
    local f/either = (new(import:Box) | import:make())
    local f/awaited = await(import:make())
    local f/opt = instance(global:Options).opt
    local f/x = part(instance(global:Options).deep, 0)
    local f/cb = import:make()
    ref f type import:Box @2:18
    ref f call import:make/0 @2:59
    ref f call local:item.save/0 @3:33
    ref f call local:items.forEach/1 @4:8
    ref f call local:each.save/0 @4:31
    ref f call import:make().then/1 @5:9
    ref f call import:make/0 @5:2
    ref f call local:result.done/0 @5:33
    ref f call import:make/0 @6:26
    ref f call local:a.x/0 @6:36
    ref f call local:c.y/0 @6:43
    ref f new import:Box/0 @7:25
    ref f call local:later.z/0 @7:38
    ref f call local:cast.w/0 @8:34
    ref f new import:Box/0 @9:29
    ref f call import:make/0 @9:37
    ref f call local:either.v/0 @9:52
    ref f call import:make/0 @10:24
    ref f call local:awaited.u/0 @10:40
    ref f call local:opt.t/0 @11:6
    ref f call local:x.s/0 @11:13
    ref f call local:cb.r/0 @11:21"
  `);
});

test("returns", () => {
  expect(
    factsOf(`
function a() { return new Box(); }
const b = () => a();
class C { self() { return this; } many(x) { if (x) return a(); return b(); } }
function d() { return () => { return new Hidden(); }; }
`),
  ).toMatchInlineSnapshot(`
  "function a 1:0-1:34 @1:9 internal
    sig "a()"
    return new(global:Box)
  function b 2:0-2:20 @2:6 internal const
    sig "b()"
    return symbol:a()
  class C 3:0-3:78 @3:6 internal
    sig "class C"
  method C.self 3:10-3:33 @3:10 public
    sig "self()"
    return this:C
  method C.many 3:34-3:76 @3:34 public
    sig "many(x)"
    param x
    return symbol:a()
    return symbol:b()
  function d 4:0-4:55 @4:9 internal
    sig "d()"
    return local:
  local d/ = function(?, local:)
  local d/ = new(global:Hidden)
  ref a new global:Box/0 @1:26
  ref b call symbol:a/0 @2:16
  ref C.many call symbol:a/0 @3:58
  ref C.many call symbol:b/0 @3:70
  ref d new global:Hidden/0 @4:41"
`);
});

test("JSX", () => {
  expect(
    factsOf(
      `
import { Button, ui } from "./ui";
export const App = ({ name, ...rest }: Props) => (
  <Button onClick={handle} {...rest}>
    <ui.Panel<string> title={name} /> <div className="x">{render()}</div> <></>
  </Button>
);
function handle() {}
`,
      "tsx",
    ),
  ).toMatchInlineSnapshot(`
  "function App 2:0-6:2 @2:13 exported exported,const
    sig "App({ name, ...rest }: Props)"
    param { name, ...rest }: Props ~ global:Props
  function handle 7:0-7:20 @7:9 internal
    sig "handle()"
  import named Button as Button from ./ui @1
  import named ui as ui from ./ui @1
  export App = symbol:App
  ref App jsx import:Button @3:3
  ref App read symbol:handle @3:19
  ref App jsx import:ui.Panel @4:8
  ref App call global:render/0 @4:58"
`);
});

test("JSX in JavaScript", () => {
  expect(
    factsOf(
      `
export default function App() { return <Layout.Main><App /></Layout.Main>; }
`,
      "javascript",
    ),
  ).toMatchInlineSnapshot(`
  "function App 1:0-1:76 @1:24 exported exported,defaultexport
    sig "App()"
  export default = symbol:App
  ref App jsx global:Layout.Main @1:47
  ref App jsx symbol:App @1:53"
`);
});

test("types of parameters and fields are references", () => {
  expect(
    factsOf(`
import type { User } from "./u";
class Box<T> {
  one: User; many: User[]; promised: Promise<User>; maybe?: User | null; either: User | string;
  boxed: Map<string, User>; read: Readonly<User>; fn: () => User; generic: T; self: this; ns: ns.A.B; imported: import("./x").Y;
}
`),
  ).toMatchInlineSnapshot(`
    "class Box 2:0-5:1 @2:6 internal
      sig "class Box<T>"
      generics "T"
      field one : import:User
      field many : global:Array<import:User>
      field promised : global:Promise<import:User>
      field maybe : import:User
      field either : (import:User | literal:string)
      field boxed : global:Map<tuple(literal:string, tuple(import:User))>
      field read : import:User
      field fn : function(?, import:User)
      field generic : parameter0
      field self : class:Box
      field ns : global:ns.A.B
      field imported : module:./x.Y
    import named User as User from ./u @1 [typeonly]
    import dynamic from ./x @4 [typeonly]
    ref Box type import:User @3:7
    ref Box type module:./x.Y @4:126"
  `);
});
