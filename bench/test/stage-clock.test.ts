import { expect, test } from "vitest";
import { StageClock } from "../src/profile/stage-clock.js";

test("time belongs to the innermost stage, and all of it is counted once", () => {
  const clock = new StageClock();
  const started = performance.now();
  clock.run("outer", () => {
    spin(5);
    clock.run("inner", () => spin(20));
    spin(5);
  });
  const passed = performance.now() - started;
  expect(clock.times.get("inner")).toBeGreaterThanOrEqual(20);
  expect(clock.times.get("outer")).toBeGreaterThanOrEqual(10);
  expect(clock.total()).toBeLessThanOrEqual(passed);
});

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
