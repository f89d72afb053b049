import { type FactsPage, qualifiedNames, SYMBOLS } from "@sdl/model/facts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { factsOf, pageOf } from "./facts-of.js";

const PARTS = [
  ...["package p\n", "import (\n", 'import . "a/b"\n', '"x/y"\n', "// doc\n", "\n", "\r\n", "\u0000", "é := ü.ñ()\n"],
  ...["func f(a, b int, c ...string) (x T, err error) {\n", "func (t *T[K]) m() {\n", "func (", "func() {", "}\n"],
  ...[
    "type T[K any] struct {\n",
    "type I interface {\n",
    "type A = B\n",
    "type N map[string]",
    "*Base\n",
    "m(a int)\n",
  ],
  ...["const (\n", "C = iota\n", "D\n", "var x, y = f()\n", "x, y := g(h)\n", "x.y.z = 1\n", "x[1]++\n", "_ = x\n"],
  ...["for k, v := range xs {\n", "for x := range ch {", "if v, ok := m[k]; ok {\n", "switch v := x.(type) {\n"],
  ...["case *T, int:\n", "case v := <-ch:\n", "default:\n", "select {\n", "go ", "defer ", "return a, b\n", "label:\n"],
  ...[
    "f[int](x)\n",
    "g[A, B](c)\n",
    "&T{A: 1, B: {2}}",
    "[]T{",
    "make([]T, 1)",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    "`",
  ],
  ...['"', "'", ",", ";", "~int | ", "...", "<-", "interface{ m() }", "struct{ a int }"],
];

/** What must hold for any page and does not: containers come first, no two symbols share their identity. */
function faults(page: FactsPage): string[] {
  const symbols = page.table(SYMBOLS);
  const names = qualifiedNames(page);
  const seen = new Set<string>();
  const found: string[] = [];
  for (let i = 1; i < symbols.rows; i++) {
    if ((symbols.container[i] ?? 0) >= i) found.push(`${names[i]} comes before its container`);
    const identity = `${names[i]} ${symbols.kind[i]} ${symbols.ordinal[i]}`;
    if (seen.has(identity)) found.push(`two of ${identity}`);
    seen.add(identity);
  }
  return found;
}

test("any splice of Go gives facts, the same ones each time", () => {
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
const inside = (text: string): string => `package p\nfunc f() {\n${text}\n}\n`;

test.each([
  ["brackets", inside(`x := ${"(".repeat(DEPTH)}f()${")".repeat(DEPTH)}`)],
  ["open brackets", inside(`x := ${"(".repeat(DEPTH)}`)],
  ["calls", inside(`x := ${"f(".repeat(DEPTH)}${")".repeat(DEPTH)}`)],
  ["selector chains", inside(`x := a${".b".repeat(DEPTH)}`)],
  ["call chains", inside(`x := a${".b()".repeat(DEPTH)}`)],
  ["operators", inside(`x := ${"a + ".repeat(DEPTH)}a`)],
  ["types", `package p\nvar x ${"[]".repeat(DEPTH)}int\n`],
  ["structs", `package p\ntype T ${"struct { a ".repeat(2000)}int${" }".repeat(2000)}\n`],
  ["literals", inside(`x := T${"{{".repeat(2000)}1${"}}".repeat(2000)}`)],
  ["blocks", inside(`${"{ x := y\n".repeat(2000)}${"}".repeat(2000)}`)],
  ["functions", inside(`${"func() { x := y; ".repeat(2000)}${"}()".repeat(2000)}`)],
  ["else ifs", inside(`if a {}${" else if a { f() }".repeat(2000)}`)],
  ["assigned names", inside(Array.from({ length: DEPTH }, (_, i) => `x${i} := f${i}(x${i - 1})\n`).join(""))],
  ["names of one block", inside(Array.from({ length: DEPTH }, (_, i) => `a, x${i} := a.b(x${i - 1})\n`).join(""))],
  ["constants", `package p\nconst (\n\tA = iota\n${"\tB\n".repeat(DEPTH)})\n`],
  ["methods", `package p\n${"func (t *T) m() { t.m() }\n".repeat(DEPTH / 4)}`],
  ["fields", `package p\ntype T struct {\n${"\ta T\n".repeat(DEPTH)}}\n`],
])("deep or long %s neither overflow nor take quadratic time", (_, source) => {
  const before = performance.now();
  expect(faults(pageOf(source))).toEqual([]);
  expect(performance.now() - before).toBeLessThan(20_000);
});

test("definitions in broken source are still read", () => {
  const source = `package p
func before() { first() }
type T struct {
	a int
	b = = c
}
func after() { last() }
func (t T) broken( {
`;
  expect(factsOf(source, "function class").match(/^(?:function|class) \w+/gm)).toEqual([
    "function before",
    "class T",
    "function after",
  ]);
});
