import { SYMBOLS } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { pageOf } from "./check-facts.js";

/** The fingerprint of the file's first symbol, or of the one with this name. */
function fingerprint(source: string, name?: string, language: "typescript" | "tsx" = "typescript"): string {
  const page = pageOf(source, language);
  const symbols = page.table(SYMBOLS);
  for (let i = 1; i < symbols.rows; i++) {
    if (name === undefined || page.string(symbols.name[i] ?? 0) === name)
      return `${symbols.fpHi[i]}-${symbols.fpLo[i]}`;
  }
  throw new Error(`no symbol ${name ?? ""}`);
}

const BASE = `export function total(items: Item[], rate = 1.5) { return items.length * rate + "x".length; }`;

test.each([
  [
    "a reformat",
    `export function total(\n  items: Item[],\n  rate = 1.5,\n) {\n  return items.length * rate + "x".length\n}\n`,
  ],
  ["other quotes", BASE.replace(/"/g, "'")],
  ["a comment", BASE.replace("{ return", "{ /* why */ return").replace("items:", "/* all */ items:")],
  ["a doc", `/** Sums. */\n${BASE}`],
  ["a rename of the symbol", BASE.replace("total", "sum")],
  ["a neighbour", `${BASE}\nexport const other = 1;`],
])("%s leaves the fingerprint unchanged", (_, source) => {
  expect(fingerprint(source)).toBe(fingerprint(BASE));
});

test.each([
  ["a literal", BASE.replace("1.5", "1.6")],
  ["a string", BASE.replace(`"x"`, `"y"`)],
  ["an operator", BASE.replace("*", "/")],
  ["an identifier", BASE.replace("length *", "size *")],
  ["a parameter's type", BASE.replace("Item[]", "Thing[]")],
  ["a keyword", BASE.replace("export function", "export async function")],
])("%s changes the fingerprint", (_, source) => {
  expect(fingerprint(source)).not.toBe(fingerprint(BASE));
});

test("an overload's signature is part of the fingerprint, its name is not", () => {
  const overloaded = "function f(a: string): void;\nfunction f(a: any) {}";
  expect(fingerprint(overloaded.replaceAll("f(", "g("))).toBe(fingerprint(overloaded));
  expect(fingerprint(overloaded.replace("string", "number"))).not.toBe(fingerprint(overloaded));
});

test("a member's decorator is part of its fingerprint", () => {
  const member = (decorator: string): string => fingerprint(`class A { ${decorator} run() {} }`, "run");
  expect(member("@a")).not.toBe(member("@b"));
});

test("an edit in one member changes its class's fingerprint, not its neighbour's", () => {
  const source = "class A { one() { return 1; } two() { return 2; } }";
  const edited = source.replace("return 2", "return 3");
  expect(fingerprint(edited, "one")).toBe(fingerprint(source, "one"));
  expect(fingerprint(edited, "two")).not.toBe(fingerprint(source, "two"));
  expect(fingerprint(edited, "A")).not.toBe(fingerprint(source, "A"));
});

test("JSX text counts without its white space", () => {
  const tight = "const A = () => <b>some text</b>;";
  const loose = "const A = () => <b>\n  some text\n</b>;";
  expect(fingerprint(loose, "A", "tsx")).toBe(fingerprint(tight, "A", "tsx"));
  expect(fingerprint(tight.replace("some", "other"), "A", "tsx")).not.toBe(fingerprint(tight, "A", "tsx"));
});
