/** Files that a worker never comes back from, and the time that counts against them. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { ExtractionPool } from "../../src/pool/extraction-pool.js";
import type { ExtractOutcome } from "../../src/pool/messages.js";
import { ShareClock } from "../../src/pool/share-clock.js";

async function outcomeOf(path: string, deadlineMs: number): Promise<ExtractOutcome | undefined> {
  const workerUrl = new URL("./stuck-worker.mjs", import.meta.url);
  const pool = new ExtractionPool({ workerUrl, root: tmpdir(), maxFileBytes: 1000, languages: [], deadlineMs });
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

test("a file that computes without end is skipped", async () => {
  expect(await outcomeOf("computes.ts", 500)).toEqual({ status: "skipped", reason: "timeout" });
});

test("a file that waits without end is skipped too, later", async () => {
  expect(await outcomeOf("waits.ts", 100)).toEqual({ status: "skipped", reason: "timeout" });
});

test("a thread is charged its share of what the process computed, never more than passed", () => {
  let cpuMs = 0;
  const clock = new ShareClock(1000, () => cpuMs);
  cpuMs = 30;
  expect(clock.share(1250, 2)).toBe(15);
  cpuMs = 930;
  expect(clock.share(1500, 2)).toBe(250);
  expect(clock.share(1750, 1)).toBe(0);
});
