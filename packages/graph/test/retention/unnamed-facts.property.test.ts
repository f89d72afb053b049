/** Facts that no version refers to are removed after the next publish, whatever happened in between; all others stay. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inspectStore, type Ledger, openLedger, type PackedFacts } from "../../src/index.js";
import { factsKeyOf, pageOf } from "../support/source.js";
import { refresh } from "../support/toy-indexer.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const PATHS = ["a.ts", "b.ts", "c.ts"];

/** A file of some symbols in one of several states, which are similar enough to be delta-encoded. */
function sourceOf(path: string, state: number): string {
  const line = (i: number) =>
    `${path[0]}${i}${i === state ? "x" : ""} function : alpha token${i} -> ${path[0]}${i + 1}`;
  return Array.from({ length: 40 }, (_, i) => line(i)).join("\n");
}

const states = fc.array(fc.nat(7), { minLength: PATHS.length, maxLength: PATHS.length });
const step = fc.oneof(
  fc.record({ what: fc.constant("publish" as const), states }),
  fc.record({ what: fc.constant("die" as const), states }),
  fc.record({ what: fc.constant("prune" as const), kept: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ what: fc.constant("pack" as const) }),
  fc.record({ what: fc.constant("sweep" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const filesIn = (drawn: readonly number[]) =>
  Object.fromEntries(PATHS.map((path, i) => [path, sourceOf(path, drawn[i]!)]));

function run(ledger: Ledger, one: Step): void {
  if (one.what === "publish") refresh(ledger, { files: filesIn(one.states) });
  else if (one.what === "die") ledger.putFacts(pagesOf(one.states));
  else if (one.what === "prune") prune(ledger, one.kept);
  else if (one.what === "pack") pack(ledger);
  else sweep(ledger);
}

function pagesOf(drawn: readonly number[]) {
  return Object.values(filesIn(drawn)).map((source) => ({ key: factsKeyOf(source), page: pageOf(source) }));
}

function prune(ledger: Ledger, kept: number): void {
  const plan = ledger.retention.planPrune(new Set([...ledger.versionIds()].slice(0, kept)));
  for (const pruneStep of plan.steps) expect(ledger.retention.prune(plan, pruneStep)).toBe(true);
}

function pack(ledger: Ledger): void {
  const plan = ledger.retention.planPacking();
  const waiting: PackedFacts[] = [];
  for (const job of plan?.jobs ?? [])
    waiting.push(...[ledger.retention.packFacts(job, waiting)].filter((one) => one !== undefined));
  ledger.retention.storePacked(waiting);
  if (plan !== undefined) ledger.retention.finishPacking(plan);
}

function sweep(ledger: Ledger, needed: ReadonlySet<string> = new Set()): number {
  const plan = ledger.retention.planSweep((key) => needed.has(key));
  if (plan === undefined) return 0;
  expect(ledger.retention.sweep(plan, plan.facts)).toBe(true);
  expect(ledger.retention.finishSweep(plan)).toBe(true);
  return plan.facts.length;
}

/** Keys of the facts that kept versions refer to. */
function namedKeys(ledger: Ledger): Set<string> {
  const snapshot = ledger.snapshot();
  const keys = new Set([...snapshot.fileEntries()].map(({ factsKey }) => factsKey));
  snapshot.close();
  for (const { changes } of ledger.versions())
    for (const { before } of changes) if (before !== undefined) keys.add(before);
  return keys;
}

test("after any history, a publish, a prune and a sweep leave exactly the facts that kept versions refer to", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), states, async (steps, last) => {
      const directory = temporaryDirectory();
      const ledger = openLedger({ directory });
      for (const one of steps) run(ledger, one);
      const young = pagesOf(last)
        .map(({ key }) => key)
        .filter((key) => !ledger.hasFacts(key));
      run(ledger, { what: "die", states: last });
      sweep(ledger);
      for (const key of young) expect(ledger.hasFacts(key)).toBe(true);
      refresh(ledger, { files: filesIn([20, 21, 22]) });
      // These states are the base of no delta; a base is kept as long as a delta needs it.
      refresh(ledger, { files: filesIn([30, 31, 32]) });
      sweep(ledger);
      const named = namedKeys(ledger);
      for (const key of named) expect(ledger.readFacts(key)).toBeDefined();
      prune(ledger, 1);
      expect(ledger.factsKeys().sort()).toEqual([...namedKeys(ledger)].sort());
      await ledger.close();
      expect((await inspectStore(directory, { writes: 0 })).faults).toEqual([]);
    }),
    { numRuns: process.env["SDL_LONG"] === undefined ? 40 : 2_000 },
  );
}, 600_000);

test("facts that the caller needs are kept, and a plan is void after a publish", async () => {
  const ledger = openLedger({ directory: temporaryDirectory() });
  run(ledger, { what: "die", states: [3, 4, 5] });
  run(ledger, { what: "publish", states: [0, 0, 0] });
  const [needed] = pagesOf([3, 4, 5]);
  const stale = ledger.retention.planSweep(() => false);
  expect(sweep(ledger, new Set([needed!.key]))).toBe(2);
  expect(sweep(ledger, new Set([needed!.key]))).toBe(0);
  expect(ledger.hasFacts(needed!.key)).toBe(true);
  run(ledger, { what: "publish", states: [1, 0, 0] });
  expect(ledger.retention.sweep(stale!, stale!.facts)).toBe(false);
  expect(ledger.retention.finishSweep(stale!)).toBe(false);
  expect(sweep(ledger)).toBe(1);
  expect(ledger.hasFacts(needed!.key)).toBe(false);
  await ledger.close();
});
