import { SYMBOLS } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { pageOf } from "./check-facts.js";

/** The docs of the module and its symbols by name; symbols without a doc are omitted. */
function docsOf(source: string): Record<string, string> {
  const page = pageOf(source.replace(/^\n/, ""));
  const symbols = page.table(SYMBOLS);
  const docs: Record<string, string> = {};
  for (let i = 0; i < symbols.rows; i++) {
    const doc = page.stringOpt(symbols.docOpt[i] ?? 0);
    if (doc !== undefined) docs[page.string(symbols.name[i] ?? 0) || "<module>"] = doc;
  }
  return docs;
}

test("docs are blocks and runs of lines directly above a declaration", () => {
  expect(
    docsOf(`
import "x";
/**
 * First line.
 *
 *   - indented
 * @param a what
 */
export function block(a) {}
// One,
//   two.
const lines = 1;
/* plain */
class Plain {}
/* far away */

let none = 1; // trailing
let alsoNone = 2;
`),
  ).toEqual({ block: "First line.\n\n  - indented\n@param a what", lines: "One,\n  two.", Plain: "plain" });
});

test("members have docs, also after decorators and commas", () => {
  expect(
    docsOf(`
class A {
  /** Of one. */
  @dec() one() {}
  two() {} // about two
  three() {}
  /** Of field. */
  field = () => {};
}
const o = {
  a() {}, // about a
  /** Of b. */
  b() {},
};
interface I {
  /** Of m. */
  m(): void;
}
`),
  ).toEqual({ one: "Of one.", field: "Of field.", b: "Of b.", m: "Of m." });
});

test("the file's first comment is its doc, unless it documents a declaration", () => {
  expect(docsOf("/** About the file. */\nimport 'x';\n")).toEqual({ "<module>": "About the file." });
  expect(docsOf("/** About the file. */\n\nexport function f() {}\n")).toEqual({ "<module>": "About the file." });
  expect(docsOf("/** About f. */\nexport function f() {}\n")).toEqual({ f: "About f." });
  expect(docsOf("/** @module x */\nexport function f() {}\n")["<module>"]).toBe("@module x");
  expect(docsOf("#!/usr/bin/env node\n'use strict';\n// A tool.\n// Two lines.\n\nf();\n")).toEqual({
    "<module>": "A tool.\nTwo lines.",
  });
});

test("licences and directives are not docs", () => {
  expect(docsOf("/* Copyright 2020 */\n\nfunction f() {}\n")).toEqual({});
  expect(docsOf("// Copyright 2020 X\n// All rights reserved.\n\n/** The file. */\n\nlet a = 1;\n")).toEqual({
    "<module>": "The file.",
  });
  expect(docsOf("// @ts-check\n/* eslint-disable */\n/** The file. */\n\nlet a = 1;\n")).toEqual({
    "<module>": "The file.",
  });
});

test("an overloaded function has the doc of its first signature", () => {
  expect(docsOf("/** One. */\nfunction f(a: string): void;\n/** Two. */\nfunction f(a: any) {}\n")).toEqual({
    f: "One.",
  });
});
