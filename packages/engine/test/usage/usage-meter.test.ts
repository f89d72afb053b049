/** Tests of what the meter stores while answers wait to be counted. */
import { expect, test } from "vitest";
import { UsageMeter } from "../../src/usage/usage-meter.js";

/** A meter, and how often it started to count. */
function openMeter(isOff?: boolean) {
  const counted = { runs: 0 };
  const meter = new UsageMeter(0, {
    loadTokenCounter: async () => {
      counted.runs++;
      return (text) => text.length;
    },
    repositoryOf: () => "repository",
    isOff,
  });
  const record = (chars: number): void =>
    meter.record({
      tool: "sdl.logic.slice",
      repoId: undefined,
      answer: { dependencies: [{ source: "x".repeat(chars) }] },
      decode: (answer) => answer,
      sentAs: JSON.stringify,
    });
  return { counted, record };
}

test("answers of a few megabytes are counted before a hundred of them wait", async () => {
  const { counted, record } = openMeter();
  for (let i = 0; i < 4; i++) record(1_000_000);
  await expect.poll(() => counted.runs).toBe(1);
});

test("small answers wait until the usage is requested", async () => {
  const { counted, record } = openMeter();
  for (let i = 0; i < 50; i++) record(1_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(counted.runs).toBe(0);
});

test("a meter that is off counts nothing, so that the tokenizer is never loaded", async () => {
  const { counted, record } = openMeter(true);
  for (let i = 0; i < 200; i++) record(100_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(counted.runs).toBe(0);
});
