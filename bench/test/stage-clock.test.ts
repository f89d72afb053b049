import { expect, test } from "vitest";
import { StageClock } from "../src/profile/stage-clock.js";

test("time counts for the innermost stage, exactly once", () => {
  let now = 100;
  const clock = new StageClock(() => now);
  clock.run("outer", () => {
    now += 5;
    clock.run("inner", () => {
      now += 20;
    });
    now += 3;
  });
  now += 1000;
  clock.run("inner", () => {
    now += 1;
  });
  expect([...clock.times]).toEqual([
    ["outer", 8],
    ["inner", 21],
  ]);
});
