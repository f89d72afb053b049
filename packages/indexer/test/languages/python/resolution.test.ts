import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

test("names follow LEGB: methods see closures but not class scopes", () => {
  const source = `
    def helper(): pass
    class C:
        def helper(self): pass
        value = helper
        def m(self):
            helper()
            def inner(): self.helper(); outer_local.go()
            outer_local = Thing()
            return inner
    def shadow(helper): helper()
  `;
  expect(factsOf(source, "ref local class")).toMatchInlineSnapshot(`
    "class C 2:0-9:20 @2:6 exported exported
      sig "class C"
      field value = symbol:C.helper
    local C.m/outer_local = global:Thing()
    local shadow/helper
    ref C read symbol:C.helper @4:12
    ref C.m call symbol:helper/0 @6:8
    ref C.m.inner call this:C.helper/0 @7:26
    ref C.m.inner call local:outer_local.go/0 @7:48
    ref C.m call global:Thing/0 @8:22
    ref C.m read symbol:C.m.inner @9:15
    ref shadow call local:helper/0 @10:20"
  `);
});

test("comprehensions have a scope, except their first iterable; walrus binds outside", () => {
  const source = `
    def f(xs: list[Item], x: Other):
        a = [x.go() for x in x.items]
        b = {k: v.run() for k, v in xs.items() if (w := v.w())}
        g(y.z() for i, y in enumerate(xs))
        return w.last()
    class C:
        names = ["a"]
        pairs = [(n, names) for n in names]
  `;
  expect(factsOf(source, "ref local class")).toMatchInlineSnapshot(`
    "class C 6:0-8:39 @6:6 exported exported
      sig "class C"
      field names = literal:array
      field pairs = items(tuple(local:n, tuple(global:names)))
    local f/x = element(local:x.items)
    local f/x : global:Other
    local f/v = element(local:xs)
    local f/xs : global:list<global:Item>
    local f/y = element(local:xs)
    local f/w = local:v.w()
    local <module>/n = element(class:C.names)
    ref f call local:x.go/0 @2:11
    ref f accessor local:x.items @2:25
    ref f call local:v.run/0 @3:14
    ref f call local:xs.items/0 @3:35
    ref f call local:v.w/0 @3:54
    ref f call global:g/1 @4:4
    ref f call local:y.z/0 @4:8
    ref f call global:enumerate/1 @4:24
    ref f call local:w.last/0 @5:13
    ref C read class:C.names @8:33"
  `);
});

test("global and nonlocal", () => {
  const source = `
    state = None
    def f():
        global state, fresh
        state = State()
        fresh = State()
        count = Counter()
        def g():
            nonlocal count
            count = Other()
            count.up()
            state.use()
        return count.get()
    def h(): fresh.use()
  `;
  expect(factsOf(source, "variable ref local export")).toMatchInlineSnapshot(`
    "variable state 1:0-1:12 @1:0 exported exported
      sig "state = None"
      value global:State()
    export state = symbol:state
    export f = symbol:f
    export fresh = local:fresh
    export h = symbol:h
    local f/count = global:Counter() | global:Other()
    local <module>/fresh = global:State()
    ref f write symbol:state @4:4
    ref f call global:State/0 @4:12
    ref f call global:State/0 @5:12
    ref f call global:Counter/0 @6:12
    ref f.g call global:Other/0 @9:16
    ref f.g call local:count.up/0 @10:14
    ref f.g call symbol:state.use/0 @11:14
    ref f call local:count.get/0 @12:17
    ref h call local:fresh.use/0 @13:15"
  `);
});

