/** Tests that a copied substring does not keep the whole text in memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { copyText } from "../src/text/index.js";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const WHOLES = 40;
const WHOLE_LENGTH = 1_000_000;

/** Growth of the heap in bytes when one part of each of forty texts of a megabyte is kept. */
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

test("the copy equals the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(20), (text, from) => {
      expect(copyText(text)).toBe(text);
      expect(copyText(text.slice(from))).toBe(text.slice(from));
    }),
  );
});

test("the copy does not keep the source text in memory", () => {
  // The last text may still be referenced by a register.
  expect(heldBytes(copyText)).toBeLessThan(3 * WHOLE_LENGTH);
  expect(
    heldBytes((part) => part),
    "a plain substring keeps it, which shows that the test works",
  ).toBeGreaterThan((WHOLES * WHOLE_LENGTH) / 2);
});
