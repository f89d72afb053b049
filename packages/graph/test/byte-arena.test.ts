import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteArena } from "../src/publish/byte-arena.js";

test("every run returns the bytes added, aligned to 4 bytes", () => {
  const run = fc.uint8Array({ maxLength: 300 });
  const longRun = fc
    .integer({ min: 60_000, max: 1_200_000 })
    .map((length) => new Uint8Array(length).fill(length % 251));
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 30, arbitrary: run }, { weight: 1, arbitrary: longRun })), (runs) => {
      const arena = new ByteArena();
      const numbers = runs.map((bytes) => arena.add(bytes));
      for (const bytes of runs) bytes.fill(255);
      expect(numbers).toEqual(runs.map((_, i) => i));
      runs.forEach((bytes, i) => {
        expect(arena.get(numbers[i] as number).length).toBe(bytes.length);
        expect(arena.get(numbers[i] as number).byteOffset % 4).toBe(0);
      });
    }),
    { numRuns: 60, seed: 20 },
  );
});

test("runs do not overlap, and are copies", () => {
  const arena = new ByteArena();
  const runs = Array.from({ length: 600 }, (_, i) => new Uint8Array((7 * i) % 397).fill(i % 256));
  const numbers = runs.map((bytes) => arena.add(bytes));
  const wanted = runs.map((bytes) => bytes.slice());
  for (const bytes of runs) bytes.fill(0);
  expect(numbers.map((number) => arena.get(number))).toEqual(wanted);
  expect(() => arena.get(600)).toThrow(RangeError);
});
