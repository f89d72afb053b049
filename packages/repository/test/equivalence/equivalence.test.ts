/**
 * Incremental indexing equals indexing from scratch, byte for byte, for any edits and any number of workers. Each
 * comparison also checks that the previous version is unchanged; some also continue from an exported and imported
 * index. The long tier (SDL_LONG=1) takes 20,000 steps and compares every tenth; CI takes 240 and compares every
 * fortieth. SDL_STEPS and SDL_SEED split the long run into parts with other edits, SDL_COMPARE_EVERY sets the interval
 * of comparisons.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump, derivedDump, type LedgerSnapshot, openLedger } from "@sdl/graph";
import { DEFAULT_MAX_FILE_BYTES, ExtractionPool } from "@sdl/indexer";
import { GraphError, LANGUAGES, type VersionId } from "@sdl/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entryUrl } from "../../src/entry-url.js";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import { refreshLedger } from "../../src/refresh/refresh.js";
import { WorkingCopy } from "./corpus.js";
import { Draws } from "./draws.js";
import { changeOwnConfig, EDIT_NAMES, randomEdit } from "./edits.js";
import { Random } from "./random.js";

const isLong = process.env["SDL_LONG"] === "1";
const STEPS = Number(process.env["SDL_STEPS"] ?? (isLong ? 20_000 : 240));
const SEED = Number(process.env["SDL_SEED"] ?? 20261121);
const COMPARE_EVERY = Number(process.env["SDL_COMPARE_EVERY"] ?? (isLong ? 10 : 40));
/** Steps between two progress messages of a long run. */
const REPORT_EVERY = 500;
/** Interval of comparisons that include derived layers and an imported index. */
const SETTLE_EVERY = isLong ? 100 : 120;
/** Minimum number of each kind of edit, and of changes of each rule's edges between two comparisons. */
const LEAST_DRAWS = STEPS >= 5000 ? 50 : 2;
/** Edits between two changes of the repository's own configuration. */
const OWN_CONFIG_EVERY = 13;
const HOUR_MS = 3_600_000;

let copy: WorkingCopy;
let stores: string;
let made = 0;

beforeAll(() => {
  copy = new WorkingCopy();
  stores = mkdtempSync(join(tmpdir(), "sdl-stores-"));
});

afterAll(() => {
  copy.dispose();
  rmSync(stores, { recursive: true, force: true });
});

function open(workers: number): Promise<Repository> {
  const storeDirectory = join(stores, String(made++));
  return openRepository({ rootPath: copy.root, repoId: "corpus", storeDirectory, workers });
}

function dump(source: { snapshot(): LedgerSnapshot }): string {
  return [...canonicalDump(source.snapshot())].join("\n");
}

/** The dump with settled derived layers: they cost more than indexing this corpus, so only some comparisons include them. */
async function settledDump(repository: Repository): Promise<string> {
  await repository.settle();
  const snapshot = repository.snapshot();
  return [...canonicalDump(snapshot), ...derivedDump(snapshot)].join("\n");
}

/** The settled dump of a new store, built by new workers. */
async function settledScratchDump(workers: number): Promise<string> {
  const repository = await open(workers);
  try {
    await repository.refresh({ mode: "incremental" });
    return await settledDump(repository);
  } finally {
    await repository.close();
    rmSync(repository.storeDirectory, { recursive: true, force: true });
  }
}

/** Changes configuration at some steps, from a separate random source. @returns the change's name */
function changeConfig(step: number, random: Random): string[] {
  if (step % OWN_CONFIG_EVERY !== 0) return [];
  changeOwnConfig(copy, random);
  return ["change own configuration"];
}

function newPool(): ExtractionPool {
  const workerUrl = entryUrl("extraction-worker");
  const kept = { count: 2, maxHeapBytes: 256 * 1024 * 1024 };
  return new ExtractionPool({
    workerUrl,
    root: copy.root,
    maxFileBytes: DEFAULT_MAX_FILE_BYTES,
    languages: LANGUAGES,
    kept,
  });
}

/**
 * The dump of a new store. @param pool keeps no trees after a run over all files: its workers have compiled the code
 * but cached no files
 */
