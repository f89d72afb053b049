/**
 * Old versions: every kept version is unchanged, whatever was edited and pruned since, and in any order of requests:
 * its canonical dump equals the one taken when it was the latest. Pruned versions are gone, including their facts. The
 * long tier (SDL_LONG=1) takes 1,000 steps, CI 14 with a smaller repository.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump, type Ledger, type LedgerSnapshot, openLedger } from "@sdl/graph";
import { DEFAULT_MAX_FILE_BYTES, ExtractionPool } from "@sdl/indexer";
import { LANGUAGES, type VersionId } from "@sdl/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entryUrl } from "../../src/entry-url.js";
import { refreshLedger } from "../../src/refresh/refresh.js";
import { packLedger } from "../../src/versions/pack-ledger.js";
import { Pruner } from "../../src/versions/pruner.js";
import { Versions } from "../../src/versions/versions.js";
import { WorkingCopy } from "../equivalence/corpus.js";
import { randomEdit } from "../equivalence/edits.js";
import { Random } from "../equivalence/random.js";

const isLong = process.env["SDL_LONG"] === "1";
const STEPS = isLong ? 1000 : 14;
/** Interval of steps after which some versions are read again, and some pruned. */
const READ_EVERY = isLong ? 20 : 8;
const HOUR_MS = 3_600_000;

let copy: WorkingCopy;
let directory: string;
let ledger: Ledger;
let pool: ExtractionPool;

beforeAll(() => {
  copy = new WorkingCopy(!isLong);
  directory = mkdtempSync(join(tmpdir(), "sdl-versions-"));
  ledger = openLedger({ directory });
  const workerUrl = entryUrl("extraction-worker");
  pool = new ExtractionPool({
    workerUrl,
    root: copy.root,
    maxFileBytes: DEFAULT_MAX_FILE_BYTES,
    languages: LANGUAGES,
  });
});

afterAll(async () => {
  await pool.close();
  await ledger.close();
  copy.dispose();
  rmSync(directory, { recursive: true, force: true });
});

function dump(snapshot: LedgerSnapshot): string {
  return [...canonicalDump(snapshot)].join("\n");
}

function latestDump(): string {
  const snapshot = ledger.snapshot();
  try {
    return dump(snapshot);
  } finally {
    snapshot.close();
  }
}

function firstDifference(now: string, then: string): string {
  if (now === then) return "";
  const a = now.split("\n");
  const b = then.split("\n");
  const at = a.findIndex((line, i) => line !== b[i]);
  return `line ${at + 1}\n now:  ${a[at]}\n then: ${b[at]}`;
}

type Dumps = Map<VersionId, string>;

async function checkVersions(versions: Versions, dumps: Dumps, random: Random): Promise<void> {
  for (const id of random.shuffle([...dumps.keys()]).slice(0, 4)) {
    const snapshot = await versions.snapshotAt(id);
    expect(snapshot.version).toBe(id);
    expect(firstDifference(dump(snapshot), dumps.get(id) ?? ""), id).toBe("");
  }
}

/** Keeps the last three versions and a random half of the others. */
async function pruneSome(versions: Versions, dumps: Dumps, random: Random): Promise<void> {
  const pinned = [...dumps.keys()].filter(() => random.below(2) === 0);
  const pruner = new Pruner(ledger, () => pinned);
  const request = { policy: { versions: 3, days: 0 }, nowMs: Date.now() };
  const planned = await pruner.prune({ ...request, dryRun: true });
  expect([...ledger.versionIds()].reverse()).toEqual([...dumps.keys()]);
  const outcome = await pruner.prune({ ...request, dryRun: false });
  expect(outcome).toEqual(planned);
  expect(outcome.dropped.filter((id) => pinned.includes(id))).toEqual([]);
  for (const id of outcome.dropped) dumps.delete(id);
  expect([...ledger.versionIds()].reverse()).toEqual([...dumps.keys()]);
  expect(outcome.kept).toBe(dumps.size);
  for (const id of outcome.dropped.slice(0, 3)) {
    await expect(versions.snapshotAt(id)).rejects.toMatchObject({ code: "version_not_found" });
  }
  expect(ledger.factsKeys()).toEqual(expect.arrayContaining(namedFacts(dumps)));
}

function namedFacts(dumps: Dumps): string[] {
  const keys = [...dumps.values()].flatMap((text) =>
    Array.from(text.matchAll(/ facts ([0-9a-f]{32}) /g), ([, key]) => String(key)),
  );
  return [...new Set(keys)].sort();
}

/**
 * Prunes all but the latest version: then only its facts remain, except for a few. A restored file has old facts that
 * later versions' facts were encoded from, and those are kept.
 */
async function pruneAll(dumps: Dumps): Promise<void> {
  await new Pruner(ledger).prune({ policy: { versions: 1, days: 0 }, nowMs: Date.now(), dryRun: false });
  const latest = [...dumps].slice(-1);
  expect([...ledger.versionIds()]).toEqual(latest.map(([id]) => id));
  const named = namedFacts(new Map(latest));
  const kept = ledger.factsKeys();
  expect(kept).toEqual(expect.arrayContaining(named));
  expect(kept.length - named.length).toBeLessThan(named.length / 10);
}

test(
  `${STEPS} random edits: every version is unchanged`,
  async () => {
    const random = new Random(20261122);
    const versions = new Versions(ledger, "corpus");
    const dumps: Dumps = new Map();
    const context = { rootPath: copy.root, ledger, pool, settings: {}, workers: 2, now: Date.now };
    let made = 0;
    for (let step = 0; step <= STEPS; step++) {
      if (step > 0) randomEdit(copy, random);
      const { versionId, created } = await refreshLedger(context, { mode: "incremental" });
      if (created) {
        dumps.set(versionId, latestDump());
        made++;
      }
      if (step % READ_EVERY !== READ_EVERY - 1) continue;
      await checkVersions(versions, dumps, random);
      await packLedger(ledger);
      await pruneSome(versions, dumps, random);
      await checkVersions(versions, dumps, random);
    }
    expect(made).toBeGreaterThan(STEPS / 2);
    const ids = [...dumps.keys()].reverse();
    expect(await versions.resolve(`@latest~${ids.length - 1}`)).toBe(ids.at(-1));
    await pruneAll(dumps);
    await versions.close();
  },
  6 * HOUR_MS,
);
