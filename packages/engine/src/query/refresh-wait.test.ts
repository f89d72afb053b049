/** How long questions wait for one piece of work, together. */
import { expect, test } from "vitest";
import { RefreshWait } from "./refresh-wait.js";

function wait() {
  const clock = { ms: 1000 };
  const waited = new RefreshWait();
  const begin = () => {
    let end = (): void => undefined;
    const refresh = new Promise<void>((resolve) => {
      end = resolve;
    });
    const waitedMs = waited.begin(refresh, () => clock.ms);
    return {
      waitedMs,
      nowMs: () => waited.waitedMs(() => clock.ms),
      end: () => {
        end();
        return refresh;
      },
    };
  };
  return { clock, begin };
}

test("questions that come while the same work goes on count from the first one", async () => {
  const { clock, begin } = wait();
  expect(begin().waitedMs).toBe(0);
  clock.ms += 250;
  expect(begin().waitedMs).toBe(250);
  clock.ms += 4000;
  expect(begin().waitedMs).toBe(4250);
});

test("a question counts from the last refresh that ended, however many wait", async () => {
  const { clock, begin } = wait();
  const first = begin();
  clock.ms += 400;
  const second = begin();
  clock.ms += 100;
  await first.end();
  clock.ms += 20;
  expect(begin().waitedMs).toBe(20);
  await second.end();
  clock.ms += 5;
  expect(begin().waitedMs).toBe(5);
});

test("when all have ended, the next question counts anew", async () => {
  const { clock, begin } = wait();
  const only = begin();
  clock.ms += 900;
  expect(only.nowMs()).toBe(900);
  await only.end();
  expect(only.nowMs()).toBe(0);
  clock.ms += 900;
  expect(begin().waitedMs).toBe(0);
});
