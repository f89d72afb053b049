/** Which values a bounded map still holds. */
import { expect, test } from "vitest";
import { RecentMap } from "../src/recent-map.js";

function held(map: RecentMap<string>, keys: readonly number[]): readonly number[] {
  return keys.filter((key) => map.get(key) !== undefined);
}

function filled(generationSize: number, keys: readonly number[]): RecentMap<string> {
  const map = new RecentMap<string>(generationSize);
  for (const key of keys) map.put(key, `value ${key}`);
  return map;
}

test("the last two generations are there, older ones are gone", () => {
  const map = filled(2, [1, 2, 3, 4, 5]);
  expect(map.get(3)).toBe("value 3");
  expect(held(filled(2, [1, 2, 3, 4, 5]), [5, 4, 3, 2, 1])).toEqual([5, 4, 3]);
});

test("what is asked for stays", () => {
  const map = filled(2, [1, 2, 3]);
  map.get(1);
  map.put(4, "value 4");
  map.put(5, "value 5");
  expect(map.get(1)).toBe("value 1");
  expect(map.get(2)).toBeUndefined();
});

test("a cleared map is empty", () => {
  const map = filled(2, [1, 2, 3]);
  map.clear();
  expect(held(map, [1, 2, 3])).toEqual([]);
});
