import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

test("functions: async, generators, nested, lambdas bound to names", () => {
  const source = `
    # Adds.
    def add(a, b=1, /, *rest, flag: bool = False, **more) -> int:
        def inner(): return a
        return inner()
    async def load(): await add(1)
    def numbers():
        yield 1
    scale = lambda x, y=2: add(x, y)
    def _hidden(): pass
  `;
  expect(factsOf(source, "function")).toMatchInlineSnapshot(`
    "function add 2:0-4:18 @2:4 exported exported
      sig "def add(a, b=1, /, *rest, flag: bool = False, **more) -> int"
      returns "int"
      doc "Adds."
      type literal:number
      param a [positionalonly]
      param b = 1 [optional,positionalonly]
      param rest [rest]
      param flag: bool = False [optional,keywordonly] ~ literal:boolean
      param more [keywordrest]
      return symbol:add.inner()
    function add.inner 3:4-3:25 @3:8 internal nested
      sig "def inner()"
      return local:a
    function load 5:0-5:30 @5:10 exported exported,async
      sig "async def load()"
    function numbers 6:0-7:11 @6:4 exported exported,generator
      sig "def numbers()"
      return items(literal:number)
    function scale 8:0-8:32 @8:0 exported exported
      sig "scale = lambda x, y=2"
      param x
      param y = 2 [optional]
      return symbol:add(local:x)
    function _hidden 9:0-9:19 @9:4 internal
      sig "def _hidden()""
  `);
});

test("classes: methods, constructors, accessors, class and static methods, nested classes", () => {
  const source = `
    class Repo(Base, pkg.Mixin[int], metaclass=Meta):
        """Keeps things.

            Indented.
        """
        make = lambda self: self.items
        def __init__(self, items): self.items = items
        @property
        def size(self): return len(self.items)
        @size.setter
        def size(self, value): ...
        @functools.cached_property
        def total(self): return 1
        @classmethod
        def create(cls, *args): return cls(*args)
        @staticmethod
        def parse(text): return text
        @abc.abstractmethod
        def run(self): raise NotImplementedError
        def _protected(self): pass
        def __private(self): pass
        def __len__(self): return 0
        class Inner:
            def m(self): return self
    def factory():
        class Local:
            def m(self): pass
        return Local
  `;
  expect(factsOf(source, "class method constructor function")).toMatchInlineSnapshot(`
    "class Repo 1:0-24:32 @1:6 exported exported
      sig "class Repo(Base, pkg.Mixin[int], metaclass=Meta)"
      doc "Keeps things.\\n\\nIndented."
      type global:Meta
      extends global:Base (Base)
      extends global:pkg.Mixin<literal:number> (pkg.Mixin[int])
      field items = local:items
    method Repo.make 6:4-6:34 @6:4 public
      sig "make = lambda self"
      param self
      return this:Repo.items
    constructor Repo.__init__ 7:4-7:49 @7:8 public
      sig "def __init__(self, items)"
      param self
      param items
    method Repo.size 8:4-9:42 @9:8 public getter,decorated
      sig "def size(self)"
      param self
      return global:len(this:Repo.items)
    method Repo.size #1 10:4-11:30 @11:8 public setter,ambient,decorated
      sig "def size(self, value)"
      param self
      param value
    method Repo.total 12:4-13:29 @13:8 public getter,decorated
      sig "def total(self)"
      param self
      return literal:number
    method Repo.create 14:4-15:45 @15:8 public decorated,classmethod
      sig "def create(cls, *args)"
      param cls
      param args [rest]
      return class:Repo()
    method Repo.parse 16:4-17:32 @17:8 public static,decorated
      sig "def parse(text)"
      param text
      return local:text
    method Repo.run 18:4-19:44 @19:8 public abstract,decorated
      sig "def run(self)"
      param self
      guard throws NotImplementedError
    method Repo._protected 20:4-20:30 @20:8 protected
      sig "def _protected(self)"
      param self
    method Repo.__private 21:4-21:29 @21:8 private
      sig "def __private(self)"
      param self
    method Repo.__len__ 22:4-22:31 @22:8 public
      sig "def __len__(self)"
      param self
      return literal:number
    class Repo.Inner 23:4-24:32 @23:10 public
      sig "class Inner"
    method Repo.Inner.m 24:8-24:32 @24:12 public
      sig "def m(self)"
      param self
      return this:Repo.Inner
    function factory 25:0-28:16 @25:4 exported exported
      sig "def factory()"
      return symbol:factory.Local
    class factory.Local 26:4-27:25 @26:10 internal nested
      sig "class Local"
    method factory.Local.m 27:8-27:25 @27:12 public nested
      sig "def m(self)"
      param self"
  `);
});

