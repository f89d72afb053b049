/** What counts as a break of an interface, and what does not: declarations, names, and what packages require. */
import { computeDelta, packBreaks, riskParts, riskScore } from "@sdl/delta";
import { behaviourStatements } from "@sdl/slice";
import { expect, test } from "vitest";
import { parseSources, withVersions } from "./two-versions.js";

/** Breaks between two versions of some files, as `name: what; what, n users`, and the score. */
async function breaksOf(before: string, after: string): Promise<{ breaks: string[]; score: number }> {
  return withVersions([parseSources(before), parseSources(after)], (old, now) => {
    const delta = computeDelta(old.side, now.side, { describe: behaviourStatements });
    const breaks = packBreaks(delta).map(({ name, changes, isPublic, unchangedUsers }) => {
      const users = unchangedUsers.map((user) => user.name);
      const who = [...(isPublic ? [] : ["not public"]), ...(users.length === 0 ? [] : [`used by ${users.join(", ")}`])];
      return `${name}: ${changes.join("; ")}${who.map((part) => `, ${part}`).join("")}`;
    });
    return { breaks, score: riskScore(riskParts(delta)) };
  });
}

const PYPROJECT = '//- pyproject.toml\n[project]\nname = "shop"\nrequires-python = ">=3.9"\n';
const python = (code: string, init = "from .core import *\n") =>
  `${PYPROJECT}//- shop/__init__.py\n${init}//- shop/core.py\n${code}`;

const PACKAGE = '//- package.json\n{ "name": "shop", "main": "dist/index.js", "engines": { "node": ">=18" } }\n';
const script = (code: string, index = 'export { price } from "./price";\n') =>
  `${PACKAGE}//- src/index.ts\n${index}//- src/price.ts\n${code}`;

test.each([
  ["an annotation alone", "def price(item, count=1): ...\n", "def price(item: str, count: int = 1) -> int: ...\n"],
  ["a default", "def price(item, count=1): ...\n", "def price(item, count=2): ...\n"],
  ["an optional parameter more", "def price(item): ...\n", "def price(item, *, tax=0, **more): ...\n"],
  ["a constant's value", "RATE = 1\ndef price(item): ...\n", "RATE = 2\ndef price(item): ...\n"],
  ["a private name", "def _round(x): ...\ndef price(item): ...\n", "def price(item): ...\n"],
  ["a positional-only name", "def price(item, /): ...\n", "def price(thing, /): ...\n"],
  ["what __all__ leaves out", "def price(item): ...\n", "__all__ = []\ndef price(item): ...\n"],
  ["metadata", '__version__ = "1"\ndef price(item): ...\n', "def price(item): ...\n"],
])("Python: %s is no break", async (_, before, after) => {
  const found = await breaksOf(python(before, "from .core import price\n"), python(after, "from .core import price\n"));
  expect(found.breaks).toEqual([]);
  expect(found.score).toBeLessThan(40);
});

test.each([
  ["def price(item): ...\n", "def price(item, count): ...\n", "price: requires `count`"],
  ["def price(item, count=1): ...\n", "def price(item): ...\n", "price: no longer takes `count`"],
  ["def price(item, count=1): ...\n", "def price(item, *, count=1): ...\n", "price: takes `count` by keyword only"],
  ["def price(a, b): ...\n", "def price(b, a): ...\n", "price: takes its parameters in another order"],
  ["def price(item): ...\n", "async def price(item): ...\n", "price: must be awaited"],
  ["def price(item): ...\n", "def cost(item): ...\n", "price: is called `cost`"],
  ["class Cart:\n    def add(self, item): ...\n", "class Cart:\n    pass\n", "Cart.add: is gone"],
])("Python: %s → %s breaks", async (before, after, expected) => {
  const found = await breaksOf(python(before), python(after));
  expect(found.breaks).toEqual([expected]);
  expect(found.score).toBeGreaterThanOrEqual(70);
});

test("a keyword that is called otherwise is a likely break, which is no high risk", async () => {
  const found = await breaksOf(python("def price(item): ...\n"), python("def price(thing): ...\n"));
  expect(found.breaks).toEqual(["price: takes the keyword `thing` instead of `item`"]);
  expect(found.score).toBeLessThan(40);
});

test("a member that is inherited from now on is still there", async () => {
  const base = "class Base:\n    def total(self): ...\n";
  const before = python(`${base}class Cart(Base):\n    def total(self): return 1\n`);
  expect((await breaksOf(before, python(`${base}class Cart(Base):\n    pass\n`))).breaks).toEqual([]);
});

