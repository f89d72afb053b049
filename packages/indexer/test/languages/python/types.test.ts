import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

/** The type expression of an annotation, and the types it refers to. */
function typeOf(annotation: string): string {
  const text = factsOf(
    `import pkg\nfrom m import Foo, Bar\nimport typing\ndef f(x: ${annotation}): pass`,
    "function ref",
  );
  const parameter = / ~ (.*)/.exec(text)?.[1] ?? "?";
  const refs = [...text.matchAll(/ref f type (\S+)/g)].map((match) => match[1]);
  return refs.length === 0 ? parameter : `${parameter} [${refs.join(" ")}]`;
}

test.each([
  ["int", "literal:number"],
  ["Foo", "import:Foo [import:Foo]"],
  ["pkg.sub.Foo", "import:pkg.sub.Foo [import:pkg.sub.Foo]"],
  ["Optional[Foo]", "import:Foo [import:Foo]"],
  ["typing.Optional[Foo]", "import:Foo [import:Foo]"],
  ["Foo | None", "import:Foo [import:Foo]"],
  ["Union[Foo, None, Bar]", "(import:Foo | import:Bar) [import:Foo import:Bar]"],
  ["Foo | Bar", "(import:Foo | import:Bar) [import:Foo import:Bar]"],
  ["list[Foo]", "global:list<import:Foo> [import:Foo]"],
  ["List[Optional[Foo]]", "global:List<import:Foo> [import:Foo]"],
  ["dict[str, Foo]", "global:dict<import:Foo> [import:Foo]"],
  ["tuple[Foo, ...]", "global:tuple<import:Foo> [import:Foo]"],
  ["Tuple[Foo, Bar]", "tuple(import:Foo, tuple(import:Bar)) [import:Foo import:Bar]"],
  ["Annotated[Foo, 1]", "import:Foo [import:Foo]"],
  ["Callable[[Foo], Bar]", "function(tuple(import:Foo), import:Bar) [import:Foo import:Bar]"],
  ["Literal['Foo']", "?"],
  ["Foo[Bar]", "import:Foo<import:Bar> [import:Foo import:Bar]"],
  ["pkg.Box[Foo]", "import:pkg.Box<import:Foo> [import:pkg.Box import:Foo]"],
  ["'Foo'", "import:Foo [import:Foo]"],
  ["'Optional[Foo]'", "import:Foo [import:Foo]"],
  ["'dict[str, list[pkg.Foo]] | None'", "global:dict<global:list<import:pkg.Foo>> [import:pkg.Foo]"],
  ['List["Foo"]', "global:List<import:Foo> [import:Foo]"],
  ["'int'", "literal:number"],
  ["'not a ( type'", "?"],
  ["None", "?"],
  ["Any", "?"],
])("the annotation %s is the type %s", (annotation, expected) => {
  expect(typeOf(annotation)).toBe(expected);
});

test("type parameters are type variables; Self is the class; calls in annotations are calls", () => {
  const source = `
    class Box[T](Base[T]):
        def get(self, default: T) -> Self: pass
        def put[U: Base](self, x: Annotated[U, check(1)]) -> list[U]: pass
  `;
  expect(factsOf(source, "class method ref")).toMatchInlineSnapshot(`
    "class Box 1:0-3:70 @1:6 exported exported
      sig "class Box[T](Base[T])"
      generics "T"
      extends global:Base<literal:TypeVar> (Base[T])
    method Box.get 2:4-2:43 @2:8 public
      sig "def get(self, default: T) -> Self"
      returns "Self"
      type class:Box
      param self
      param default: T ~ literal:TypeVar
    method Box.put 3:4-3:70 @3:8 public
      sig "def put[U: Base](self, x: Annotated[U, check(1)]) -> list[U]"
      returns "list[U]"
      generics "U: Base"
      type global:list<global:Base>
      param self
      param x: Annotated[U, check(1)] ~ global:Base
    ref Box.put call global:check/1 @3:43"
  `);
});
