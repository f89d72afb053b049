/** Invariants of the facts of any source, including broken and hostile ones. */
import type { Language } from "@sdl/model";
import { EXPRS, type FactsPage, factsText, IMPORTS, LOCALS, REFS, SYMBOLS } from "@sdl/model/facts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pageOf } from "./check-facts.js";
import { SOURCES } from "./sources.js";

/** Checks that ordinals refer to earlier rows, ids are unique, and members lie in their containers. */
function checkPage(page: FactsPage, language: Language): void {
  const symbols = page.table(SYMBOLS);
  const seen = new Set<string>();
  const paths: string[] = [];
  for (let i = 0; i < symbols.rows; i++) {
    const container = symbols.container[i] ?? 0;
    expect(container).toBeLessThan(Math.max(1, i));
    paths.push(i === 0 ? "" : `${paths[container] ?? ""}.${page.string(symbols.name[i] ?? 0)}`);
    const id = `${paths[i]} ${symbols.kind[i]} ${symbols.ordinal[i]}`;
    expect(seen, `${language}: two symbols ${id}`).not.toContain(id);
    seen.add(id);
    checkRange(page, i);
  }
  checkReferences(page);
  expect(factsText(page).length).toBeGreaterThan(0);
}

const END_OF_LINE = 2 ** 20;

function start(page: FactsPage, symbol: number): number {
  const { startLine, startCol } = page.table(SYMBOLS);
  return (startLine[symbol] ?? 0) * END_OF_LINE + (startCol[symbol] ?? 0);
}

function end(page: FactsPage, symbol: number): number {
  const { startLine, endLine, endCol } = page.table(SYMBOLS);
  return ((startLine[symbol] ?? 0) + (endLine[symbol] ?? 0)) * END_OF_LINE + (endCol[symbol] ?? 0);
}

function checkRange(page: FactsPage, symbol: number): void {
  expect(start(page, symbol)).toBeLessThanOrEqual(end(page, symbol));
  const container = page.table(SYMBOLS).container[symbol] ?? 0;
  const isSetFromOutside = start(page, symbol) >= end(page, container);
  if (symbol === 0 || container === 0 || isSetFromOutside) return;
  expect(start(page, symbol)).toBeGreaterThanOrEqual(start(page, container));
  expect(end(page, symbol)).toBeLessThanOrEqual(end(page, container));
}

function checkReferences(page: FactsPage): void {
  const refs = page.table(REFS);
  const exprs = page.table(EXPRS);
  for (let i = 0; i < refs.rows; i++) {
    expect(refs.owner[i]).toBeLessThan(page.table(SYMBOLS).rows);
    expect(refs.expr[i]).toBeLessThan(exprs.rows);
    expect(refs.expr[i]).toBeGreaterThan(0);
  }
  const limits: Record<number, number> = {
    1: page.table(SYMBOLS).rows,
    2: page.table(IMPORTS).rows,
    3: page.table(LOCALS).rows,
  };
  for (let i = 0; i < exprs.rows; i++) {
    const limit = limits[exprs.op[i] ?? 0];
    if (limit !== undefined) expect(exprs.a[i]).toBeLessThan(limit);
  }
}

test.each(SOURCES)("the facts of %s satisfy the invariants", (_, language, source) => {
  checkPage(pageOf(source, language), language);
});

test("facts of randomly combined source parts satisfy the invariants", { timeout: 120_000 }, () => {
  const tokens = SOURCES.map(([, language, source]) => ({ language, pieces: source.split(/(?<=\W)|(?=\W)/) }));
  fc.assert(
    fc.property(
      fc.constantFrom(...tokens),
      fc.array(fc.tuple(fc.nat(), fc.nat(60), fc.nat(), fc.nat(30)), { minLength: 1, maxLength: 6 }),
      ({ language, pieces }, cuts) => {
        const result = [...pieces];
        for (const [at, removed, from, taken] of cuts) {
          const source = from % pieces.length;
          result.splice(at % (result.length + 1), removed, ...pieces.slice(source, source + taken));
        }
        checkPage(pageOf(result.join(""), language), language);
      },
    ),
    { numRuns: 150, seed: 7 },
  );
});

