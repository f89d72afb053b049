/**
 * An index built step by step equals one built from scratch, byte for byte, whatever was edited, whatever the number of workers.
 * The long tier (SDL_LONG=1) takes 5,000 steps and compares every tenth; CI takes 600 and compares every thirtieth.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump } from "@sdl/graph";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkspace, type Workspace } from "../../dist/index.js";
import { WorkingCopy } from "./corpus.js";
import { randomEdit } from "./edits.js";
import { Random } from "./random.js";

const isLong = process.env["SDL_LONG"] === "1";
const STEPS = isLong ? 5000 : 600;
const COMPARE_EVERY = isLong ? 10 : 30;
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

function open(workers: number): Promise<Workspace> {
  const storeDirectory = join(stores, String(made++));
  return openWorkspace({ rootPath: copy.root, repoId: "corpus", storeDirectory, workers });
}

function dump(workspace: Workspace): string {
  const snapshot = workspace.snapshot();
  try {
    return [...canonicalDump(snapshot)].join("\n");
  } finally {
    snapshot.close();
  }
}

async function scratchDump(workers: number): Promise<string> {
  const workspace = await open(workers);
  try {
    await workspace.refresh({ mode: "incremental" });
    return dump(workspace);
  } finally {
    await workspace.close();
    rmSync(workspace.storeDirectory, { recursive: true, force: true });
  }
}

/** The first line in which two dumps differ, with what led there. */
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
    const random = new Random(20261121);
    const workspace = await open(2);
    await workspace.refresh({ mode: "incremental" });
    expect(copy.files.size).toBeGreaterThan(300);
    let trail: string[] = [];
    for (let step = 1; step <= STEPS; step++) {
      trail.push(randomEdit(copy, random));
      await workspace.refresh({ mode: "incremental" });
      if (step % COMPARE_EVERY !== 0) continue;
      const difference = firstDifference(dump(workspace), await scratchDump(1 + (step % 2)));
      expect(difference, `after step ${step}: ${trail.join(", ")}`).toBe("");
      trail = [];
    }
    await workspace.close();
  },
  6 * HOUR_MS,
);
