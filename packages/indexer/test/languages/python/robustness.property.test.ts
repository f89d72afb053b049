import { type FactsPage, qualifiedNames, SYMBOLS } from "@sdl/model/facts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { factsOf, pageOf } from "./facts-of.js";

const PARTS = [
  "def f(self, a: int = 1, *, b: 'Foo' = None) -> list[Foo]:\n",
  "class C(Base, metaclass=M):\n",
  "    ",
  "        ",
  "\n",
  "@property\n",
  "@overload\n",
  "async def g(): await h()\n",
  "self.x = C()\n",
  "return [y for y in x if (z := y.w())]\n",
  "x, (y, *z) = a, b\n",
  "import a.b.c as d, e\n",
  "from . import (x, y as z)\n",
  "from m import *\n",
  "with a as (b, c), d: pass\n",
  "for i, j in enumerate(xs): pass\n",
  "match x:\n    case C(y=1) as z: pass\n",
  "try: pass\nexcept (A, B) as e: pass\n",
  "except E, e: pass\n",
  "if TYPE_CHECKING:\n",
  "else:\n",
  "global q\n",
  "nonlocal q\n",
  "type X[T: B] = list[T]\n",
  "__all__ = ['x', \"y\"]\n",
  "__all__ += (\n",
  "lambda self, *a: self.b(a)\n",
  "k = lambda: 1\n",
  "f'{a.b()!r:>{w}}'\n",
  '"""',
  "'",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ":",
  ".",
  "*",
  "`x`",
  "print 'x'\n",
  "\u0000",
  "é = ü.ñ()\n",
  "\r\n",
  "yield x\n",
  "super().__init__(*a, **k)\n",
];

/** Violations of rules that every page must satisfy: ranges nest, containers come first, symbols have distinct identities. */
function faults(page: FactsPage): string[] {
  const symbols = page.table(SYMBOLS);
  const names = qualifiedNames(page);
  const seen = new Set<string>();
  const found: string[] = [];
  for (let i = 1; i < symbols.rows; i++) {
    const container = symbols.container[i] ?? 0;
    if (container >= i) found.push(`${names[i]} comes before its container`);
    if (container > 0 && compare(position(page, i, "start"), position(page, container, "start")) < 0) {
      found.push(`${names[i]} starts before its container`);
    }
    if (container > 0 && compare(position(page, i, "end"), position(page, container, "end")) > 0) {
      found.push(`${names[i]} ends after its container`);
    }
    const identity = `${names[i]} ${symbols.kind[i]} ${symbols.ordinal[i]}`;
    if (seen.has(identity)) found.push(`two of ${identity}`);
    seen.add(identity);
  }
  return found;
}

function position(page: FactsPage, symbol: number, which: "start" | "end"): readonly [number, number] {
  const symbols = page.table(SYMBOLS);
  const line = symbols.startLine[symbol] ?? 0;
  if (which === "start") return [line, symbols.startCol[symbol] ?? 0];
  return [line + (symbols.endLine[symbol] ?? 0), symbols.endCol[symbol] ?? 0];
}

function compare(left: readonly [number, number], right: readonly [number, number]): number {
  return left[0] - right[0] || left[1] - right[1];
}

test("any random combination of Python parts gives facts, the same each time", () => {
  const source = fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(source, (text) => {
      const page = pageOf(text);
      expect(faults(page)).toEqual([]);
      expect(Buffer.from(pageOf(text).bytes).equals(Buffer.from(page.bytes))).toBe(true);
    }),
    { numRuns: 400 },
  );
});

const DEPTH = 20_000;