test("facts of arbitrary characters satisfy the invariants", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom<Language>("typescript", "tsx", "javascript"),
      (source, language) => {
        checkPage(pageOf(source, language), language);
      },
    ),
    { numRuns: 100, seed: 7 },
  );
});

test("equal sources give equal bytes", () => {
  for (const [, language, source] of SOURCES) {
    expect(Buffer.from(pageOf(source, language).bytes).equals(pageOf(source, language).bytes)).toBe(true);
  }
});

const DEEP = 20_000;

test.each<[string, Language, string]>([
  ["(", "typescript", `${"(".repeat(DEEP)}x${")".repeat(DEEP)}`],
  ["[", "typescript", `const a = ${"[".repeat(DEEP)}${"]".repeat(DEEP)}`],
  ["{ in statements", "javascript", `${"{".repeat(DEEP)}${"}".repeat(DEEP)}`],
  ["{ in objects", "javascript", `const a = ${"{a:".repeat(DEEP)}1${"}".repeat(DEEP)}`],
  ["functions", "javascript", `${"function f(){".repeat(DEEP)}${"}".repeat(DEEP)}`],
  ["arrow functions", "typescript", `const f = ${"(a) => ".repeat(DEEP)}1`],
  ["if and else", "typescript", `${"if (a) b(); else ".repeat(DEEP)}c();`],
  ["JSX", "tsx", `const a = ${"<A>".repeat(DEEP)}${"</A>".repeat(DEEP)}`],
  ["call chains", "typescript", `a${".b()".repeat(DEEP)}`],
  ["member chains", "typescript", `import { a } from "m"; f(a${".b".repeat(DEEP)})`],
  ["call arguments", "javascript", `${"f(".repeat(DEEP)}${")".repeat(DEEP)}`],
  ["templates", "typescript", `${"`${".repeat(DEEP)}1${"}`".repeat(DEEP)}`],
  ["types", "typescript", `type A = ${"B<".repeat(DEEP)}C${">".repeat(DEEP)}`],
  ["unions", "typescript", `type A = ${"B | ".repeat(DEEP)}C`],
  ["function types", "typescript", `let f: ${"(a: ".repeat(DEEP)}A${") => B".repeat(DEEP)}`],
  ["results of function types", "typescript", `let f: ${"() => ".repeat(DEEP)}A`],
  ["constructor types", "typescript", `let f: ${"new () => ".repeat(DEEP)}A`],
  ["conditional types", "typescript", `let a: ${"A extends B ? C : ".repeat(DEEP)}D`],
  ["object types", "typescript", `let a: ${"{ a: ".repeat(DEEP)}A${" }".repeat(DEEP)}`],
  ["index signatures", "typescript", `let a: ${"{ [k: string]: ".repeat(DEEP)}A${" }".repeat(DEEP)}`],
  ["lookup types", "typescript", `let a: A${'["a"]'.repeat(DEEP)}`],
  ["tuples", "typescript", `let a: ${"[a: ".repeat(DEEP)}A${"]".repeat(DEEP)}`],
  ["typeof members", "typescript", `let a: typeof a${".b".repeat(DEEP)}`],
  ["asserted results", "typescript", `function f(a): asserts a is ${"[".repeat(DEEP)}A${"]".repeat(DEEP)} {}`],
  ["patterns", "typescript", `const ${"[".repeat(DEEP)}a${"]".repeat(DEEP)} = b`],
  ["classes", "typescript", `${"class A { m() { ".repeat(DEEP)}${"} }".repeat(DEEP)}`],
  ["open braces only", "typescript", "{".repeat(DEEP)],
  ["open angles only", "typescript", "a<".repeat(DEEP)],
  ["assignments", "javascript", `${"exports.a = ".repeat(DEEP)}1`],
])("%s nested 20,000 deep overflow no stack", { timeout: 60_000 }, (_, language, source) => {
  const page = pageOf(source, language);
  expect(page.table(SYMBOLS).rows).toBeGreaterThan(0);
});
