/**
 * Optional parts of a refresh: a fault of the program in one costs only that part and is reported; the index is the one
 * without the fault. Workers that cannot be started fail a refresh with advice, or leave the work to the running ones.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump, type Ledger, openLedger } from "@sdl/graph";
import { ExtractionPool } from "@sdl/indexer";
import { expect, onTestFinished, test } from "vitest";
import { Derivation } from "../../src/derive/derivation.js";
import { entryUrl } from "../../src/entry-url.js";
import { readHistory } from "../../src/history/read-history.js";
import type { ProgramFault } from "../../src/machine/program-log.js";
import { createMasker } from "../../src/masking/masker.js";
import { ReadAhead } from "../../src/refresh/read-ahead.js";
import { type RefreshContext, refreshLedger } from "../../src/refresh/refresh.js";

const TEXTS = { "a.ts": "export function a() {}\n", "b.ts": 'import { a } from "./a";\nexport const b = () => a();\n' };

/** A worker's module that cannot be started while `fails` returns true. */
function flakyUrl(fails: () => boolean): URL {
  const url = new URL(entryUrl("extraction-worker"));
  return Object.defineProperty(url, "protocol", { get: () => (fails() ? "https:" : "file:") });
}

class Bench {
  readonly faults: ProgramFault[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), "sdl-spare-"));
  readonly root = join(this.folder, "repository");
  readonly store = join(this.folder, "store");
  hasNoThreads = false;
  readonly ledger: Ledger = openLedger({ directory: this.store });
  readonly pool: ExtractionPool;

  constructor() {
    mkdirSync(this.root);
    for (const [path, text] of Object.entries(TEXTS)) writeFileSync(join(this.root, path), text);
    this.pool = new ExtractionPool({
      workerUrl: flakyUrl(() => this.hasNoThreads),
      root: this.root,
      maxFileBytes: 100_000,
      languages: [],
    });
    onTestFinished(async () => {
      await this.pool.close();
      await this.ledger.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  async refresh(parts: Partial<RefreshContext> = {}): Promise<string[]> {
    const { root: rootPath, ledger, pool } = this;
    const onFault = (fault: ProgramFault) => void this.faults.push(fault);
    const now = () => Date.now() + 60_000;
    const context = { rootPath, ledger, pool, settings: {}, workers: 1, now, onFault, ...parts };
    const { skipped } = await refreshLedger(context, { mode: "incremental" });
    expect(skipped).toEqual([]);
    return this.dump();
  }

  dump(): string[] {
    const snapshot = this.ledger.snapshot();
    try {
      return [...canonicalDump(snapshot)];
    } finally {
      snapshot.close();
    }
  }
}

function fail(): never {
  throw new TypeError("made to fail");
}

test("faults while reading ahead, recording contents and comparing with git cost only these parts", async () => {
  const right = await new Bench().refresh();
  const bench = new Bench();
  const ahead = Object.assign(new ReadAhead(), { begin: fail });
  const dump = await bench.refresh({
    ahead,
    onRead: fail,
    findCommit: () => Promise.reject(new TypeError("made to fail")),
  });
  expect(dump).toEqual(right);
  expect(bench.faults.map(({ during, message }) => `${during}: ${message}`)).toEqual([
    "reading ahead: made to fail",
    "noting contents: made to fail",
    "comparing with git: made to fail",
  ]);
  expect(bench.faults.every(({ stack }) => stack?.includes("spare-parts.test") === true)).toBe(true);
});

test("a refresh without any worker fails with the reason, and the next one works", async () => {
  const bench = new Bench();
  bench.hasNoThreads = true;
  await expect(bench.refresh()).rejects.toMatchObject({ name: "SdlError", message: /workers that read source files/ });
  bench.hasNoThreads = false;
  expect(await bench.refresh()).toEqual(await new Bench().refresh());
});

test("if no further worker can be started, the running ones do the work", async () => {
  const bench = new Bench();
  await bench.refresh();
  for (let i = 0; i < 40; i++) writeFileSync(join(bench.root, `c${i}.ts`), `export const c${i} = ${i};\n`.repeat(3000));
  bench.hasNoThreads = true;
  await bench.refresh({ workers: 4 });
  expect([...bench.ledger.snapshot().fileEntries()]).toHaveLength(42);
});

test("a fault while storing layers costs only the layers, and is reported", async () => {
  const bench = new Bench();
  await bench.refresh();
  const derived: Ledger["derived"] = Object.create(bench.ledger.derived, { putDerived: { value: fail } });
  const failing: Ledger = Object.create(bench.ledger, { derived: { value: derived } });
  const options = { directory: bench.store, rootPath: bench.root, model: undefined, now: Date.now };
  const onFault = (fault: ProgramFault) => void bench.faults.push(fault);
  const derivation = new Derivation({ ...options, ledger: failing, onFault });
  await derivation.settle();
  expect(derivation.fault).toBe("made to fail");
  expect(bench.faults.map(({ during }) => during)).toEqual(["deriving"]);
  const again = new Derivation({ ...options, ledger: bench.ledger, onFault });
  await again.settle();
  expect([again.fault, bench.ledger.derived.isDerived()]).toEqual([undefined, true]);
});

test("a fault while reading the history costs only the history", async () => {
  const bench = new Bench();
  execFileSync("git", ["init", "-q", bench.root]);
  const errors: unknown[] = [];
  const ledger: Ledger = Object.create(bench.ledger, { latestVersion: { value: fail } });
  const request = { rootPath: bench.root, storeDirectory: bench.store, ledger, masker: createMasker() };
  expect(await readHistory({ ...request, onFault: (error) => void errors.push(error) })).toBeUndefined();
  expect(errors.map(String)).toEqual(["TypeError: made to fail"]);
});
