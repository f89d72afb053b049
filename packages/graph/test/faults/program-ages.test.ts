/** Data written by a newer program of the same schema: it counts as intact, is ignored, and is still there after this program has written. */
import { statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkStore, openLedger, SessionStore } from "../../src/index.js";
import { DisposableEnvironment } from "../../src/store/disposable-environment.js";
import { environmentFolder, schemaDirectory } from "../../src/store/environment.js";
import { decodeTally, Tally } from "../../src/store/tally.js";
import { addUnknownTable, countUnknownRecords, hasNewerPart, putNewerPart } from "../../src/testing/index.js";
import { refresh } from "../support/toy-indexer.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const FILES = { "src/a.ts": "read function -> trim missing", "src/b.ts": "trim function" };

async function store(): Promise<string> {
  const directory = temporaryDirectory();
  await write(directory, 1);
  return directory;
}

async function write(directory: string, edit: number): Promise<void> {
  const ledger = openLedger({ directory });
  refresh(ledger, { files: { ...FILES, "src/c.ts": `edit${edit} function` } }, { nowMs: 1_000 * edit });
  await ledger.close();
}

test("an unknown table counts as intact and is kept when this program writes", async () => {
  const directory = await store();
  await addUnknownTable(directory, "novel", 200);
  expect(await checkStore(directory, 0)).toMatchObject({ faults: [] });
  await write(directory, 2);
  expect(await checkStore(directory, 0)).toMatchObject({ faults: [] });
  expect(await countUnknownRecords(directory, "novel")).toBe(200);
});

test("pages of an unknown table are checked like others", async () => {
  const directory = await store();
  await addUnknownTable(directory, "novel", 400);
  const data = join(environmentFolder(directory), "data.mdb");
  truncateSync(data, statSync(data).size / 2);
  expect((await checkStore(directory, 0)).faults).not.toEqual([]);
});

test("running sums of unknown tables are kept", () => {
  const newer = new Tally();
  newer.load(undefined);
  newer.countChange(2, undefined, 5);
  newer.countChange(30, undefined, 7);
  const own = new Tally();
  own.load(newer.encode());
  own.countChange(2, 5, 6);
  expect(decodeTally(own.encode())).toMatchObject({ writes: 2, tables: { 2: { sum: 6 }, 30: { records: 1, sum: 7 } } });
});

test.each(["layers", "embeddings", "record"] as const)(
  "%s of the latest version in a newer format are recognised and kept",
  async (part) => {
    const directory = await store();
    await putNewerPart(directory, part);
    const ledger = openLedger({ directory });
    expect(ledger.derived.derivedByNewer()).toEqual({ layers: part === "layers", embeddings: part === "embeddings" });
    expect(ledger.derived.isDerived()).toBe(false);
    expect(ledger.derived.embeddingState()).toBeUndefined();
    await ledger.close();
    expect(await hasNewerPart(directory, part)).toBe(true);
    // No layers have been derived for the next version.
    await write(directory, 2);
    const later = openLedger({ directory });
    expect(later.derived.derivedByNewer()).toEqual({ layers: false, embeddings: false });
    await later.close();
  },
);

test("a session store with an unknown table keeps its content", async () => {
  const directory = temporaryDirectory();
  const codec = {
    encode: (text: string) => Buffer.from(text),
    decode: (bytes: Uint8Array) => Buffer.from(bytes).toString(),
  };
  const own = SessionStore.open(directory);
  own.write(() => own.table("usage", codec).put("kept", "by this program"));
  await own.close();
  const tables = ["handles", "leases", "shapes", "usage", "memory", "feedback", "novel"] as const;
  const path = join(directory, schemaDirectory(), "session-1");
  const newer = DisposableEnvironment.open({ path, tables, firstNumber: 1000 });
  newer.write(() => newer.tables.novel.put(Buffer.from("key"), Buffer.from("of a newer program")));
  await newer.close();
  const again = SessionStore.open(directory);
  expect(again.table("usage", codec).get("kept")).toBe("by this program");
  await again.close();
  const later = DisposableEnvironment.open({ path, tables, firstNumber: 1000 });
  expect(later.tables.novel.has(Buffer.from("key"))).toBe(true);
  await later.close();
});
