import { stripHidden } from "@sdl/repository/masking";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toErrorAnswer } from "../../src/contract/error-answer.js";
import { sanitizeAnswer } from "../../src/contract/sanitize-answer.js";

/** Concatenated, so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${"a1B2".repeat(9)}`;

test("masks every string, also in keys and lists, and leaves the rest unchanged", () => {
  expect(sanitizeAnswer({ a: [`x ${TOKEN}`, 5, null, { [TOKEN]: true }], b: "10.1.2.3", c: false })).toEqual({
    a: [`x ${"*masked".padEnd(40, "*")}`, 5, null, { ["*masked".padEnd(40, "*")]: true }],
    b: "*masked*",
    c: false,
  });
});

test("an answer without secrets or hidden characters is returned unchanged", () => {
  const answer = { a: "plain\ttext\r\n", b: [{ c: "ünïcödé 👩‍👩‍👧 🙂 ❤\ufe0f 1\ufe0f\u20e3" }] };
  expect(sanitizeAnswer(answer)).toBe(answer);
});

test.each([
  ["tags", "a\u{e0041}\u{e0042}b", 2],
  ["direction marks", "if (\u202eadmin\u2066) {", 2],
  ["zero-width", "pass\u200bword\ufeff", 2],
  ["a joiner that joins no pictures", "pass\u200dword", 1],
  ["terminal escapes", "\u001b[31mred\u001b[0m", 2],
  ["C1 controls", "a\u009bb", 1],
  ["variation selectors", "a\ufe01b\u{e0101}c1\ufe0f", 3],
  ["fillers", "\u3164x\uffa0", 2],
])("removes and counts %s", (_, text, count) => {
  const sealed = sanitizeAnswer({ text, other: 1 });
  expect(sealed["sanitized"]).toBe(count);
  expect(stripHidden(String(sealed["text"])).removed).toBe(0);
});

test("adds to an existing count of removed characters", () => {
  expect(sanitizeAnswer({ text: "a\u200b", sanitized: 3 })).toEqual({ text: "a", sanitized: 4 });
  expect(sanitizeAnswer({ text: "a", sanitized: 3 })).toEqual({ text: "a", sanitized: 3 });
});

test("sanitising twice equals sanitising once, and the answer stays JSON", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(TOKEN, "\u202e", "\ufe0f", "❤", 'key="', "10.0.0.1", "\ud83d", "\u200d"),
  );
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(fc.array(text).map((parts) => parts.join("")))), (answer) => {
      const sealed = sanitizeAnswer(answer);
      expect(sanitizeAnswer(sealed)).toEqual(sealed);
      expect(JSON.parse(JSON.stringify(sealed))).toEqual(sealed);
    }),
    { numRuns: 30 },
  );
});

test("errors are sanitised too", () => {
  expect(toErrorAnswer(new Error(`cannot reach postgres://admin:${"s3cr3t-pw"}@db\u001b[2J`)).message).toContain(
    "cannot reach postgres://admin:*masked**@db[2J.",
  );
});
