/** Memory of a version in memory: after closing, it references nothing that it has read, even if it is itself still referenced. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parseVersionId, type SymbolHandle } from "@sdl/model";
import { termHash } from "@sdl/model/text";
import { expect, test } from "vitest";
import type { LedgerSnapshot } from "../src/index.js";
import { materialise, refresh } from "./support/toy-indexer.js";
import { temporaryLedger } from "./support/with-ledger.js";

const PATH = "src/two.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Objects that stay identical while the named cache holds them, by cache. */
function keptObjects(version: LedgerSnapshot): Readonly<Record<string, object>> {
  const [handle] = version.fileSymbols(PATH) as readonly [SymbolHandle];
  return {
    records: version.symbol(handle),
    lookups: version.fileLookups(PATH),
    postings: version.postings(termHash("alone")).symbols,
  };
}

function references(version: LedgerSnapshot): [string, WeakRef<object>][] {
  const kept = keptObjects(version);
  expect(kept["postings"]).not.toHaveLength(0);
  for (const [cache, object] of Object.entries(keptObjects(version))) expect(object, cache).toBe(kept[cache]);
  return Object.entries(kept).map(([cache, object]) => [cache, new WeakRef(object)]);
}

test("a closed version in memory releases everything it has read", async () => {
  const ledger = temporaryLedger();
  refresh(ledger, { files: { "src/only.ts": "alone function : one" } });
  const version = materialise(
    ledger,
    { files: { "src/only.ts": "alone function : one", [PATH]: "other function : alone two" } },
    parseVersionId("v3"),
  );
  const read = references(version);
  expect(read).toHaveLength(3);
  version.close();
  version.close();
  await setImmediate();
  collect();
  for (const [cache, object] of read) expect(object.deref(), cache).toBeUndefined();
  expect(version.version).toBe("v3");
});
