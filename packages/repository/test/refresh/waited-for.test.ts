/** Files that a worker never finished are skipped, and tried again by the next refresh. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLedger } from "@sdl/graph";
import { ExtractionPool } from "@sdl/indexer";
import { expect, onTestFinished, test } from "vitest";
import { entryUrl } from "../../src/entry-url.js";
import { refreshLedger } from "../../src/refresh/refresh.js";

const STUCK = new URL("../../../indexer/test/pool/stuck-worker.mjs", import.meta.url);

/** Stands still while a busy machine gives the worker no processor: else the file that computes would count as waiting. */
const cpuMs = (): number => process.cpuUsage().user / 1000;

test.each([
  ["waits.ts", "failed: timeout: waited for", () => performance.now()],
  ["computes.ts", "failed: timeout", cpuMs],
])("%s is skipped (%s), and the next refresh reads it", async (name, reason, clock) => {
  const folder = mkdtempSync(join(tmpdir(), "sdl-waits-"));
  const root = join(folder, "repository");
  const ledger = openLedger({ directory: join(folder, "store") });
  onTestFinished(async () => {
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(root);
  writeFileSync(join(root, name), "export const a = 1;\n");
  utimesSync(join(root, name), 1_000, 1_000);
  const skippedBy = async (workerUrl: URL, deadlineMs: number) => {
    const pool = new ExtractionPool({ workerUrl, root, maxFileBytes: 1000, languages: [], deadlineMs, now: clock });
    const now = () => Date.now() + 60_000;
    const context = { rootPath: root, ledger, pool, settings: {}, workers: 1, now };
    const { skipped } = await refreshLedger(context, { mode: "incremental" });
    await pool.close();
    return skipped;
  };
  expect(await skippedBy(STUCK, 500)).toEqual([{ path: name, reason }]);
  expect(await skippedBy(entryUrl("extraction-worker"), 10_000)).toEqual([]);
});
