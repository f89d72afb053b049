/** A copy of a part of a text keeps nothing of the whole. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ownText } from "../src/text/index.js";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const WHOLES = 40;
const WHOLE_LENGTH = 1_000_000;

/** Bytes that the heap grows by when one part of each of forty texts of a megabyte is kept. */
function heldBytes(keep: (part: string) => string): number {
  const kept: string[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < WHOLES; i++) {
    const whole = Buffer.alloc(WHOLE_LENGTH, 97 + (i % 26)).toString("latin1");
    kept.push(keep(whole.slice(1_000, 1_100)));
  }
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  expect(kept.every((part) => part.length === 100)).toBe(true);
  return bytes;
}

test("is the same text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(20), (text, from) => {
      expect(ownText(text)).toBe(text);
      expect(ownText(text.slice(from))).toBe(text.slice(from));
    }),
  );
});

test("does not keep the text that it was cut out of", () => {
  // The last one may still stand in a register.
  expect(heldBytes(ownText)).toBeLessThan(3 * WHOLE_LENGTH);
  expect(
    heldBytes((part) => part),
    "a plain part keeps it: the test measures something",
  ).toBeGreaterThan((WHOLES * WHOLE_LENGTH) / 2);
});
