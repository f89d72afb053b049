/** Delta-encoding of facts that only old versions refer to: they read unchanged and are removed with the last version that refers to them. */
import { expect, test } from "vitest";
import type { Ledger, PackedFacts } from "../src/index.js";
import { factsKeyOf } from "./support/source.js";
import { refresh } from "./support/toy-indexer.js";
import { temporaryLedger } from "./support/with-ledger.js";

const EDITS = 40;

/** A file of many symbols, one of which each edit renames. */
function sourceAfter(edit: number): string {
  const line = (i: number) => `made${i}${i < edit ? "x" : ""} function : alpha beta token${i} -> made${i + 1}`;
  return Array.from({ length: 200 }, (_, i) => line(i)).join("\n");
}

function edited(): { readonly ledger: Ledger; readonly keys: readonly string[] } {
  const ledger = temporaryLedger();
  const keys: string[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    refresh(ledger, { files: { "a.ts": sourceAfter(edit) } });
    keys.push(factsKeyOf(sourceAfter(edit)));
  }
  return { ledger, keys };
}

function pack(ledger: Ledger): number {
  const plan = ledger.retention.planPacking();
  if (plan === undefined) return 0;
  const waiting: PackedFacts[] = [];
  for (const job of plan.jobs) {
    const packed = ledger.retention.packFacts(job, waiting);
    if (packed !== undefined) waiting.push(packed);
  }
  ledger.retention.storePacked(waiting);
  ledger.retention.finishPacking(plan);
  return waiting.length;
}

function prune(ledger: Ledger, kept: number): void {
  const plan = ledger.retention.planPrune(new Set([...ledger.versionIds()].slice(0, kept)));
  for (const step of plan.steps) expect(ledger.retention.prune(plan, step)).toBe(true);
}

function sizes(ledger: Ledger): number[] {
  return ledger.retention.versionSizes().map(({ ownBytes }) => ownBytes);
}

test("delta-encoded old pages take a fraction of their space and read unchanged", () => {
  const { ledger, keys } = edited();
  const before = sizes(ledger);
  const pages = keys.map((key) => ledger.readFacts(key)?.bytes);
  expect(pack(ledger)).toBeGreaterThan(0.8 * EDITS);
  expect(pack(ledger)).toBe(0);
  const after = sizes(ledger);
  const ratios = after.slice(1).map((bytes, i) => bytes / (before[i + 1] ?? 0));
  expect(ratios.sort((a, b) => a - b)[EDITS / 2]).toBeLessThan(0.3);
  for (const [i, key] of keys.entries()) {
    expect(Buffer.compare(ledger.readFacts(key)?.bytes ?? new Uint8Array(0), pages[i] ?? new Uint8Array(1))).toBe(0);
  }
});

test.each([1, 2, 7, EDITS])(
  "after a prune to %i versions their facts are complete; after a prune to one, no other facts are left",
  (kept) => {
    const { ledger, keys } = edited();
    pack(ledger);
    prune(ledger, kept);
    const stored = ledger.factsKeys();
    expect(stored).toEqual(expect.arrayContaining(keys.slice(-kept)));
    for (const key of keys.slice(-kept)) expect(ledger.readFacts(key)).toBeDefined();
    prune(ledger, 1);
    expect(ledger.factsKeys()).toEqual(keys.slice(-1));
  },
);

test("a file that returns to an old state is read through a delta until it changes again", () => {
  const { ledger, keys } = edited();
  pack(ledger);
  refresh(ledger, { files: { "a.ts": sourceAfter(3) } });
  expect(pack(ledger)).toBeLessThanOrEqual(1);
  prune(ledger, 1);
  expect(ledger.factsKeys()).toContain(keys[3]);
  expect(ledger.readFacts(keys[3] ?? "")).toBeDefined();
});
