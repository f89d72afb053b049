import { LANGUAGES } from "@sdl/model";
import type { GrammarLanguage } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { ParseEngine, sameColumns } from "../../src/parse/parser.js";
import { SyntaxTree } from "../../src/parse/syntax-tree.js";
import { COLUMNS, copyOf } from "./copy-of.js";
import { SOURCES } from "./sources.js";

const fast = await ParseEngine.create(LANGUAGES, "memory");
const slow = await ParseEngine.create(LANGUAGES, "cursor");

function checkReaders(language: GrammarLanguage, source: string): ReturnType<typeof copyOf> {
  const left = copyOf(fast.parse(language, source));
  const right = copyOf(slow.parse(language, source));
  for (const name of COLUMNS) expect([...left[name]], `${language}: ${name}`).toEqual([...right[name]]);
  expect(sameColumns(left, right)).toBe(true);
  return left;
}

test("the engine reads trees from memory if allowed", () => {
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

test("the tree's offsets are UTF-16 units of the shown text", () => {
  const tree = fast.parse("javascript", 'const 𝒳 = "🦀";', { shown: 'const 𝒳 = "🦞";' });
  expect(tree).toBeInstanceOf(SyntaxTree);
  const string = tree.grammar.kind("string_fragment");
  const row = [...tree.kind.slice(0, tree.count)].indexOf(string);
  expect(tree.text(row)).toBe("🦞");
});
