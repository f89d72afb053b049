/** Workers kept for the next run. */
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { ExtractionPool, type PoolOptions } from "../../src/pool/extraction-pool.js";
import type { ExtractOutcome } from "../../src/pool/messages.js";

const JOB = { path: "a.ts", language: "typescript", sizeBytes: 10 } as const;
const NONE = { count: 0, maxHeapBytes: 0 };

function poolOf(options: Pick<PoolOptions, "kept"> = {}): ExtractionPool {
  const workerUrl = new URL("./named-worker.mjs", import.meta.url);
  const pool = new ExtractionPool({ workerUrl, root: tmpdir(), maxFileBytes: 1000, languages: [], ...options });
  onTestFinished(() => pool.close());
  return pool;
}

/** The number of the worker that handled a job. */
async function workerOf(pool: ExtractionPool): Promise<string> {
  const outcomes: ExtractOutcome[] = [];
  await pool.run({ jobs: [JOB], workers: 1, knownKeys: [], onOutcome: (_, outcome) => outcomes.push(outcome) });
  return numberIn(outcomes[0]);
}

function numberIn(outcome: ExtractOutcome | undefined): string {
  return outcome?.status === "skipped" ? outcome.reason : "none";
}

test("a run reuses the worker of the previous run", async () => {
  const pool = poolOf();
  const first = await workerOf(pool);
  expect(first).toMatch(/^\d+$/);
  expect(await workerOf(pool)).toBe(first);
});

test("no worker is kept if none is wanted", async () => {
  const pool = poolOf({ kept: NONE });
  const first = await workerOf(pool);
  expect(first).toMatch(/^\d+$/);
  expect(await workerOf(pool)).not.toBe(first);
});

test("work begun ahead leaves its worker to the run, which keeps none", async () => {
  const pool = poolOf({ kept: NONE });
  pool.begin([JOB]);
  const begun = numberIn((await pool.take()).get(JOB.path));
  expect(begun).toMatch(/^\d+$/);
  expect(await workerOf(pool)).toBe(begun);
  expect(await workerOf(pool)).not.toBe(begun);
});

test("a run uses the workers started ahead, however often more are requested", async () => {
  const pool = poolOf({ kept: { count: 3, maxHeapBytes: 1 } });
  pool.warm();
  pool.warm(2);
  pool.warm(2);
  const jobs = Array.from({ length: 4 }, (_, i) => ({ ...JOB, path: `${i}.ts`, sizeBytes: 1_000_000 }));
  const seen = new Set<string>();
  const onOutcome = (_: unknown, outcome: ExtractOutcome) => void seen.add(numberIn(outcome));
  const begunBefore = Number(await workerOf(poolOf()));
  await pool.run({ jobs, workers: 2, knownKeys: [], onOutcome });
  // Worker numbers ascend: those started after another pool's have higher numbers.
  expect([...seen].map(Number).filter((number) => number > begunBefore)).toEqual([]);
  expect(seen.size).toBe(2);
});
