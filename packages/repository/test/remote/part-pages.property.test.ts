/** Packing of parts: nothing is lost, and a change stays in the pages around it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { packParts, unpackParts } from "../../src/remote/part-pages.js";
import { seededRandom } from "../../src/testing/index.js";

const part = fc.uint8Array({ maxLength: 3000 });

test("unpacked pages give the parts, and equal parts give equal pages", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const pages = packParts(parts);
      expect(pages.flatMap(unpackParts).map((one) => Buffer.from(one))).toEqual(parts.map((one) => Buffer.from(one)));
      expect(packParts(parts)).toEqual(pages);
    }),
  );
});

/** Parts of some thousand bytes. */
function manyParts(seed: number): Uint8Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: 2000 }, () =>
    Buffer.from(Array.from({ length: 300 + random() * 3000 }, () => random() * 256)),
  );
}

test("a changed, added or removed part changes two pages at most", () => {
  const parts = manyParts(7);
  const before = new Set(packParts(parts).map((page) => Buffer.from(page).toString("latin1")));
  expect(before.size).toBeGreaterThan(100);
  const random = seededRandom(8);
  const fresh = Buffer.alloc(1000, 5);
  for (let round = 0; round < 60; round++) {
    const at = Math.floor(random() * parts.length);
    for (const edited of [
      parts.with(at, fresh),
      [...parts.slice(0, at), fresh, ...parts.slice(at)],
      [...parts.slice(0, at), ...parts.slice(at + 1)],
    ]) {
      const changed = packParts(edited).filter((page) => !before.has(Buffer.from(page).toString("latin1")));
      expect(changed.length).toBeLessThanOrEqual(2);
    }
  }
});
