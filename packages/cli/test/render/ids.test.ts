/** Tests of the ids below an answer's text. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatIds } from "../../src/render/ids.js";
import { type Bench, openBench } from "../run.js";

let bench: Bench;
beforeAll(async () => {
  bench = openBench();
  await bench.run("index", "--no-settle");
});
afterAll(() => bench.remove());

test("each id is listed once, with the name of its symbol", () => {
  const symbol = { symbolId: "368a739b311f0739", name: "validateToken", file: "src/auth/token.ts", line: 12 };
  expect(
    formatIds({
      symbol,
      items: [symbol],
      sliceHandle: "h_1",
      memories: [{ memoryId: "5d1c0ffee0ddba11", title: "Clocks" }],
    }),
  ).toBe(
    "\nIds:\n  h_1  sliceHandle\n  368a739b311f0739  validateToken  src/auth/token.ts:12\n  5d1c0ffee0ddba11  Clocks\n",
  );
  expect(formatIds({ results: [] })).toBe("");
});

test.each([
  ["search", "validateToken"],
  ["card", "validateToken"],
  ["refs", "validateToken"],
  ["slice", "validateToken"],
])("sdl %s prints ids with --ids", async (...args) => {
  const plain = await bench.run(...args);
  const withIds = await bench.run(...args, "--ids");
  expect(plain.out).not.toMatch(/[0-9a-f]{16}/);
  expect(withIds.out.startsWith(plain.out)).toBe(true);
  expect(withIds.out.slice(plain.out.length)).toContain("  368a739b311f0739  validateToken  src/auth/token.ts");
});
