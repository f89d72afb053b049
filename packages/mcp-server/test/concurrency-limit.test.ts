import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ConcurrencyLimit } from "../src/concurrency-limit.js";

const never = new AbortController().signal;

test("at most the limit runs at once, in the order of arrival, also after a failure", async () => {
  const concurrency = new ConcurrencyLimit(2);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const calls = [0, 1, 2, 3].map((number) =>
    concurrency.runInTurn(never, async () => {
      begun.push(number);
      await new Promise<void>((resolve) => {
        ends[number] = resolve;
      });
      if (number === 0) throw new Error("its own");
      return number;
    }),
  );
  const outcome = Promise.allSettled(calls);
  await setImmediate();
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await setImmediate();
  expect(begun).toEqual([0, 1, 2]);
  ends[2]?.();
  await setImmediate();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  expect((await outcome).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
});

test("a request cancelled while waiting takes no turn", async () => {
  const concurrency = new ConcurrencyLimit(1);
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = concurrency.runInTurn(never, () => ended);
  const gone = new AbortController();
  const second = concurrency.runInTurn(gone.signal, async () => 2);
  const third = concurrency.runInTurn(never, async () => 3);
  gone.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  await expect(concurrency.runInTurn(gone.signal, async () => 4)).rejects.toThrow("gone");
  end();
  await first;
  expect(await third).toBe(3);
  expect(await concurrency.runInTurn(never, async () => 5)).toBe(5);
});
