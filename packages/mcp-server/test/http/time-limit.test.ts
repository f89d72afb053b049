import { expect, test } from "vitest";
import { withinLimit } from "../../src/time-limit.js";

const never = new AbortController().signal;

test("work within the limit returns its result", async () => {
  expect(await withinLimit(10_000, never, async () => 7)).toBe(7);
  expect(await withinLimit(undefined, never, async (signal) => signal)).toBe(never);
  await expect(withinLimit(10_000, never, () => Promise.reject(new RangeError("its own")))).rejects.toThrow("its own");
});

test("work over the limit gets a stop signal, and the answer does not wait", async () => {
  let seen: AbortSignal | undefined;
  const limited = withinLimit(5, never, (signal) => {
    seen = signal;
    return new Promise(() => undefined);
  });
  await expect(limited).rejects.toMatchObject({ code: "busy", message: expect.stringContaining("0.005 seconds") });
  expect(seen?.aborted).toBe(true);
});

test("the client's signal reaches the work", async () => {
  const client = new AbortController();
  const limited = withinLimit(
    10_000,
    client.signal,
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  client.abort(new Error("gone"));
  await expect(limited).rejects.toThrow("gone");
  await expect(withinLimit(10_000, client.signal, async (signal) => signal.aborted)).resolves.toBe(true);
});