test("dataclasses, attrs, named tuples, typed dicts, enums, protocols and abstract classes are told apart", () => {
  const source = `
    @dataclass(frozen=True)
    class Point:
        x: int
        y: "int" = 0
        tags: list[str] = field(default_factory=list)
    @attr.s
    class Old:
        a = attr.ib()
    class Pair(NamedTuple):
        left: Point
    class Options(TypedDict, total=False):
        name: Required[str]
    class Color(enum.Enum):
        RED = 1
        GREEN = Point(1)
    class Reader(Protocol):
        def read(self) -> bytes: ...
    class Base(metaclass=abc.ABCMeta): pass
  `;
  expect(factsOf(source, "class method")).toMatchInlineSnapshot(`
    "class Point 1:0-5:49 @2:6 exported exported,decorated,dataclass
      sig "class Point: x: int; y: \\"int\\" = 0; tags: list[str] = field(default_factory=list)"
      field x : literal:number
      field y : literal:number = literal:number
      field tags : global:list<literal:string> = global:list()
      guard readonly all fields (frozen)
    class Old 6:0-8:17 @7:6 exported exported,decorated,dataclass
      sig "class Old: a = attr.ib()"
      field a = global:attr.ib()
    class Pair 9:0-10:15 @9:6 exported exported,dataclass
      sig "class Pair(NamedTuple): left: Point"
      extends global:NamedTuple (NamedTuple)
      field left : symbol:Point
      guard readonly all fields (NamedTuple)
    class Options 11:0-12:23 @11:6 exported exported,dataclass
      sig "class Options(TypedDict, total=False): name: Required[str]"
      extends global:TypedDict (TypedDict)
      field name : literal:string
    class Color 13:0-15:20 @13:6 exported exported,enum
      sig "class Color(enum.Enum): RED; GREEN"
      extends global:enum.Enum (enum.Enum)
      field RED = literal:number
      field GREEN = symbol:Point(literal:number)
    class Reader 16:0-17:32 @16:6 exported exported,protocol
      sig "class Reader(Protocol)"
      extends global:Protocol (Protocol)
    method Reader.read 17:4-17:32 @17:8 public ambient
      sig "def read(self) -> bytes"
      returns "bytes"
      type literal:string
      param self
    class Base 18:0-18:39 @18:6 exported exported,abstract,protocol
      sig "class Base(metaclass=abc.ABCMeta)"
      type global:abc.ABCMeta"
  `);
});

test("overload stubs fold into their implementation; without one the first is the symbol", () => {
  const source = `
    @overload
    def f(x: int) -> int: ...
    @typing.overload
    def f(x: str) -> str: ...
    def f(x): return x
    class C:
        @overload
        def g(self, x: A) -> A: ...
        @overload
        def g(self, x: B) -> B: ...
  `;
  expect(factsOf(source, "function method ref")).toMatchInlineSnapshot(`
    "function f 5:0-5:18 @5:4 exported exported
      sig "def f(x)"
      param x
      overload def f(x: int) -> int
      overload def f(x: str) -> str
      return local:x
    method C.g 7:4-8:31 @8:8 public ambient,decorated
      sig "def g(self, x: A) -> A"
      returns "A"
      type global:A
      param self
      param x: A ~ global:A
      overload def g(self, x: A) -> A
      overload def g(self, x: B) -> B"
  `);
});

