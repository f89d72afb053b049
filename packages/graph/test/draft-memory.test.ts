/** Memory of a draft per file; a first index puts all files of a repository into one draft. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { FactsPage } from "@sdl/model/facts";
import { expect, onTestFinished, test } from "vitest";
import { type LedgerUpdate, openLedger } from "../src/index.js";
import { factsKeyOf, idsOf, pageOf } from "./support/source.js";
import { statOf } from "./support/toy-indexer.js";
import { temporaryDirectory } from "./support/with-ledger.js";

/** Upper bound in bytes. Entry, path, page records and their map entries take some 800 bytes; with pages kept as objects they took 2,000. */
const MAX_BYTES_PER_FILE = 1_300;
const FEW = 1_000;
const MANY = 5_000;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Heap bytes in use: the minimum of three measurements, which excludes temporary memory of the test runner and the compiler. */
async function heldBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 3; look++) {
    await setImmediate();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}

const NO_EDGES = {
  length: 0,
  from: new Uint32Array(0),
  toFile: new Uint32Array(0),
  toSymbol: new Uint32Array(0),
  kind: new Uint8Array(0),
  confidence: new Uint8Array(0),
  resolver: new Uint8Array(0),
  count: new Uint8Array(0),
};
const NO_LOOKUPS = new Uint32Array(0);

/** Puts a file of one line; half a dozen contents occur among all files. */
function putFile(update: LedgerUpdate, number: number): void {
  const text = `f${number % 6} function : word${number % 6} other`;
  const path = `area${number % 10}/folder${number % 100}/file${number}.ts`;
  const page = new FactsPage(pageOf(text));
  const input = { path, language: "typescript", factsKey: factsKeyOf(text), stat: statOf(text) } as const;
  const file = update.putFile({ ...input, symbolIds: idsOf(page, path) });
  update.setLinks({ file, edges: NO_EDGES, unresolved: [], lookups: NO_LOOKUPS });
}

test("a draft and its publication take bounded memory per file, independent of the number of files", async () => {
  const ledger = openLedger({ directory: temporaryDirectory(), factsCacheBytes: 64 * 1024 });
  onTestFinished(() => ledger.close());
  const texts = Array.from({ length: 6 }, (_, i) => `f${i} function : word${i} other`);
  ledger.putFacts(texts.map((text) => ({ key: factsKeyOf(text), page: pageOf(text) })));
  const update = ledger.beginUpdate();
  for (let number = 0; number < FEW; number++) putFile(update, number);
  const few = await heldBytes();
  for (let number = FEW; number < MANY; number++) putFile(update, number);
  const perFile = ((await heldBytes()) - few) / (MANY - FEW);
  expect(perFile).toBeLessThan(MAX_BYTES_PER_FILE);
  expect(perFile, "the test measures something").toBeGreaterThan(200);
  expect(update.commit({ nowMs: 1_000 }).created).toBe(true);
  expect(ledger.latestVersion()?.counts.files).toBe(MANY);
});
