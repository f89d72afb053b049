/** Deadlines: files that a worker never finishes, workers that never reach a file, and the time that counts against a file. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { ExtractionPool } from "../../src/pool/extraction-pool.js";
import type { ExtractOutcome } from "../../src/pool/messages.js";
import { ShareClock } from "../../src/pool/share-clock.js";

/** Options of a run of one file. */
interface Run {
  readonly deadlineMs: number;
  readonly worker?: string;
  readonly now?: () => number;
}

async function outcomeOf(
  path: string,
  { deadlineMs, worker = "./stuck-worker.mjs", now }: Run,
): Promise<ExtractOutcome | undefined> {
  const workerUrl = new URL(worker, import.meta.url);
  const pool = new ExtractionPool({ workerUrl, root: tmpdir(), maxFileBytes: 1000, languages: [], deadlineMs, now });
  let found: ExtractOutcome | undefined;
  await pool.run({
    jobs: [{ path, language: "typescript", sizeBytes: 10 }],
    workers: 1,
    knownKeys: [],
    onOutcome: (_, outcome) => {
      found = outcome;
    },
  });
  await pool.close();
  return found;
}

/** Stands still while a busy machine gives the worker no processor: else the file would count as waiting. */
const cpuMs = (): number => process.cpuUsage().user / 1000;

test("a file that computes without end is skipped", async () => {
  expect(await outcomeOf("computes.ts", { deadlineMs: 500, now: cpuMs })).toMatchObject({
    status: "skipped",
    reason: "failed: timeout",
    isFault: true,
    isCostly: true,
  });
});

test("a file that waits without end is skipped later, and retried by the next run", async () => {
  const reason = "failed: timeout: waited for";
  expect(await outcomeOf("waits.ts", { deadlineMs: 100 })).toEqual({
    status: "skipped",
    reason,
    stack: undefined,
    isFault: true,
  });
});

test("workers that end before their first file fail the run without skipping a file", async () => {
  await expect(outcomeOf("good.ts", { deadlineMs: 10_000, worker: "./broken-worker.mjs" })).rejects.toThrow(
    "workers that read source files end before they read any: crashed: ENOENT",
  );
});

test("a thread is charged its share of the process's computing time, at most the elapsed time", () => {
  let cpuMs = 0;
  const clock = new ShareClock(1000, () => cpuMs);
  cpuMs = 30;
  expect(clock.share(1250, 2)).toBe(15);
  cpuMs = 930;
  expect(clock.share(1500, 2)).toBe(250);
  expect(clock.share(1750, 1)).toBe(0);
});