test("conditional definitions of one name get ordinals, and the name means either", () => {
  const source = `
    try:
        from fast import dumps
    except ImportError:
        def dumps(x): return repr(x)
    if PY3:
        def text(): pass
    else:
        def text(): pass
    def again(): pass
    def again(): return 1
    dumps(text(), again())
    try:
        import json
    except ImportError:
        json = None
    json.loads("")
  `;
  expect(factsOf(source, "function variable export ref")).toMatchInlineSnapshot(`
    "function dumps 4:4-4:32 @4:8 exported exported
      sig "def dumps(x)"
      param x
      return global:repr(local:x)
    function text 6:4-6:20 @6:8 exported exported
      sig "def text()"
    function text #1 8:4-8:20 @8:8 exported exported
      sig "def text()"
    function again 9:0-9:17 @9:4 exported exported
      sig "def again()"
    function again #1 10:0-10:21 @10:4 exported exported
      sig "def again()"
      return literal:number
    export dumps = (import:dumps | symbol:dumps)
    export text = (symbol:text | symbol:text)
    export again = symbol:again
    export json = import:json
    ref dumps call global:repr/1 @4:25
    ref <module> call (import:dumps | symbol:dumps)/2 @11:0
    ref <module> call (symbol:text | symbol:text)/0 @11:6
    ref <module> call symbol:again/0 @11:14
    ref <module> call import:json.loads/1 @16:5"
  `);
});

test("module variables: annotated, unpacked, chained, conditional, in __all__; not loop variables", () => {
  const source = `
    #: Most tries.
    LIMIT: Final[int] = 5
    name: str
    """What it is called."""
    a, (b, *rest) = Point(), make()
    c = d = Repo()
    LIMIT = 6
    counter = None
    def bump():
        global counter
        counter = Counter()
        counter += 1
    for i in range(3): last = i
    with Lock() as lock: pass
    for listed in []: pass
    long = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]
    wrapped = wrap(bump)
    def bump2(): pass
    bump2 = wrap(bump2)
    T = TypeVar("T")
    Alias = Union[Point, None]
    type Vec[T] = list[T] | Point
    __all__ = ["listed", "_x"]
    _x = 1
  `;
  expect(factsOf(source, "variable type export ref")).toMatchInlineSnapshot(`
    "variable LIMIT 2:0-2:21 @2:0 exported exported,readonly
      sig "LIMIT: Final[int] = 5"
      returns "Final[int]"
      doc "Most tries."
      type literal:number
      value literal:number
    variable name 3:0-3:9 @3:0 exported exported
      sig "name: str"
      returns "str"
      doc "What it is called."
      type literal:string
    variable a 5:0-5:31 @5:0 exported exported
      sig "a = Point()"
      value global:Point()
    variable b 5:0-5:31 @5:4 exported exported
      sig "b"
      value part(global:make(), 0)
    variable rest 5:0-5:31 @5:8 exported exported
      sig "rest"
      value items(element(global:make()))
    variable c 6:0-6:14 @6:0 exported exported
      sig "c = Repo()"
      value global:Repo()
    variable d 6:0-6:14 @6:4 exported exported
      sig "d = Repo()"
      value global:Repo()
    variable counter 8:0-8:14 @8:0 exported exported
      sig "counter = None"
      value global:Counter()
    variable last 13:19-13:27 @13:19 exported exported
      sig "last = i"
      value local:i
    variable listed 15:4-15:10 @15:4 exported exported
      sig "listed"
    variable long 16:0-16:101 @16:0 exported exported
      sig "long = …"
      value literal:array
    variable wrapped 17:0-17:20 @17:0 exported exported
      sig "wrapped = wrap(bump)"
      value global:wrap(symbol:bump)
    variable T 20:0-20:16 @20:0 exported exported
      sig "T = TypeVar(\\"T\\")"
      value global:TypeVar(literal:string)
    variable Alias 21:0-21:26 @21:0 exported exported
      sig "Alias = Union[Point, None]"
      value global:Point
    type Vec 22:0-22:29 @22:5 exported exported
      sig "type Vec[T] = list[T] | Point"
      generics "T"
      type (global:list<literal:TypeVar> | global:Point)
    variable __all__ 23:0-23:26 @23:0 internal
      sig "__all__ = [\\"listed\\", \\"_x\\"]"
      value literal:array
    variable _x 24:0-24:6 @24:0 exported exported
      sig "_x = 1"
      value literal:number
    export LIMIT = symbol:LIMIT
    export name = symbol:name
    export a = symbol:a
    export b = symbol:b
    export rest = symbol:rest
    export c = symbol:c
    export d = symbol:d
    export counter = symbol:counter
    export bump = symbol:bump
    export last = symbol:last
    export listed = symbol:listed
    export long = symbol:long
    export wrapped = symbol:wrapped
    export bump2 = symbol:bump2
    export T = symbol:T
    export Alias = symbol:Alias
    export Vec = symbol:Vec
    export __all__ = symbol:__all__
    export _x = symbol:_x
    ref a call global:Point/0 @5:16
    ref a call global:make/0 @5:25
    ref c call global:Repo/0 @6:8
    ref bump write symbol:counter @11:4
    ref bump call global:Counter/0 @11:14
    ref <module> call global:range/1 @13:9
    ref <module> call global:Lock/0 @14:5
    ref wrapped call global:wrap/1 @17:10
    ref wrapped read symbol:bump @17:15
    ref <module> call global:wrap/1 @19:8
    ref <module> read symbol:bump2 @19:13
    ref T call global:TypeVar/1 @20:4"
  `);
});

