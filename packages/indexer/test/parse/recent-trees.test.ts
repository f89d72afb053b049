/**
 * Reparsing: a tree parsed from the tree before an edit equals the tree parsed from the text alone, for any edits,
 * including broken sources. The long tier (SDL_LONG=1) also edits this package's own sources.
 */
import { readdirSync, readFileSync } from "node:fs";
import { LANGUAGES } from "@sdl/model";
import type { GrammarLanguage } from "@sdl/model/facts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ParseEngine, sameColumns } from "../../src/parse/parser.js";
import { editBetween } from "../../src/parse/recent-trees.js";
import { copyOf } from "./copy-of.js";
import { SOURCES } from "./sources.js";

const isLong = process.env["SDL_LONG"] === "1";
const RUNS = isLong ? 5000 : 60;

const keeping = await ParseEngine.create(LANGUAGES);
const fresh = await ParseEngine.create(LANGUAGES);

/** One edit, with positions as shares of the text so that it applies to any text; `undefined` restores the first text. */
interface RandomEdit {
  readonly at: number;
  readonly units: number;
  readonly lines: number;
  readonly text: string;
}

const INSERTED = [
  ..."{}()[]<>`'\"#@;:,.?!=/*\\\n\t",
  ..."/* | */ | // | ${ | => | \"\"\" | ''' | := | ** | 🦀 | é | \\\n".split(" | "),
  ..."async | await | get | static | type | match | case _: | print x | of | in | lambda x: x | #x | <T> | a.b(c)".split(
    " | ",
  ),
  "x = 1\n",
  "foo();\n",
  "    pass\n",
  "  return 1;\n",
  "def f(): pass\n",
  "class A:\n    pass\n",
  "class A {}\n",
  "function f() {}\n",
  "if (a) {}\n",
  "// note\n",
  "# note\n",
];

const anEdit = fc.option(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    units: fc.oneof(fc.constant(0), fc.nat(12)),
    lines: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) }),
    text: fc.oneof(fc.constant(""), fc.constantFrom(...INSERTED)),
  }),
  { nil: undefined, freq: 3 },
);

function apply(text: string, { at, units, lines, text: inserted }: RandomEdit): string {
  let from = Math.floor(at * text.length);
  if (lines > 0 || inserted.endsWith("\n")) from = text.lastIndexOf("\n", from) + 1;
  let to = lines > 0 ? from : Math.min(text.length, from + units);
  for (let i = 0; i < lines; i++) to = text.indexOf("\n", to) + 1 || text.length;
  return text.slice(0, from) + inserted + text.slice(Math.min(to, text.length));
}

let keys = 0;

function checkEdits(language: GrammarLanguage, original: string, edits: readonly (RandomEdit | undefined)[]): void {
  const key = String(keys++);
  let text = original;
  keeping.parse(language, text, { key });
  for (const edit of edits) {
    text = edit === undefined ? original : apply(text, edit);
    const edited = copyOf(keeping.parse(language, text, { key }));
    if (!sameColumns(edited, fresh.parse(language, text)))
      expect.fail(`another tree than from scratch: ${JSON.stringify(text)}`);
  }
}

test.each(SOURCES)("edited %s", (_, language, source) => {
  fc.assert(
    fc.property(fc.array(anEdit, { minLength: 1, maxLength: 8 }), (edits) => checkEdits(language, source, edits)),
    { numRuns: RUNS, seed: 20261122 },
  );
});

test.runIf(isLong)("edited real files", { timeout: 3_600_000 }, () => {
  const folder = new URL("../../src/", import.meta.url);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const files = paths.sort().map((path) => readFileSync(new URL(path, folder), "utf8"));
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(anEdit, { minLength: 1, maxLength: 8 }), (source, edits) =>
      checkEdits("typescript", source, edits),
    ),
    { numRuns: RUNS, seed: 20261122 },
  );
});

test("sources with errors are parsed as from the text alone, also after an edit", () => {
  const broken = `${"function f() { return 1; }\n".repeat(20)}class A { m( { }\n`;
  for (let at = 0; at < broken.length; at += 11) {
    checkEdits("typescript", broken, [{ at: at / broken.length, units: 1, lines: 0, text: "" }, undefined]);
  }
});

