/** Tests of embedding vectors in the ledger: which text they belong to, when they are returned, and what is embedded again. */
import { embeddingText, storedVector } from "@sdl/model/graph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveSnapshot, EmbeddingDraft } from "../src/derive/index.js";
import { derivedDump, inspectStore, type Ledger, openLedger } from "../src/index.js";
import { decodePortable, encodePortable } from "../src/portable/portable-file.js";
import { DerivedKey } from "../src/records/derived.js";
import { decodeEmbeddingPage, encodeEmbeddingPage } from "../src/records/embeddings.js";
import { StoreEnvironment } from "../src/store/environment.js";
import { refresh, type ToyRepository } from "./support/toy-indexer.js";
import { temporaryDirectory, temporaryLedger, withSnapshot } from "./support/with-ledger.js";

const MODEL = { model: "fake", fingerprint: "one", dimensions: 40 };
const FILES = {
  "src/auth.ts": "authenticate function -> hash missing\nUser class\nsave method in User -> authenticate",
  "src/hash.ts": "hash function\nround function -> hash",
  "test/hash.test.ts": "checks function -> hash",
};

/** A vector derived from the text, so different texts have different vectors. */
function vectorOf(text: string): Float32Array {
  return Float32Array.from({ length: MODEL.dimensions }, (_, d) =>
    Math.sin((d + 1) * (text.length + text.charCodeAt(d % text.length))),
  );
}

function draftOf(ledger: Ledger, model = MODEL): EmbeddingDraft {
  return withSnapshot(ledger, (snapshot) => new EmbeddingDraft(snapshot, model, snapshot.embeddingRows(model)));
}

/** Embeds all missing texts. @returns the texts that were embedded */
function embed(ledger: Ledger, model = MODEL): readonly string[] {
  const draft = draftOf(ledger, model);
  const texts = draft.missingTexts();
  draft.addVectors(texts, texts.map(vectorOf));
  expect(ledger.derived.putEmbeddings(draft.takeChanges())).toBe(true);
  return texts;
}

function indexed(files: ToyRepository["files"] = FILES, ledger = temporaryLedger(), nowMs = 1_000): Ledger {
  refresh(ledger, { files }, { nowMs });
  return ledger;
}

/** Components of each symbol's vector, by symbol name, in source order. */
function vectorsOf(ledger: Ledger, model = MODEL): Map<string, readonly number[]> | undefined {
  return withSnapshot(ledger, (snapshot) => {
    const vectors = snapshot.embeddings(model);
    if (vectors === undefined) return undefined;
    const found = new Map<string, readonly number[]>();
    for (const symbol of snapshot.files().flatMap((path) => snapshot.fileSymbols(path))) {
      const row = vectors.values.subarray(symbol * vectors.dimensions, (symbol + 1) * vectors.dimensions);
      if (row.some((value) => value !== 0)) found.set(snapshot.symbol(symbol).qualifiedName, [...row]);
    }
    return found;
  });
}

test("an open snapshot sees derived data stored by its own process at once", () => {
  const ledger = indexed();
  withSnapshot(ledger, (snapshot) => {
    expect(snapshot.derived()).toBeUndefined();
    ledger.derived.putDerived(withSnapshot(ledger, (other) => deriveSnapshot(other)));
    expect(snapshot.derived()).toBeDefined();
    expect(snapshot.embeddings(MODEL)).toBeUndefined();
    embed(ledger);
    expect(snapshot.embeddings(MODEL)).toBeDefined();
    ledger.derived.removeEmbeddings();
    expect(withSnapshot(ledger, (other) => other.embeddings(MODEL))).toBeUndefined();
  });
});

test("each symbol has the vector of its text; test code has none", () => {
  const ledger = indexed();
  embed(ledger);
  const expected = withSnapshot(ledger, (snapshot) =>
    ["src/auth.ts", "src/hash.ts"]
      .flatMap((path) => snapshot.fileSymbols(path))
      .map((symbol) => [
        snapshot.symbol(symbol).qualifiedName,
        [...storedVector(vectorOf(embeddingText(snapshot, symbol)))],
      ]),
  );
  expect(expected).toHaveLength(7);
  expect([...(vectorsOf(ledger) ?? [])]).toEqual(expected);
  expect(withSnapshot(ledger, (snapshot) => snapshot.embeddings(MODEL)?.dimensions)).toBe(64);
});

test("after an edit, only changed texts are embedded", () => {
  const ledger = indexed();
  expect(embed(ledger)).toHaveLength(7);
  const auth = FILES["src/auth.ts"].replace("save method in User", "store method in User");
  indexed({ "a.ts": "", ...FILES, "src/auth.ts": auth }, ledger, 2_000);
  expect(vectorsOf(ledger)).toBeUndefined();
  expect(ledger.derived.embeddingState()).toMatchObject({ isLatest: false, missing: 0 });
  const again = embed(ledger);
  expect(again.map((text) => text.split("\n")[0])).toEqual(["module a ts", "method User store"]);
  expect(ledger.derived.embeddingState()).toEqual({
    ...MODEL,
    dimensions: undefined,
    total: 8,
    missing: 0,
    isLatest: true,
  });
  const scratch = indexed({ "a.ts": "", ...FILES, "src/auth.ts": auth });
  embed(scratch);
  expect(vectorsOf(ledger)).toEqual(vectorsOf(scratch));
});

test("texts embedded before an interruption are not embedded again, and incomplete vectors are not returned", () => {
  const ledger = indexed();
  const first = draftOf(ledger);
  const some = first.missingTexts().slice(0, 3);
  first.addVectors(some, some.map(vectorOf));
  expect(ledger.derived.putEmbeddings(first.takeChanges())).toBe(true);
  expect(ledger.derived.isEmbedded(MODEL)).toBe(false);
  expect(vectorsOf(ledger)).toBeUndefined();
  expect(ledger.derived.embeddingState()).toMatchObject({ total: 7, missing: 4 });
  expect(embed(ledger)).toHaveLength(4);
  expect(ledger.derived.isEmbedded(MODEL)).toBe(true);
});