test("class attributes are fields; so is what methods assign to self and cls", () => {
  const source = `
    class Repo:
        limit = 5
        timeout: float
        cache: ClassVar["Optional[Cache]"] = None
        __radd__ = __add__
        if DEBUG:
            level = Level.HIGH
        def __init__(self, path: Path, size=3):
            self.path = path
            self.first, self.second = Point(), size
            self.limit += 1
            self.store: Store = open_store(path)
            path.owner = self
        @classmethod
        def make(cls): cls.instances = []
        @property
        def value(self): return self._value
        def use(self):
            self.value = 1
            self.store = None
            with self.lock() as self.held: pass
            def later(): self.late = Late()
  `;
  expect(factsOf(source, "class")).toMatchInlineSnapshot(`
    "class Repo 1:0-22:39 @1:6 exported exported
      sig "class Repo"
      field limit = literal:number
      field timeout : literal:number
      field cache : global:Cache
      field __radd__ = global:__add__
      field level = global:Level.HIGH
      field path = local:path
      field first = global:Point()
      field second = local:size
      field store : global:Store = global:open_store(local:path)
      field instances = literal:array
      field late = global:Late()"
  `);
});

test("documentation: docstrings, comment runs, attribute strings; no licence, no shebang, no bytes", () => {
  const source = `
    #!/usr/bin/env python
    # Copyright 2020 Somebody.
    def a(): b"no docstring"

    # Two
    # lines.
    @decorated
    def b():
        'a' "doc in parts"
    # far

    class C:
        r"""Raw \\d.
        Second line.
            Deeper.
        """
  `;
  expect(factsOf(source, "module function class")).toMatchInlineSnapshot(`
    "module <module> 1:0-17:0 @1:0 exported
    function a 3:0-3:24 @3:4 exported exported
      sig "def a()"
    function b 7:0-9:22 @8:4 exported exported,decorated
      sig "def b()"
      doc "adoc in parts"
      value global:decorated(symbol:b)
    class C 12:0-16:7 @12:6 exported exported
      sig "class C"
      doc "Raw \\\\d.\\nSecond line.\\n    Deeper.""
  `);
});

test("signatures are one line, without comments and a formatter's breaks", () => {
  const source = `
    def f(
        self,  # the receiver
        color: str = "#fff",
        *args,
    ) -> Dict[
        str, int
    ]:
        pass
    class C[T: Base](
        A,
        B[T],
    ): pass
    def g[T, *Ts](x: T) -> T: ...
  `;
  expect(factsOf(source, "function class")).toMatchInlineSnapshot(`
    "function f 1:0-8:8 @1:4 exported exported
      sig "def f(self, color: str = \\"#fff\\", *args) -> Dict[str, int]"
      returns "Dict[str, int]"
      type global:Dict<literal:number>
      param self
      param color: str = "#fff" [optional] ~ literal:string
      param args [rest]
    class C 9:0-12:7 @9:6 exported exported
      sig "class C[T: Base](A, B[T])"
      generics "T: Base"
      extends global:A (A)
      extends global:B<global:Base> (B[T])
    function g 13:0-13:29 @13:4 exported exported,ambient
      sig "def g[T, *Ts](x: T) -> T"
      returns "T"
      generics "T, *Ts"
      type literal:TypeVar
      param x: T ~ literal:TypeVar"
  `);
});
