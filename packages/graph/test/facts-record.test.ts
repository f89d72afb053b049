/** Facts pages as they are stored: every page comes back, and damage is told. */
import { expect, test } from "vitest";
import { packFacts, unpackFacts } from "../src/records/facts-record.js";

/** Bytes that repeat themselves, or do not. */
function pageOf(length: number, isRandom: boolean): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, (_, i) => {
    state = Math.imul(state, 1664525) + 1013904223;
    return isRandom ? state >>> 24 : (i >> 3) & 0x1f;
  });
}

test.each([0, 1, 255, 256, 5_000, 70_000, 262_144, 262_145])("a page of %i bytes comes back as it was", (length) => {
  for (const page of [pageOf(length, false), pageOf(length, true)]) {
    const record = packFacts(page);
    expect(Buffer.from(unpackFacts(record, "a page")).equals(page)).toBe(true);
    expect(record.length).toBeLessThanOrEqual(length + 1);
  }
});

test("a page that repeats itself takes less room", () => {
  expect(packFacts(pageOf(5_000, false)).length).toBeLessThan(500);
});

test("equal pages are stored as equal bytes", () => {
  const pack = (): Buffer => Buffer.from(packFacts(pageOf(5_000, false)));
  expect(pack().equals(pack())).toBe(true);
});

test.each([
  ["cut", (record: Uint8Array) => record.subarray(0, record.length - 4)],
  ["of another length", (record: Uint8Array) => Uint8Array.from(record, (byte, i) => (i === 1 ? 0x81 : byte))],
  ["empty", () => new Uint8Array(0)],
])("a record that is %s is damage", (_, damage) => {
  expect(() => unpackFacts(damage(packFacts(pageOf(5_000, false))), "a page")).toThrow("a page");
});
