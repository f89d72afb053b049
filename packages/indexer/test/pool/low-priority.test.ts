/** Low priority: runs that nobody waits for work at low priority until somebody waits. */
import { existsSync } from "node:fs";
import { constants, getPriority, tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { ExtractionPool, type PoolRun } from "../../src/pool/extraction-pool.js";
import type { ExtractJob } from "../../src/pool/messages.js";

const NORMAL = getPriority();
const LOW = constants.priority.PRIORITY_BELOW_NORMAL;
/** Only Linux has priorities per thread, and they can only be lowered. */
const canLower = existsSync("/proc/thread-self") && NORMAL < LOW;

/** Each job makes a batch of its own. */
const jobs: readonly ExtractJob[] = Array.from({ length: 24 }, (_, i) => ({
  path: `${i}.ts`,
  language: "typescript",
  sizeBytes: 500_000,
}));

function poolOf(): ExtractionPool {
  const workerUrl = new URL("./priority-worker.mjs", import.meta.url);
  const pool = new ExtractionPool({ workerUrl, root: tmpdir(), maxFileBytes: 1_000_000, languages: [] });
  onTestFinished(() => pool.close());
  return pool;
}

/** For each job: the number of its worker, and the worker's niceness. */
async function run(
  pool: ExtractionPool,
  options: Partial<PoolRun> = {},
  onJob: (done: number) => void = () => undefined,
) {
  const met = new Map<string, { readonly worker: string; readonly niceness: number }>();
  await pool.run({
    jobs,
    workers: 2,
    knownKeys: [],
    ...options,
    onOutcome: ({ path }, outcome) => {
      const [worker = "", niceness = ""] = outcome.status === "skipped" ? outcome.reason.split(" ") : [];
      expect(met.has(path), "each job has exactly one outcome").toBe(false);
      met.set(path, { worker, niceness: Number(niceness) });
      onJob(met.size);
    },
  });
  expect(met.size).toBe((options.jobs ?? jobs).length);
  return [...met.values()];
}

test.runIf(canLower)("a run that nobody waits for has workers of low priority, which no other run uses", async () => {
  const pool = poolOf();
  const before = await run(pool);
  const low = await run(pool, { whenAskedFor: new AbortController().signal });
  expect(new Set(low.map(({ niceness }) => niceness))).toEqual(new Set([LOW]));
  const after = await run(pool);
  expect(new Set(after.map(({ niceness }) => niceness))).toEqual(new Set([NORMAL]));
  const workersBefore = new Set(before.map(({ worker }) => worker));
  expect(
    after.some(({ worker }) => workersBefore.has(worker)),
    "the worker that was kept",
  ).toBe(true);
});

test.runIf(canLower)("once somebody waits, the remaining jobs run at normal priority", async () => {
  const pool = poolOf();
  const asked = new AbortController();
  const met = await run(pool, { whenAskedFor: asked.signal }, (done) => {
    if (done === 4) asked.abort();
  });
  const atNormal = met.filter(({ niceness }) => niceness === NORMAL).length;
  expect(atNormal).toBeGreaterThan(jobs.length / 2);
  expect(atNormal).toBeLessThanOrEqual(jobs.length - 4);
});

test.runIf(canLower)("the few files of an edit run at normal priority at once", async () => {
  const pool = poolOf();
  const met = await run(pool, { jobs: jobs.slice(0, 3), whenAskedFor: new AbortController().signal });
  expect(met.map(({ niceness }) => niceness)).toEqual([NORMAL, NORMAL, NORMAL]);
});