const UNFINISHED = `const a = /b/ // one
const c = d.e(1) /* two */
let f = { g: 1 } // three
return h // four
import i from "j" // five
export default k // six
export const l = () => {} // seven
m = n /* eight */ /* nine */
o() // ten
class P {
  q = 1 // eleven
  r = () => {} // twelve
}
type S = T // thirteen
switch (u) { case 1: v() // fourteen
}
if (w) x() // fifteen
function y (z) {
  const a = b
  // sixteen
  while (c) d.e() // seventeen
  throw f // eighteen
}
`;

test.each(["javascript", "typescript", "tsx"] as const)(
  "comments after statements without a semicolon are placed as from the text alone: %s",
  (language) => {
    const lines = UNFINISHED.split("\n");
    for (let at = 0; at <= lines.length; at++) {
      const edited = [
        "export class A extends B {\n  c() {\n    return this.c()\n  }\n}",
        "foo()",
        "// note",
        "x = 1 // y",
      ];
      for (const line of edited)
        checkTexts(language, UNFINISHED, [...lines.slice(0, at), line, ...lines.slice(at)].join("\n"));
      checkTexts(
        language,
        UNFINISHED.replaceAll(/ (\/\/|\/\*).*/g, ""),
        [...lines.slice(0, at), ...lines.slice(at + 1)].join("\n"),
      );
      checkTexts(
        language,
        lines.map((line, i) => (i === at ? line.replace(/ \/\/.*/, "") : line)).join("\n"),
        UNFINISHED,
      );
    }
    for (const statement of lines) {
      const around = (inner: string) =>
        `'use strict'\n${statement}\nfunction f (g, h) {\n  if (g && h && !i) {\n${inner}  }\n}\n`;
      checkTexts(language, around(""), around("export class A extends B {\n  c() {\n  }\n}\n"));
    }
    fc.assert(
      fc.property(fc.array(anEdit, { minLength: 1, maxLength: 8 }), (edits) => checkEdits(language, UNFINISHED, edits)),
      { numRuns: RUNS, seed: 20261123 },
    );
  },
);

function checkTexts(language: GrammarLanguage, ...texts: readonly string[]): void {
  const key = String(keys++);
  for (const text of texts) {
    const kept = copyOf(keeping.parse(language, text, { key }));
    if (!sameColumns(kept, fresh.parse(language, text)))
      expect.fail(`another tree than from scratch: ${JSON.stringify(text)}`);
  }
}

test("a key may change its language, and there may be many keys", () => {
  const source = "a = 1;\n".repeat(14_000);
  for (let file = 0; file < 13; file++) keeping.parse("javascript", `${source}b${file}`, { key: `file${file}` });
  for (const language of LANGUAGES) {
    expect(copyOf(keeping.parse(language, "a = 1\n", { key: "file12" }))).toEqual(
      copyOf(fresh.parse(language, "a = 1\n")),
    );
  }
  expect(keeping.heapBytes()).toBeLessThan(160 * 1024 * 1024);
});

test.each([
  ["", "abc", "0-0+3"],
  ["abc", "abc", "3-3+3"],
  ["aXc", "aYYc", "1-2+3"],
  ["aa", "aaa", "2-2+3"],
  ["x🦀y", "x🦞y", "1-3+3"],
  ["x\ud83e\udd80", "x\ud83d\udd80", "1-3+3"],
])("the edit between two texts makes %j of %j", (before, after, expected) => {
  const { startIndex, oldEndIndex, newEndIndex } = editBetween(before, after);
  expect(`${startIndex}-${oldEndIndex}+${newEndIndex}`).toBe(expected);
});

test("an edit's points are rows and columns", () => {
  const edit = editBetween("a\nbc\nd", "a\nbX\n\nd");
  expect([edit.startPosition, edit.oldEndPosition, edit.newEndPosition]).toEqual([
    { row: 1, column: 1 },
    { row: 1, column: 2 },
    { row: 2, column: 0 },
  ]);
});
