/** Tests of the values that a bounded map holds, and of the bytes of its keys. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { RecentMap } from "../src/recent-map.js";

/** A map in which two values fill a generation. */
function emptyMap(): RecentMap<string> {
  return new RecentMap<string>({ maxBytes: 4_000, sizeOf: () => 960 });
}

function held(map: RecentMap<string>, keys: readonly number[]): readonly number[] {
  return keys.filter((key) => map.get(key) !== undefined);
}

function filled(keys: readonly number[]): RecentMap<string> {
  const map = emptyMap();
  for (const key of keys) map.put(key, `value ${key}`);
  return map;
}

test("the last two generations are held, older ones are dropped", () => {
  const map = filled([1, 2, 3, 4, 5]);
  expect(map.get(3)).toBe("value 3");
  expect(held(filled([1, 2, 3, 4, 5]), [5, 4, 3, 2, 1])).toEqual([5, 4, 3]);
});

test("values that are read stay in the map", () => {
  const map = filled([1, 2, 3]);
  map.get(1);
  map.put(4, "value 4");
  map.put(5, "value 5");
  expect(map.get(1)).toBe("value 1");
  expect(map.get(2)).toBeUndefined();
});

test("a cleared map is empty", () => {
  const map = filled([1, 2, 3]);
  map.clear();
  expect(held(map, [1, 2, 3])).toEqual([]);
});

test("the growth of values counts towards the limit", () => {
  const map = filled([1]);
  map.charge(2_000);
  map.put(2, "value 2");
  map.put(3, "value 3");
  map.put(4, "value 4");
  expect(held(map, [1])).toEqual([]);
});

test("fewer large values are held", () => {
  const map = new RecentMap<string, string>({ maxBytes: 100_000, sizeOf: (value) => value.length });
  const keys = Array.from({ length: 1_000 }, (_, i) => `key ${i}`);
  for (const key of keys) map.put(key, "x".repeat(10_000));
  expect(keys.filter((key) => map.get(key) !== undefined).length).toBeLessThanOrEqual(12);
});

test("a key that is a substring does not keep its source text, whether read again or not", async () => {
  const map = new RecentMap<true, string>({ maxBytes: 40_000, sizeOf: () => 0 });
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const heapBytes = async (): Promise<number> => {
    await setImmediate();
    collect();
    return process.memoryUsage().heapUsed;
  };
  /** A substring of a text of one megabyte. */
  const part = (number: number): string => {
    const text = `${"other ".repeat(170_000)} a name of its own ${number} and the rest`;
    Buffer.from(text);
    return text.slice(text.indexOf("a name"), text.indexOf(" and the rest"));
  };
  const before = await heapBytes();
  for (let number = 0; number < 30; number++) map.put(part(number), true);
  for (let number = 30; number < 300; number++) map.put(`a name of its own, a longer one ${number}`, true);
  // The first keys are in the old generation; reading them moves them to the young one.
  for (let number = 0; number < 30; number++) map.get(part(number));
  expect((await heapBytes()) - before).toBeLessThan(8_000_000);
  expect(map.get("a name of its own 7")).toBe(true);
});
