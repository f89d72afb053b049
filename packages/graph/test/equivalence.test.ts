/** Equivalence: incremental updates equal a build from scratch, byte for byte, over random sequences of edits. */

import { parseVersionId, type SymbolHandle } from "@sdl/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalDump, type Ledger, type LedgerSnapshot } from "../src/index.js";
import { toySteps } from "./support/toy-edits.js";
import { materialise, refresh, type ToyRepository } from "./support/toy-indexer.js";
import { dumpOf, temporaryLedger, withSnapshot } from "./support/with-ledger.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;

test("a ledger built step by step equals one built from scratch, and each of its states can be materialised in memory", async () => {
  await fc.assert(
    fc.asyncProperty(toySteps, async (steps) => {
      const ledger = temporaryLedger();
      let repository: ToyRepository = { files: {} };
      let handles = new Map<string, SymbolHandle>();
      const states: { readonly repository: ToyRepository; readonly dump: string }[] = [];
      for (const step of steps) {
        repository = step.reduce((before, edit) => edit(before), repository);
        refresh(ledger, repository);
        handles = withSnapshot(ledger, (snapshot) => checkSnapshot(snapshot, handles));
        await checkScratch(ledger, repository);
        states.push({ repository, dump: dumpOf(ledger) });
      }
      for (const { repository: state, dump } of states) checkMaterialised(ledger, state, dump);
      expect(dumpOf(ledger)).toBe(states.at(-1)?.dump);
      await ledger.close();
    }),
    { numRuns: IS_LONG ? 2_000 : 40 },
  );
}, 3_600_000);

test("a file that outgrows its handle range moves, and edges from files that were not relinked still lead to it", async () => {
  const ledger = temporaryLedger();
  const files = {
    "a.ts": "target function : alpha",
    "b.ts": "caller function -> target",
    "c.ts": "other function -> caller",
  };
  refresh(ledger, { files });
  const handleOf = (): SymbolHandle => withSnapshot(ledger, (snapshot) => snapshot.symbolsNamed("target")[0]!);
  const before = handleOf();
  const grown = Array.from({ length: 40 }, (_, i) => `made${i} function : beta -> other`).join("\n");
  const repository = { files: { ...files, "a.ts": `${grown}\n${files["a.ts"]}` } };
  refresh(ledger, repository);
  expect(handleOf()).not.toBe(before);
  await checkScratch(ledger, repository);
});

/** Checks that an old state materialised over the latest version has the dump that it had when it was the latest. */
function checkMaterialised(ledger: Ledger, repository: ToyRepository, dump: string): void {
  const snapshot = materialise(ledger, repository, parseVersionId("v7"));
  try {
    expect(snapshot.version).toBe("v7");
    expect(`${[...canonicalDump(snapshot)].join("\n")}\n`).toBe(dump);
    checkSnapshot(snapshot, new Map());
  } finally {
    snapshot.close();
  }
}

async function checkScratch(ledger: Ledger, repository: ToyRepository): Promise<void> {
  const scratch = temporaryLedger();
  refresh(scratch, repository, { order: (paths) => paths.reverse() });
  expect(dumpOf(ledger)).toBe(dumpOf(scratch));
  await scratch.close();
}

/** @returns handles by symbol id. Ids that existed before keep their handles unless their file outgrew its range */
function checkSnapshot(snapshot: LedgerSnapshot, before: ReadonlyMap<string, SymbolHandle>): Map<string, SymbolHandle> {
  const handles = new Map<string, SymbolHandle>();
  for (const path of snapshot.files()) {
    const own = snapshot.fileSymbols(path);
    const known = own.filter((symbol) => before.has(snapshot.symbol(symbol).id));
    const stayed = known.filter((symbol) => before.get(snapshot.symbol(symbol).id) === symbol);
    expect([known.length, 0]).toContain(stayed.length);
    for (const symbol of own) {
      expect(symbol).toBeLessThan(snapshot.capacity);
      handles.set(snapshot.symbol(symbol).id, symbol);
      checkMirror(snapshot, symbol);
    }
  }
  expect(new Set(handles.values()).size).toBe(snapshot.counts.symbols);
  for (const [id, handle] of handles) expect(snapshot.findSymbol(id as never)).toBe(handle);
  return handles;
}

function checkMirror(snapshot: LedgerSnapshot, symbol: SymbolHandle): void {
  const outgoing = snapshot.outgoing(symbol);
  for (let i = 0; i < outgoing.length; i++) {
    const back = snapshot.incoming(outgoing.symbols[i]!);
    const row = back.symbols.findIndex((from, j) => from === symbol && back.kinds[j] === outgoing.kinds[i]);
    expect(row).toBeGreaterThanOrEqual(0);
    expect(back.confidences[row]).toBe(outgoing.confidences[i]);
    expect(back.counts[row]).toBe(outgoing.counts[i]);
    expect(back.resolvers[row]).toBe(outgoing.resolvers[i]);
  }
}
