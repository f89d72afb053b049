/** Tests of when a retired snapshot is closed. */
import type { LedgerSnapshot } from "@sdl/graph";
import { Retirement } from "@sdl/repository/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RunningCalls } from "../../src/opened/running-calls.js";

class CountedSnapshot {
  closings = 0;

  close(): void {
    this.closings++;
  }

  get asSnapshot(): LedgerSnapshot {
    return this as unknown as LedgerSnapshot;
  }
}

/** A call that runs until the test ends it, with or without an error. */
function startCall(calls: RunningCalls): { end(error?: Error): Promise<void> } {
  let settle: (error?: Error) => void = () => undefined;
  const run = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  const done = calls.trackCall(() => run).catch(() => undefined);
  return {
    async end(error) {
      settle(error);
      await done;
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a snapshot is closed when the last call ends that ran when it was retired", async () => {
  const calls = new RunningCalls();
  const retirement = new Retirement(() => calls.allEnded());
  const snapshot = new CountedSnapshot();
  const [first, second] = [startCall(calls), startCall(calls)];
  retirement.add(snapshot.asSnapshot);
  const later = startCall(calls);
  await first.end();
  expect(snapshot.closings).toBe(0);
  await second.end(new Error("failed"));
  expect(snapshot.closings).toBe(1);
  await later.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(snapshot.closings, "once").toBe(1);
});

test("a snapshot is closed at once if no call runs, and after a delay if a call does not end or is unknown", async () => {
  const calls = new RunningCalls();
  const [idle, held, unknown] = [new CountedSnapshot(), new CountedSnapshot(), new CountedSnapshot()];
  new Retirement(() => calls.allEnded()).add(idle.asSnapshot);
  await vi.advanceTimersByTimeAsync(0);
  expect(idle.closings).toBe(1);
  const endless = startCall(calls);
  new Retirement(() => calls.allEnded()).add(held.asSnapshot);
  new Retirement(undefined).add(unknown.asSnapshot);
  await vi.advanceTimersByTimeAsync(29_000);
  expect([held.closings, unknown.closings]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([held.closings, unknown.closings]).toEqual([1, 1]);
  await endless.end();
  expect(held.closings).toBe(1);
});

test("all snapshots are closed with their store", () => {
  const retirement = new Retirement(undefined);
  const snapshots = [new CountedSnapshot(), new CountedSnapshot()];
  for (const { asSnapshot } of snapshots) retirement.add(asSnapshot);
  retirement.close();
  expect(snapshots.map(({ closings }) => closings)).toEqual([1, 1]);
  expect(vi.getTimerCount(), "nothing holds them any longer").toBe(0);
});
