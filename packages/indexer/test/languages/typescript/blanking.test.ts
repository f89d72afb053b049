/** Blanking: source that the grammars cannot parse is parsed after blanking, with unchanged offsets. */
import type { GrammarLanguage } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { countErrors } from "../../../src/languages/extract-file.js";
import { blank } from "../../../src/languages/typescript/blanking/blanking.js";
import { ParseEngine } from "../../../src/parse/parser.js";
import { SOURCES } from "./sources.js";

const engine = await ParseEngine.create(["typescript", "tsx", "javascript"]);

function errorsOf(language: GrammarLanguage, source: string): number {
  return countErrors(engine.parse(language, source));
}

/** Checks that the source has syntax errors, and none after blanking. */
function checkBlanking(language: GrammarLanguage, source: string): void {
  expect(errorsOf(language, source), "the grammar parses it now; drop the rule").toBeGreaterThan(0);
  const blanked = blank(source);
  expect(blanked?.length).toBe(source.length);
  expect(errorsOf(language, blanked ?? source)).toBe(0);
}

test.each([
  ["variance", "interface A<in out K> {}"],
  ["one side of variance", "type A<out K, in V> = {}; class B<out T = never> {}"],
  ["variance and const", "class A<const in out K> {}"],
  ["export type *", "export type * from './a';"],
  ["export type * as", "export type * as ns from './a';"],
  ["import defer", "import defer * as x from 'y';"],
  ["import.defer()", "const a = await import.defer('z');"],
  [
    "attributes of a re-export",
    "export * from 'z' with { type: 'json' };\nexport { a } from 'b' with { type: 'json' };",
  ],
  ["using in loops", "for (using x of y) {}\nfor await (await using z of y) {}"],
  ["a static accessor", "class A { static accessor y = 1; }"],
  ["an abstract accessor", "abstract class A { abstract accessor x: number; }"],
  ["a static index signature", "class A { static [key: string]: any; }"],
  ["a default abstract class without a name", "export default abstract class {}"],
  ["fields called like modifiers", "class A { abstract: y; accessor: string; }"],
  ["declare after static", "class A { static declare x: y; }"],
  ["an exported import =", "export import z = require('w');"],
  ["type arguments of an imported type", "type A = import('x').Y<Z>;"],
  ["an array of an imported type", "let a: import('x').Y[];"],
  ["call signatures without semicolons", "type A = {\n  (a: B): C<D>\n  <E>(e: E): F\n}"],
  ["a property called in", "interface A {\n  a: string\n  in: string\n}"],
  ["a variable called as", "let as = 1;"],
  ["a typed tag of a template", "const a = sql<{ id: string }>`select`;"],
  ["escapes in template types", "type A = `a \\`b\\` c`;"],
  ["a mapped type with a spaced optional", "type A = { [K in keyof T]? : B };"],
  ["a mapped type over type", "type A = { [type in keyof T]: B };"],
  ["global in an ambient module", "declare module 'm' {\n  global {\n    interface A {}\n  }\n}"],
  ["a name that is no keyword", "using.z = 1;"],
])("%s", (_, source) => {
  checkBlanking("typescript", source);
  checkBlanking("tsx", source);
});

test.each([
  ["accessors", "class A { accessor x = 1; static accessor y; accessor #p = 1; }"],
  ["decorators of any expression", "@(a.b()) class A { @(x) m() {} }"],
  ["chained decorators", "@a.b().c() class A {}"],
  ["import attributes of old", "import x from 'y' assert { type: 'json' };"],
  ["reserved words as export names", "export { a as null, b as function };"],
  ["a pattern on the line after let", "let a\n[b, c] = d;"],
])("blanking makes JavaScript parsable: %s", (_, source) => {
  checkBlanking("javascript", source);
});

test("source that the grammar can parse is not blanked", () => {
  expect(
    blank(`const a = 1;\nfunction f() { return \`x\${a}\`; }\n// in out accessor\nconst s = 'in out using';`),
  ).toBeUndefined();
});

test("strings, comments, templates and regular expressions are not blanked", () => {
  const source = `const a = '<in out K>'; // <in out K>\nconst b = \`<in out \${c} K>\`; /* <out K> */ const r = /<in out K>/;`;
  expect(blank(source)).toBeUndefined();
});

test("blanking keeps the length of any part of a source", () => {
  for (const [, , source] of SOURCES) {
    for (let cut = 0; cut < source.length; cut += 23) {
      for (const piece of [source.slice(0, cut), source.slice(cut)]) {
        expect((blank(piece) ?? piece).length).toBe(piece.length);
      }
    }
  }
});