test("locals: with, for, except, match, isinstance, unpacking, defaults", () => {
  const source = `
    def f(p: Point, q=Default(), *args: Arg, **kw: Value):
        with open(p) as fh, Lock() as (l, m): fh.read(); l.x()
        for item in p.items: item.run()
        for key, value in q.items(): key.a(); value.b()
        try: pass
        except (A, b.B) as e: e.handle()
        except C: pass
        match p:
            case Point(x=0, y=other) as point: point.norm(); other.z()
            case [first, *rest]: first.a(); rest.b()
            case {"k": v, **others}: v.c(); others.d()
            case Color.RED | None: pass
        if isinstance(p, (D, E)): p.only()
        a, b = One(), Two()
        a.x(), b.y()
        c, d = pair()
        d.z()
        n: Note = make()
        n.show()
        args.count(); kw.get(1)
  `;
  expect(factsOf(source, "ref local")).toMatchInlineSnapshot(`
    "local f/fh = enter(global:open(local:p))
    local f/l
    local f/p : global:Point
    local f/item = element(local:p.items)
    local f/q = global:Default()
    local f/key
    local f/value = element(local:q)
    local f/b = global:Two()
    local f/e = (instance(global:A) | instance(local:b.B))
    local f/point = instance(global:Point)
    local f/other = instance(global:Point).y
    local f/first
    local f/rest
    local f/v
    local f/others
    local f/a = global:One()
    local f/d = part(global:pair(), 1)
    local f/n : global:Note = global:make()
    local f/args : global:tuple<global:Arg>
    local f/kw : global:dict<global:Value>
    ref f call global:Default/0 @1:18
    ref f call global:open/1 @2:9
    ref f call global:Lock/0 @2:24
    ref f call local:fh.read/0 @2:45
    ref f call local:l.x/0 @2:55
    ref f accessor local:p.items @3:16
    ref f call local:item.run/0 @3:30
    ref f call local:q.items/0 @4:24
    ref f call local:key.a/0 @4:37
    ref f call local:value.b/0 @4:48
    ref f call local:e.handle/0 @6:28
    ref f call local:point.norm/0 @9:49
    ref f call local:other.z/0 @9:63
    ref f call local:first.a/0 @10:35
    ref f call local:rest.b/0 @10:45
    ref f call local:v.c/0 @11:35
    ref f call local:others.d/0 @11:47
    ref f call global:isinstance/2 @13:7
    ref f call (instance(global:D) | instance(global:E)).only/0 @13:32
    ref f call global:One/0 @14:11
    ref f call global:Two/0 @14:18
    ref f call local:a.x/0 @15:6
    ref f call local:b.y/0 @15:13
    ref f call global:pair/0 @16:11
    ref f call local:d.z/0 @17:6
    ref f call global:make/0 @18:14
    ref f call local:n.show/0 @19:6
    ref f call local:args.count/0 @20:9
    ref f call local:kw.get/1 @20:21"
  `);
});

test("calls: self, cls, super, chains, constructors, subscripts, f-strings, await, print statements", () => {
  const source = `
    class Base: pass
    class C(Base):
        def __init__(self):
            super().__init__()
            super(C, self).setup(1, k=2)
        @classmethod
        def make(cls): return cls().run()
        async def run(self):
            await self.go(f"{self.name()!r:>{self.width()}} {LIMIT}")
            self.handlers[0].fire()
            type(self).make()
            self.__class__.make()
            C.make().run()
            (lambda z: z.done(helper))(1)
            cast("Base", self.x).base()
            getattr(self, "a")()
            return self
    def helper(): pass
    LIMIT = 1
    Box[int]()
    class Box: pass
    print "old", helper()
    exec "code" in ns
  `;
  expect(factsOf(source, "ref method constructor")).toMatchInlineSnapshot(`
    "constructor C.__init__ 3:4-5:36 @3:8 public
      sig "def __init__(self)"
      param self
    method C.make 6:4-7:37 @7:8 public decorated,classmethod
      sig "def make(cls)"
      param cls
      return class:C().run()
    method C.run 8:4-17:19 @8:14 public async
      sig "async def run(self)"
      param self
      return this:C
    ref C.__init__ call super:C.__init__/0 @4:16
    ref C.__init__ call super:C.setup/2 @5:23
    ref C.__init__ read symbol:C @5:14
    ref C.make call class:C().run/0 @7:32
    ref C.make call class:C/0 @7:26
    ref C.run call this:C.go/1 @9:19
    ref C.run call this:C.name/0 @9:30
    ref C.run call this:C.width/0 @9:46
    ref C.run read symbol:LIMIT @9:57
    ref C.run call part(this:C.handlers, 0).fire/0 @10:25
    ref C.run read this:C.handlers @10:8
    ref C.run call class:C.make/0 @11:19
    ref C.run call global:type/1 @11:8
    ref C.run call class:C.make/0 @12:23
    ref C.run call symbol:C.make().run/0 @13:17
    ref C.run call symbol:C.make/0 @13:10
    ref C.run call local:z.done/1 @14:21
    ref C.run read symbol:helper @14:26
    ref C.run type symbol:Base @15:14
    ref C.run call instance(symbol:Base).base/0 @15:29
    ref C.run call global:cast/2 @15:8
    ref C.run read this:C.x @15:21
    ref C.run call this:C.a/0 @16:8
    ref C.run call global:getattr/2 @16:8
    ref <module> call symbol:Box/0 @20:0
    ref <module> read symbol:Box @20:0
    ref <module> call symbol:helper/0 @22:13"
  `);
});

