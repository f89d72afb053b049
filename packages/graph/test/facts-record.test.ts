/** Tests of encoded facts pages: every page is restored, and damage is detected. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyDifference, computeByteDifference } from "../src/records/byte-difference.js";
import { baseOfFacts, packDifference, packFacts, packFactsAsync, unpackFacts } from "../src/records/facts-record.js";

const BASE_KEY = "0123456789abcdef0123456789abcdef";

/** Repetitive or random bytes. */
function pageOf(length: number, isRandom: boolean): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, (_, i) => {
    state = Math.imul(state, 1664525) + 1013904223;
    return isRandom ? state >>> 24 : (i >> 3) & 0x1f;
  });
}

function unpack(record: Uint8Array, base?: Uint8Array): Uint8Array {
  return unpackFacts(record, "a page", (key) => (key === BASE_KEY ? base : undefined));
}

test.each([0, 1, 255, 256, 1_023, 1_024, 5_000, 70_000, 262_144, 262_145])(
  "a page of %i bytes is decoded as encoded",
  (length) => {
    for (const page of [pageOf(length, false), pageOf(length, true)]) {
      const record = packFacts(page);
      expect(Buffer.from(unpack(record)).equals(page)).toBe(true);
      expect(record.length).toBeLessThanOrEqual(length + 1);
      expect(baseOfFacts(record)).toBeUndefined();
    }
  },
);

test.each([0, 255, 1_023, 1_024, 5_000, 70_000, 262_144, 262_145])(
  "a page of %i bytes is packed identically on zlib's threads",
  async (length) => {
    for (const page of [pageOf(length, false), pageOf(length, true)]) {
      expect(Buffer.from(await packFactsAsync(page)).equals(packFacts(page))).toBe(true);
    }
  },
);

test("a page with repetitions is stored in fewer bytes", () => {
  expect(packFacts(pageOf(5_000, false)).length).toBeLessThan(500);
});

test("equal pages are stored as equal bytes", () => {
  const pack = (): Buffer => Buffer.from(packFacts(pageOf(5_000, false)));
  expect(pack().equals(pack())).toBe(true);
});

test.each([
  ["cut off", (record: Uint8Array) => record.subarray(0, record.length - 4)],
  ["of a wrong length", (record: Uint8Array) => Uint8Array.from(record, (byte, i) => (i === 1 ? 0x81 : byte))],
  ["empty", () => new Uint8Array(0)],
])("a record that is %s is damage", (_, damage) => {
  expect(() => unpack(damage(packFacts(pageOf(5_000, false))))).toThrow("a page");
});

/** A page, and one that contains some stretches of it in some order with other bytes in between. */
const neighbours = fc
  .tuple(
    fc.uint8Array({ maxLength: 400 }),
    fc.uint8Array({ maxLength: 30 }),
    fc.array(fc.tuple(fc.nat(400), fc.nat(120))),
  )
  .map(([base, fresh, cuts]): readonly [Uint8Array, Uint8Array] => {
    const parts = cuts.flatMap(([from, length]) => [base.subarray(from, from + length), fresh]);
    return [base, Uint8Array.from(parts.flatMap((part) => [...part]))];
  });

test("a page is restored from its difference to any other page", () => {
  fc.assert(
    fc.property(neighbours, ([base, page]) => {
      expect(applyDifference(base, computeByteDifference(base, page), page.length)).toEqual(page);
    }),
  );
});

test("the size of a difference is proportional to the change", () => {
  const base = pageOf(70_000, true);
  const page = Uint8Array.from([...base.subarray(0, 30_000), 1, 2, 3, ...base.subarray(30_000)]);
  const record = packDifference(page, BASE_KEY, base);
  expect(record.length).toBeLessThan(60);
  expect(baseOfFacts(record)).toBe(BASE_KEY);
  expect(Buffer.from(unpack(record, base)).equals(page)).toBe(true);
});

test.each([
  ["without its base", (record: Uint8Array) => unpack(record)],
  ["of another base", (record: Uint8Array) => unpack(record, pageOf(10, true))],
  ["that is cut off", (record: Uint8Array) => unpack(record.subarray(0, record.length - 4), pageOf(5_000, true))],
  ["without its head", (record: Uint8Array) => unpack(record.subarray(0, 9), pageOf(5_000, true))],
])("a difference %s is damage", (_, read) => {
  const page = pageOf(5_000, true);
  expect(() => read(packDifference(page.subarray(7), BASE_KEY, page))).toThrow("a page");
});

test("random bytes decoded as a difference give a page or an error of damage", () => {
  const base = pageOf(300, true);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(1_000), (difference, length) => {
      try {
        expect(applyDifference(base, difference, length)).toHaveLength(length);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});
