/** That a version in memory keeps what it has read until it forgets it, and reads the same afterwards. */
import { parseVersionId, type SymbolHandle, termHash } from "@sdl/model";
import { expect, test } from "vitest";
import { canonicalDump, type LedgerSnapshot } from "../src/index.js";
import { materialise, refresh } from "./support/toy-indexer.js";
import { temporaryLedger } from "./support/with-ledger.js";

const PATH = "src/two.ts";

/** Objects of which each is the same one as long as the cache that it lies in holds it, by cache. */
function keptObjects(version: LedgerSnapshot): Readonly<Record<string, object>> {
  const [handle] = version.fileSymbols(PATH) as readonly [SymbolHandle];
  return {
    records: version.symbol(handle),
    lookups: version.fileLookups(PATH),
    postings: version.postings(termHash("alone")).symbols,
  };
}

test("a version in memory reads the same after it forgot what it had read", () => {
  const ledger = temporaryLedger();
  refresh(ledger, { files: { "src/only.ts": "alone function : one" } });
  const version = materialise(
    ledger,
    { files: { "src/only.ts": "alone function : one", [PATH]: "other function : alone two" } },
    parseVersionId("v3"),
  );
  const dump = (): string => [...canonicalDump(version)].join("\n");
  const [first, kept] = [dump(), keptObjects(version)];
  expect(kept["postings"]).not.toHaveLength(0);
  for (const [cache, object] of Object.entries(keptObjects(version))) expect(object, cache).toBe(kept[cache]);
  version.forget();
  for (const [cache, object] of Object.entries(keptObjects(version))) {
    expect(object, cache).not.toBe(kept[cache]);
    expect(object, cache).toEqual(kept[cache]);
  }
  expect(dump()).toBe(first);
  version.close();
});