test.each([
  ["brackets", `x = ${"[".repeat(DEPTH)}f()${"]".repeat(DEPTH)}\n`],
  ["open brackets", `x = ${"(".repeat(DEPTH)}`],
  ["calls", `x = ${"f(".repeat(DEPTH)}${")".repeat(DEPTH)}\n`],
  ["attribute chains", `x = a${".b".repeat(DEPTH)}\n`],
  ["call chains", `x = a${".b()".repeat(DEPTH)}\n`],
  ["binary operators", `x = ${"a + ".repeat(DEPTH)}a\n`],
  ["boolean operators", `x = ${"a or ".repeat(DEPTH)}a\n`],
  ["conditional expressions", `x = ${"a if b else ".repeat(DEPTH)}a\n`],
  ["lambdas", `x = ${"lambda a: ".repeat(DEPTH)}a\n`],
  ["comprehensions", `x = ${"[".repeat(2000)}a${" for a in b]".repeat(2000)}\n`],
  ["if and elif", `if a: f()\n${"elif a: f()\n".repeat(DEPTH)}`],
  ["subscripted types", `x: ${"list[".repeat(DEPTH)}int${"]".repeat(DEPTH)} = 1\n`],
  ["chained assignments", `${"x = ".repeat(DEPTH)}1\n`],
  ["nested patterns", `${"(".repeat(DEPTH)}a,${")".repeat(DEPTH)} = b\n`],
  ["assigned names", Array.from({ length: DEPTH }, (_, i) => `x${i} = f${i}(x${i - 1})\n`).join("")],
  ["functions", Array.from({ length: 1000 }, (_, i) => `${" ".repeat(i)}def f(a):\n`).join("")],
  [
    "classes and ifs",
    Array.from({ length: 1000 }, (_, i) => `${" ".repeat(i)}${i % 2 === 0 ? "class C" : "if x"}:\n`).join(""),
  ],
  ["decorators", `${"@d(1)\n".repeat(DEPTH)}def f(): pass\n`],
  ["overloads", `${"@overload\ndef f(x: A) -> A: ...\n".repeat(DEPTH / 10)}def f(x): pass\n`],
  ["imports of one name", `${"import a.b\n".repeat(DEPTH)}a.b()\n`],
])("deep or long %s neither overflow the stack nor take quadratic time", (_, source) => {
  const before = performance.now();
  expect(faults(pageOf(source))).toEqual([]);
  expect(performance.now() - before).toBeLessThan(20_000);
});

test("definitions in broken source are still read", () => {
  const source = `
    def before(): first()
    class C:
        def a(self): self.b()
        x = = 1
        def b(self): pass
    def broken(:
        pass
    def after(): before()
    exec "a" in b, c
    print >>err, "x" % y,
    raise E, "text"
    def last(): pass
  `;
  expect(factsOf(source, "function class method ref file")).toMatchInlineSnapshot(`
    "function before 1:0-1:21 @1:4 exported exported
      sig "def before()"
    class C 2:0-5:21 @2:6 exported exported
      sig "class C"
      field x = literal:number
    method C.a 3:4-3:25 @3:8 public
      sig "def a(self)"
      param self
    method C.b 5:4-5:21 @5:8 public
      sig "def b(self)"
      param self
    function broken 6:0-7:8 @6:4 exported exported
      sig "def broken("
    function after 8:0-8:21 @8:4 exported exported
      sig "def after()"
    function last 12:0-12:16 @12:4 exported exported
      sig "def last()"
    ref before call global:first/0 @1:14
    ref C.a call this:C.b/0 @3:22
    ref after call symbol:before/0 @8:13
    file errors=2 lines=13 generated=0"
  `);
});

test("names such as __proto__ and invalid characters are ordinary", () => {
  const source =
    "__proto__ = 1\nconstructor = 2\ndef toString(): return hasOwnProperty()\nclass été: pass\n\ufeff\u0000x = '\ud800'\n";
  expect(faults(pageOf(source))).toEqual([]);
  expect(factsOf(source, "export")).toMatchInlineSnapshot(`
    "export __proto__ = symbol:__proto__
    export constructor = symbol:constructor
    export toString = symbol:toString
    export été = symbol:été
    export x = symbol:x"
  `);
  expect(factsOf("", "module")).toBe("module <module> 1:0-1:0 @1:0 exported");
});