test("decorators and their arguments belong to the decorated definition", () => {
  const source = `
    from m import route, Permission
    @route("/x", Permission.READ)
    @app.get
    def view(request=route): pass
    @register(lambda c: c.name)
    class C:
        @property
        def p(self): pass
        @p.setter
        def p(self, v): pass
  `;
  expect(factsOf(source, "ref")).toMatchInlineSnapshot(`
    "ref view decorator import:route @2:1
    ref view read import:Permission.READ @2:13
    ref view decorator global:app.get @3:5
    ref view read import:route @4:17
    ref C decorator global:register @5:1
    ref C accessor local:c.name @5:20"
  `);
});

test("reads are outermost chains of imports, symbols and self, once per owner; writes", () => {
  const source = `
    import conf
    from conf import Level
    LIMIT = 1
    def f(x):
        use(conf.a.b, conf.a.b, LIMIT, x.attr, Level[0], conf)
        conf.debug = True
        x.y = 1
        return LIMIT
    class C:
        def m(self):
            self.count += 1
            return [self.a.b, self.a, -self.count, not self, {self.k: self.v}, self.xs[self.i:]]
  `;
  expect(factsOf(source, "ref")).toMatchInlineSnapshot(`
    "ref f call global:use/6 @5:4
    ref f read import:conf.a.b @5:8
    ref f read symbol:LIMIT @5:28
    ref f accessor local:x.attr @5:35
    ref f read import:Level @5:43
    ref f read import:conf @5:53
    ref f write import:conf.debug @6:4
    ref f write local:x.y @7:4
    ref C.m write this:C.count @11:8
    ref C.m read this:C.a.b @12:16
    ref C.m read this:C.a @12:26
    ref C.m read this:C.count @12:35
    ref C.m read this:C.k @12:58
    ref C.m read this:C.v @12:66
    ref C.m read this:C.xs @12:75
    ref C.m read this:C.i @12:83"
  `);
});

test("values and returns", () => {
  const source = `
    def make(flag, xs):
        if flag: return Repo()
        if xs: return xs or Repo()
        return None
    def fluent(self): return self
    class B:
        def with_x(self): return self
        def pick(self): return self.a if self.a else self.b
        async def get(self): return await self.fetch()
        def text(self): return "%s" % 1
    x = make(1, [])
    y = x.attr.method()
    z = (yield)
    n = 1 < 2
  `;
  expect(factsOf(source, "function method variable local")).toMatchInlineSnapshot(`
    "function make 1:0-4:15 @1:4 exported exported
      sig "def make(flag, xs)"
      param flag
      param xs
      return global:Repo()
      return (local:xs | global:Repo())
    function fluent 5:0-5:29 @5:4 exported exported
      sig "def fluent(self)"
      param self
      return local:self
    method B.with_x 7:4-7:33 @7:8 public
      sig "def with_x(self)"
      param self
      return this:B
    method B.pick 8:4-8:55 @8:8 public
      sig "def pick(self)"
      param self
      return (this:B.a | this:B.b)
    method B.get 9:4-9:50 @9:14 public async
      sig "async def get(self)"
      param self
      return await(this:B.fetch())
    method B.text 10:4-10:35 @10:8 public
      sig "def text(self)"
      param self
      return literal:string
    variable x 11:0-11:15 @11:0 exported exported
      sig "x = make(1, [])"
      value symbol:make(literal:number)
    variable y 12:0-12:19 @12:0 exported exported
      sig "y = x.attr.method()"
      value symbol:x.attr.method()
    variable z 13:0-13:11 @13:0 exported exported
      sig "z = (yield)"
    variable n 14:0-14:9 @14:0 exported exported
      sig "n = 1 < 2"
      value literal:boolean
    local make/xs
    local fluent/self"
  `);
});
