import { LANGUAGES, type Language } from "@sdl/model";
import { expect, test } from "vitest";
import { ParseEngine, sameColumns } from "../../src/parse/parser.js";
import { SyntaxTree, type TreeColumns } from "../../src/parse/syntax-tree.js";

const fast = await ParseEngine.create(LANGUAGES, "memory");
const slow = await ParseEngine.create(LANGUAGES, "cursor");

const COLUMNS = ["kind", "field", "start", "end", "next", "parent", "flags"] as const;

/** The used rows of every column: the engine's buffers are used again by its next parse. */
function copyOf(tree: TreeColumns): TreeColumns {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, tree[name].slice(0, tree.count)]));
  return { count: tree.count, ...columns } as unknown as TreeColumns;
}

function checkReaders(language: Language, source: string): TreeColumns {
  const left = copyOf(fast.parse(language, source));
  const right = copyOf(slow.parse(language, source));
  for (const name of COLUMNS) expect([...left[name]], `${language}: ${name}`).toEqual([...right[name]]);
  expect(sameColumns(left, right)).toBe(true);
  return left;
}

const TYPESCRIPT = `import a, { type B as C } from "x";
@dec() export abstract class D<in T extends E = F> extends G<T> implements H {
  private readonly x?: Map<string, number[]> = new Map();
  constructor(public y: string, ...rest: unknown[]) { super(); }
  get z(): T | null { return this.x!.get(\`k\${1 + 2}\`) as any; }
  static async *gen<const U>(): AsyncGenerator<U> { yield* other?.[0]?.(...args); }
}
type M = { readonly [K in keyof D as \`p\${K}\`]-?: D[K] extends infer R ? R : never };
enum Q { A, B = "b" } namespace N.O { export const v = 1 } declare module "m";
export { a as default } from "y"; export * as ns from "z"; export = a;
`;
const JAVASCRIPT = `#!/usr/bin/env node
// comment
const { a, b: [c = 1], ...rest } = require("x"); /* block */
async function* f() { for await (const x of y) { label: while (1) { break label } } }
class A extends (B) { static #p = 1; static { this.#p++; } 'str'() {} }
a?.b.c\`t\${d}\`; x = y ? /re/g : -z ** 2; export default async () => {};
`;
const JSX = `const el = <A.B c={1} {...d} e="f">text {x} <></> &amp; <g-h/></A.B>;\n`;
const PYTHON = `# comment
from __future__ import annotations
import a.b as c, d
@decorator(x=1)
class E(F, metaclass=G):
    """Doc."""
    y: int = 1
    async def m(self, a, /, b: str = "x", *args, c=2, **kw) -> list[int]:
        async with open(a) as f, g() as h:
            return [i async for i in f if (z := i)]
        match a:
            case {"k": [1, *rest]} | E(y=1) if b: pass
            case _: ...
        try:
            raise X from y
        except* (A, B) as e:
            global q
        else: lambda *a, **k: a
        print(f"{a!r:>{w}} {b=}", sep="", end=\\
              '')
type Alias[T] = list[T]
`;

const SOURCES: readonly (readonly [string, Language, string])[] = [
  ["TypeScript", "typescript", TYPESCRIPT],
  ["TSX", "tsx", `${TYPESCRIPT}${JSX}`],
  ["JavaScript", "javascript", JAVASCRIPT],
  ["JSX", "javascript", JSX],
  ["Python", "python", PYTHON],
];

test("the engine reads trees from memory where it may", () => {
  for (const language of LANGUAGES) {
    expect(fast.readsMemory(language)).toBe(true);
    expect(slow.readsMemory(language)).toBe(false);
  }
});

test.each(SOURCES)("both readers agree on %s", (_, language, source) => {
  expect(checkReaders(language, source).count).toBeGreaterThan(20);
});

test.each(SOURCES)("both readers agree on broken %s", (_, language, source) => {
  for (let cut = 1; cut < source.length; cut += 41) {
    checkReaders(language, source.slice(0, cut));
    checkReaders(language, source.slice(cut));
    checkReaders(language, source.slice(0, cut) + source.slice(cut + 7));
  }
});

test.each(SOURCES)("both readers agree on %s with other line ends and astral characters", (_, language, source) => {
  checkReaders(language, source.replaceAll("\n", "\r\n"));
  checkReaders(language, source.replaceAll("\n", "\r"));
  checkReaders(
    language,
    source.replaceAll("text", "🦀 text 𝒳").replaceAll('"x"', '"🦀"').replaceAll("comment", "𝔘𝔫𝔦 🏳️‍🌈"),
  );
});

test.each(LANGUAGES)("both readers agree on tiny sources in %s", (language) => {
  const tiny = [
    "",
    " ",
    "\n",
    "\r\n",
    "x",
    ";",
    "(",
    "1",
    "\u0000",
    "🦀",
    "\ud800",
    "// c",
    "# c",
    "\ufeffx",
    "''",
    "a b c",
    "\t\n x",
  ];
  for (const source of tiny) checkReaders(language, source);
});

test("a tree larger than the buffers makes them grow", () => {
  const columns = checkReaders("javascript", "f(a, b, 1);\n".repeat(12_000));
  expect(columns.count).toBeGreaterThan(1 << 16);
});

test("rows are in preorder: children start after their parent and end within it", () => {
  for (const [, language, source] of SOURCES) {
    const tree = copyOf(fast.parse(language, source));
    for (let row = 1; row < tree.count; row++) {
      const parent = tree.parent[row] ?? 0;
      expect(parent).toBeLessThan(row);
      expect(tree.next[row]).toBeLessThanOrEqual(tree.next[parent] ?? 0);
      expect(tree.start[row]).toBeGreaterThanOrEqual(tree.start[parent] ?? 0);
      expect(tree.end[row]).toBeLessThanOrEqual(tree.end[parent] ?? 0);
    }
  }
});

test("the tree's offsets are UTF-16 units of the text that is shown", () => {
  const tree = fast.parse("javascript", 'const 𝒳 = "🦀";', 'const 𝒳 = "🦞";');
  expect(tree).toBeInstanceOf(SyntaxTree);
  const string = tree.grammar.kind("string_fragment");
  const row = [...tree.kind.slice(0, tree.count)].indexOf(string);
  expect(tree.text(row)).toBe("🦞");
});
