/**
 * Every version that is kept reads as it was, whatever was edited since and in whichever order versions are asked for: its canonical dump
 * is the one that was taken when it was the latest. The long tier (SDL_LONG=1) takes 1,000 steps, CI 40 over a smaller repository.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump, type LedgerSnapshot } from "@sdl/graph";
import type { VersionId } from "@sdl/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkspace, type Workspace } from "../../dist/index.js";
import { WorkingCopy } from "../equivalence/corpus.js";
import { randomEdit } from "../equivalence/edits.js";
import { Random } from "../equivalence/random.js";

const isLong = process.env["SDL_LONG"] === "1";
const STEPS = isLong ? 1000 : 40;
/** Versions that are read again after each of these many steps. */
const READ_EVERY = isLong ? 20 : 10;
const HOUR_MS = 3_600_000;

let copy: WorkingCopy;
let storeDirectory: string;

beforeAll(() => {
  copy = new WorkingCopy(!isLong);
  storeDirectory = mkdtempSync(join(tmpdir(), "sdl-versions-"));
});

afterAll(() => {
  copy.dispose();
  rmSync(storeDirectory, { recursive: true, force: true });
});

function dump(snapshot: LedgerSnapshot): string {
  return [...canonicalDump(snapshot)].join("\n");
}

function firstDifference(now: string, then: string): string {
  if (now === then) return "";
  const a = now.split("\n");
  const b = then.split("\n");
  const at = a.findIndex((line, i) => line !== b[i]);
  return `line ${at + 1}\n now:  ${a[at]}\n then: ${b[at]}`;
}

async function checkVersions(workspace: Workspace, dumps: ReadonlyMap<VersionId, string>, random: Random) {
  for (const id of random.shuffle([...dumps.keys()]).slice(0, 6)) {
    const snapshot = await workspace.snapshotAt(id);
    expect(snapshot.version).toBe(id);
    expect(firstDifference(dump(snapshot), dumps.get(id) ?? ""), id).toBe("");
  }
}

test(
  `${STEPS} random edits: every version reads as it was`,
  async () => {
    const random = new Random(20261122);
    const workspace = await openWorkspace({ rootPath: copy.root, repoId: "corpus", storeDirectory, workers: 2 });
    const dumps = new Map<VersionId, string>();
    for (let step = 0; step <= STEPS; step++) {
      if (step > 0) randomEdit(copy, random);
      const { versionId, created } = await workspace.refresh({ mode: "incremental" });
      if (created) {
        const snapshot = workspace.snapshot();
        dumps.set(versionId, dump(snapshot));
        snapshot.close();
      }
      if (step % READ_EVERY === READ_EVERY - 1) await checkVersions(workspace, dumps, random);
    }
    expect(dumps.size).toBeGreaterThan(STEPS / 2);
    const [first] = dumps.keys();
    expect(await workspace.resolveVersion(`@latest~${dumps.size - 1}`)).toBe(first);
    await workspace.close();
  },
  6 * HOUR_MS,
);