test("vectors of a superseded version are reused for the next one", () => {
  const ledger = indexed();
  const draft = draftOf(ledger);
  const texts = draft.missingTexts();
  draft.addVectors(texts, texts.map(vectorOf));
  indexed({ ...FILES, "src/new.ts": "fresh function" }, ledger, 2_000);
  expect(ledger.derived.putEmbeddings(draft.takeChanges())).toBe(false);
  expect(vectorsOf(ledger)).toBeUndefined();
  expect(embed(ledger)).toHaveLength(2);
});

test("another model embeds all texts again and replaces the previous model's vectors", () => {
  const ledger = indexed();
  embed(ledger);
  const other = { ...MODEL, fingerprint: "two", dimensions: 8 };
  const draft = draftOf(ledger, other);
  const texts = draft.missingTexts();
  expect(texts).toHaveLength(7);
  draft.addVectors(
    texts,
    texts.map((text) => vectorOf(text).slice(0, 8)),
  );
  ledger.derived.putEmbeddings(draft.takeChanges());
  expect(vectorsOf(ledger)).toBeUndefined();
  expect(vectorsOf(ledger, other)?.size).toBe(7);
});

test("storing or reading derived layers does not affect embeddings", () => {
  const ledger = indexed();
  const derive = () => ledger.derived.putDerived(withSnapshot(ledger, (snapshot) => deriveSnapshot(snapshot)));
  const dump = () => withSnapshot(ledger, (snapshot) => [...derivedDump(snapshot)]);
  derive();
  const before = dump();
  embed(ledger);
  expect(dump()).toEqual(before);
  derive();
  expect(vectorsOf(ledger)?.size).toBe(7);
  ledger.derived.removeEmbeddings();
  expect(ledger.derived.embeddingState()).toBeUndefined();
  expect(vectorsOf(ledger)).toBeUndefined();
  expect(dump()).toEqual(before);
});

test("a version with fewer symbols leaves no pages of the larger one", async () => {
  const many = Array.from({ length: 5000 }, (_, i) => `f${i} function`).join("\n");
  const directory = temporaryDirectory();
  const ledger = openLedger({ directory });
  indexed({ ...FILES, "many.ts": many }, ledger);
  embed(ledger);
  expect(vectorsOf(ledger)?.size).toBe(5008);
  const small = indexed();
  const draft = draftOf(small);
  const texts = draft.missingTexts();
  draft.addVectors(texts, texts.map(vectorOf));
  ledger.derived.putEmbeddings({ ...draft.takeChanges() });
  await ledger.close();
  const environment = StoreEnvironment.open(directory, "read");
  const keys = environment.tables.derived.keys().filter((key) => Number(key) >= DerivedKey.FirstEmbeddingPage);
  expect(keys).toEqual([DerivedKey.FirstEmbeddingPage]);
  await environment.close();
});

test("a portable file is the same with and without embeddings and contains none", async () => {
  const ledger = indexed();
  const file = await ledger.exportVersion();
  embed(ledger);
  expect(await ledger.exportVersion()).toEqual(file);
  const tables = decodePortable(file);
  const derived = new Map(tables.records.derived).set(DerivedKey.FirstEmbeddingPage, new Uint8Array(256));
  const foreign = encodePortable({ ...tables, records: { ...tables.records, derived } });
  await expect(temporaryLedger().importVersion(foreign, { nowMs: 1 })).rejects.toMatchObject({
    code: "INVALID_FILE",
    message: expect.stringContaining("embeddings"),
  });
});

test.each([
  ["is cut off", (page: Uint8Array) => page.slice(0, -1)],
  ["has a wrong bitmap", (page: Uint8Array) => Uint8Array.from(page, (byte, at) => (at === 255 ? 1 : byte))],
  ["is missing", () => undefined],
])("a page that %s is reported as damage by searches and by the check", async (_, change) => {
  const directory = temporaryDirectory();
  const ledger = openLedger({ directory });
  indexed(FILES, ledger);
  embed(ledger);
  await ledger.close();
  const environment = StoreEnvironment.open(directory, "write");
  const { derived } = environment.tables;
  const changed = change(derived.get(DerivedKey.FirstEmbeddingPage) ?? new Uint8Array(0));
  environment.write(() => {
    if (changed === undefined) derived.remove(DerivedKey.FirstEmbeddingPage);
    else derived.put(DerivedKey.FirstEmbeddingPage, changed);
  });
  await environment.close();
  const damaged = openLedger({ directory, mode: "read" });
  expect(() => vectorsOf(damaged)).toThrow(expect.objectContaining({ code: "STORE_CORRUPT" }));
  await damaged.close();
  expect((await inspectStore(directory, { writes: 0 })).faults).toEqual([expect.stringContaining("embeddings")]);
});

test("encoded pages decode to the same rows", () => {
  const row = fc.record({
    hash: fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 16, maxLength: 16 }),
    values: fc.int8Array({ minLength: 32, maxLength: 32 }),
  });
  fc.assert(
    fc.property(fc.dictionary(fc.integer({ min: 0, max: 2047 }).map(String), row), (rows) => {
      const size = { dimensions: 32 };
      const page = decodeEmbeddingPage(
        encodeEmbeddingPage((slot) => rows[slot], size),
        size,
      );
      const found = page.slots.map((slot, place) => [String(slot), page.row(place)]);
      expect(Object.fromEntries(found)).toEqual(rows);
    }),
  );
});