test("only what a package's modules export is public in JavaScript", async () => {
  const before = script(
    "export function price(item: string, tax?: number): number { return tax ?? item.length; }\nexport function inner(a: number): number { return a; }\n",
  );
  const after = script(
    "export function price(item: string | URL): number { return String(item).length; }\nexport function inner(a: number, b: number): number { return a + b; }\n",
  );
  // Nothing uses `inner`: it breaks for nobody.
  expect((await breaksOf(before, after)).breaks).toEqual(["price: no longer takes `tax`"]);
});

test("a wider type is no break, another one is a likely break", async () => {
  const of = (type: string) => script(`export function price(item: ${type}): number { return Number(item); }\n`);
  expect((await breaksOf(of("string"), of("string | number"))).breaks).toEqual([]);
  expect((await breaksOf(of("string | number"), of("string"))).breaks).toEqual(["price: takes another type as `item`"]);
});

test("an export without a symbol of its own is missed too", async () => {
  const code = "export function price(): number { return 1; }\n";
  const before = script(code, 'import { price } from "./price";\nexport { price };\nexport default price;\n');
  const after = script(code, 'export { price } from "./price";\n');
  expect((await breaksOf(before, after)).breaks).toEqual(["src/index.ts: no longer exports a default"]);
});

test("requirements of packages that become stricter are breaks", async () => {
  const code = "export function price(): number { return 1; }\n";
  const raised = (range: string) => script(code).replace(">=18", range);
  expect((await breaksOf(script(code), raised(">=20"))).breaks).toEqual(["package.json: needs Node.js 20, before 18"]);
  expect((await breaksOf(script(code), raised("^16 || >=18"))).breaks).toEqual([]);
  const patch = await breaksOf(script(code), raised(">=18.3"));
  expect([patch.breaks, patch.score < 40]).toEqual([["package.json: needs Node.js 18.3, before 18"], true]);
  const application = (range: string) => raised(range).replace('"name"', '"private": true, "name"');
  expect((await breaksOf(application(">=18"), application(">=20"))).breaks).toEqual([]);
  const old = python("def price(item): ...\n");
  expect((await breaksOf(old, old.replace(">=3.9", ">=3.11"))).breaks).toEqual([
    "pyproject.toml: needs Python 3.11, before 3.9",
  ]);
});

test("code of an application breaks where its users did not change with it", async () => {
  const use = '//- src/use.ts\nimport { price } from "./price";\nexport const pay = () => price("a");\n';
  const changed = use.replace('price("a")', 'price("a", 1)');
  const of = (parameters: string, user: string) =>
    `//- src/price.ts\nexport function price(${parameters}): number { return 1; }\n${user}`;
  const broken = await breaksOf(of("item: string", use), of("item: string, count: number", use));
  expect(broken.breaks).toEqual(["price: requires `count`, used by pay"]);
  const adapted = await breaksOf(of("item: string", use), of("item: string, count: number", changed));
  expect(adapted.breaks).toEqual(["price: requires `count`"]);
  expect(adapted.score).toBeLessThan(broken.score);
  expect(broken.score).toBeLessThan(70);
});

test("tests, examples and code within functions have no interface", async () => {
  const before = `${PYPROJECT}//- shop/__init__.py\n//- examples/a.py\ndef show(x): ...\n//- tests/test_a.py\ndef helper(x): ...\n`;
  const nested = (inner: string) => `//- shop/core.py\ndef outer():\n    def ${inner}: ...\n    return 1\n`;
  const after = before.replace("show(x)", "show()").replace("helper(x)", "helper()");
  expect((await breaksOf(before + nested("inner(x)"), after + nested("inner()"))).breaks).toEqual([]);
});

test("both declarations of a break are whole, however long", async () => {
  const many = Array.from({ length: 40 }, (_, i) => `parameter_${i}: dict[str, int] = None`).join(", ");
  const of = (rest: string) => python(`def price(${many}${rest}): ...\n`);
  await withVersions([parseSources(of(", last=1")), parseSources(of(""))], (old, now) => {
    const delta = computeDelta(old.side, now.side, { describe: behaviourStatements });
    const [broken] = packBreaks(delta);
    expect(broken?.changes).toEqual(["no longer takes `last`"]);
    expect(broken?.signatureDiff?.before).toContain(", last = 1)");
    expect(broken?.signatureDiff?.after).not.toContain("last");
  });
});