async function scratchDump(pool: ExtractionPool, workers: number): Promise<string> {
  const directory = join(stores, String(made++));
  const ledger = openLedger({ directory });
  try {
    await refreshLedger(
      { rootPath: copy.root, ledger, pool, settings: {}, workers, now: Date.now },
      { mode: "incremental" },
    );
    return dump(ledger);
  } finally {
    await ledger.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The dump of an index imported before the last edits and refreshed after them. */
async function importedDump(file: Uint8Array): Promise<string> {
  const repository = await open(1);
  try {
    await repository.importIndex(file);
    await repository.refresh({ mode: "incremental" });
    return dump(repository);
  } finally {
    await repository.close();
    rmSync(repository.storeDirectory, { recursive: true, force: true });
  }
}

/** A version, and its dump when it was the latest. */
interface Past {
  readonly version: VersionId;
  readonly dump: string;
}

async function checkPast(repository: Repository, past: Past | undefined): Promise<void> {
  if (past === undefined) return;
  const snapshot = await repository.snapshotAt(past.version);
  expect(firstDifference([...canonicalDump(snapshot)].join("\n"), past.dump), past.version).toBe("");
}

/** The first line in which two dumps differ, with the preceding edits. */
function firstDifference(left: string, right: string): string {
  if (left === right) return "";
  const a = left.split("\n");
  const b = right.split("\n");
  const at = a.findIndex((line, i) => line !== b[i]);
  return `line ${at + 1}\n incremental: ${a[at]}\n scratch:     ${b[at]}`;
}

test(
  `${STEPS} random edits: incremental equals scratch`,
  async () => {
    const random = new Random(SEED);
    const configRandom = new Random(SEED + 1);
    const repository = await open(2);
    const scratchPool = newPool();
    await repository.refresh({ mode: "incremental" });
    expect(copy.files.size).toBeGreaterThan(300);
    const draws = new Draws();
    let trail: string[] = [];
    let past: Past | undefined;
    let exported: Uint8Array | undefined;
    for (let step = 1; step <= STEPS; step++) {
      const edit = randomEdit(copy, random);
      draws.edit(edit);
      trail.push(edit);
      trail.push(...changeConfig(step, configRandom));
      await repository.refresh({ mode: "incremental" });
      if (isLong && step % REPORT_EVERY === 0) process.stderr.write(`${step} steps\n`);
      if (step % COMPARE_EVERY !== 0) continue;
      const isSettled = step % SETTLE_EVERY === 0;
      const workers = 1 + ((step / COMPARE_EVERY) % 2);
      const [incremental, scratch] = isSettled
        ? [await settledDump(repository), await settledScratchDump(workers)]
        : [dump(repository), await scratchDump(scratchPool, workers)];
      const difference = firstDifference(incremental, scratch);
      expect(incremental).not.toContain("derived layers are missing");
      expect(difference, `after step ${step}: ${trail.join(", ")}`).toBe("");
      draws.compare(incremental);
      trail = [];
      await checkPast(repository, past);
      const plain = isSettled ? dump(repository) : incremental;
      past = { version: await repository.resolveVersion("@latest"), dump: plain };
      if (exported !== undefined)
        expect(firstDifference(await importedDump(exported), plain), `import, step ${step}`).toBe("");
      exported = isSettled ? await repository.exportIndex() : undefined;
    }
    expect(draws.lessOftenThan(LEAST_DRAWS, EDIT_NAMES)).toEqual([]);
    await scratchPool.close();
    await repository.close();
  },
  6 * HOUR_MS,
);

test(
  "the number of workers does not change the index",
  async () => {
    const pools = [newPool(), newPool()] as const;
    expect(firstDifference(await scratchDump(pools[0], 1), await scratchDump(pools[1], 2))).toBe("");
    await Promise.all(pools.map((pool) => pool.close()));
  },
  HOUR_MS,
);

/**
 * Edits and refreshes without relinking files with changed lookups, until a difference shows. @returns the difference
 */
async function editWithoutRelinking(random: Random): Promise<string> {
  const ledger = openLedger({ directory: join(stores, String(made++)) });
  const pool = newPool();
  const scratchPool = newPool();
  const context = {
    rootPath: copy.root,
    ledger,
    pool,
    settings: {},
    workers: 2,
    now: Date.now,
    selectFiles: (_: unknown, changed: ReadonlySet<number>) => [...changed],
  };
  try {
    await refreshLedger(context, { mode: "incremental" });
    for (let step = 0; step < 60; step++) {
      randomEdit(copy, random);
      await refreshLedger(context, { mode: "incremental" });
      if (step % 10 !== 9) continue;
      const difference = firstDifference(dump(ledger), await scratchDump(scratchPool, 2));
      if (difference !== "") return difference;
    }
    return "";
  } catch (error) {
    if (error instanceof GraphError && error.code === "INVALID_UPDATE") return error.message;
    throw error;
  } finally {
    await Promise.all([pool.close(), scratchPool.close()]);
    await ledger.close();
  }
}

test(
  "the comparison detects a missing rule of invalidation",
  async () => {
    expect(await editWithoutRelinking(new Random(7))).not.toBe("");
  },
  HOUR_MS,
);
