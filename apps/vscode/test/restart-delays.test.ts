import { expect, test } from "vitest";
import { RestartDelays } from "../src/server/restart-delays.js";

test("the restart delay of a server that keeps ending grows up to a minute", () => {
  const delays = new RestartDelays();
  const waited = Array.from({ length: 10 }, () => delays.afterEnd(100));
  expect(waited).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test("the restart delay is reset after a minute of running and after a start by the user", () => {
  const delays = new RestartDelays();
  for (let i = 0; i < 5; i++) delays.afterEnd(0);
  expect(delays.afterEnd(60_000)).toBe(250);
  expect(delays.afterEnd(59_999)).toBe(500);
  delays.reset();
  expect(delays.afterEnd(0)).toBe(250);
});
