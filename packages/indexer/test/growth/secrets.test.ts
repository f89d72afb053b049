// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of code
/**
 * Growth of the search for secrets: sources that repeat one construct are made eight times as large, and the names and
 * text units passed to the secret finder, where most time goes, are counted.
 */
import type { SecretFinder } from "@sdl/model/text";
import { expect, test } from "vitest";
import { ParseEngine } from "../../src/parse/parser.js";
import { sourceSecrets } from "../../src/syntax/index.js";
import type { Family } from "./families.js";

const SMALL = 60;
const GROWTH = 8;
const MOST_WORK = GROWTH * 1.3;

const engine = await ParseEngine.create();

const VALUE = '"aaaaaaaa"';
const repeat = (count: number, text: string, separator = "\n"): string => Array(count).fill(text).join(separator);
const ts = (text: string) => ({ "a.ts": text });

const FAMILIES: Readonly<Record<string, Family>> = {
  declarations: (n) => ts(repeat(n, `const x = ${VALUE};`)),
  list: (n) => ts(`const x = [${repeat(n, VALUE, ", ")}];`),
  pairs: (n) => ts(`const x = {${repeat(n, `name: ${VALUE}, value: ${VALUE}`, ", ")}};`),
  arguments: (n) => ts(`f(${repeat(n, `y, ${VALUE}`, ", ")});`),
  joined: (n) => ts(`const x = ${repeat(n, VALUE, " + ")};`),
  fallbacks: (n) => ts(`const x = ${repeat(n, `y || ${VALUE}`, " || ")};`),
  comparisons: (n) => ts(`const x = ${repeat(n, `y === ${VALUE}`, " && ")};`),
  cases: (n) => ts(`switch (x) {${repeat(n, `case ${VALUE}: f();`)}}`),
  nestedCalls: (n) => ts(`x = ${repeat(n, `f(${VALUE}, `, "")}1${")".repeat(n)};`),
  nestedObjects: (n) => ts(`x = ${repeat(n, `{ a: ${VALUE}, b: `, "")}1${"}".repeat(n)};`),
  nestedFunctions: (n) => ts(`x = ${repeat(n, "() => { return ", "")}${VALUE}${"}".repeat(n)};`),
  templates: (n) => ts(`x = \`${repeat(n, "aaaaaaaa${y}", "")}\`;`),
  comments: (n) => ts(repeat(n, `// y: ${VALUE}`)),
};

/** Names and text units that the search passes to its finder. */
function workOn(text: string): number {
  let work = 0;
  const finder: SecretFinder = {
    find: (asked) => {
      work += asked.length;
      return [];
    },
    findNamed: (_, from, to) => {
      work += to - from;
      return [];
    },
    isSecretName: (name) => {
      work += name.length;
      return false;
    },
    mayBeSecret: () => true,
    isSecretValue: () => true,
    mask: (masked) => masked,
    fill: (filled) => filled,
  };
  sourceSecrets(engine, { language: "typescript", text }, finder);
  return work;
}

test.each(Object.entries(FAMILIES))("searching %s takes work linear in the file", (_, family) => {
  const [small, large] = [family(SMALL), family(SMALL * GROWTH)].map(({ "a.ts": text = "" }) => workOn(text));
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThan(MOST_WORK * (small ?? 0));
});
