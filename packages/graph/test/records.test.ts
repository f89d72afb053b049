/** Round trips of records: decoding returns what was encoded. */
import { ByteReader } from "@sdl/model/facts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeEdges, encodeEdges, newEdgeColumns } from "../src/records/edges-page.js";
import { decodeFilePage, encodeFilePage, withChanges } from "../src/records/file-page.js";
import { decodeHead, encodeHead } from "../src/records/head.js";
import { encodeWith } from "../src/records/packing.js";
import { editPostings, PostingsBucket } from "../src/records/postings-bucket.js";
import { decodeSymbolsPage, encodeSymbolsPage, makeSymbolsPage } from "../src/records/symbols-page.js";
import { decodeVectors, encodeVectorPage, VECTOR_DIMENSIONS } from "../src/records/vectors.js";

const word = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 0xffffffff }));
const long = fc.maxSafeNat();
const text = fc.string({ unit: "binary" }).map((value) => value.toWellFormed());

test("edges are decoded as encoded", () => {
  const row = fc.tuple(fc.nat(5000), word, fc.nat(7), fc.nat(100), fc.nat(31), fc.nat(255));
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      rows.sort((a, b) => a[0] - b[0]);
      const edges = newEdgeColumns(rows.length);
      rows.forEach(([near, far, kind, confidence, resolver, count], i) => {
        edges.near[i] = near;
        edges.far[i] = far;
        edges.kinds[i] = kind;
        edges.confidences[i] = confidence;
        edges.resolvers[i] = resolver;
        edges.counts[i] = count;
      });
      expect(decodeEdges(new ByteReader(encodeWith((out) => encodeEdges(out, edges))))).toEqual(edges);
    }),
  );
});

test("pages of the file table are decoded as encoded", () => {
  const stat = fc.record({
    sizeBytes: long,
    mtimeMs: fc.double({ noNaN: true }),
    ctimeMs: fc.double({ noNaN: true }),
    ino: long,
  });
  const entry = fc.record({
    handle: fc.nat(31).map((handle) => 64 + handle),
    path: text,
    language: fc.constantFrom("typescript" as const, "python" as const),
    factsKey: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString("hex")),
    stat,
    flags: word,
    base: word,
    capacity: word,
    symbolCount: word,
    edgeCount: word,
  });
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      expect(decodeFilePage(encodeFilePage(entries), 2).map((one) => withChanges(one, {}))).toEqual(entries);
    }),
  );
});

test("the head record is decoded as encoded", () => {
  const head = fc.record({
    generation: word,
    contentGeneration: word,
    versionSeq: word,
    versionMs: long,
    nextFile: word,
    capacity: word,
    fileCount: word,
    symbolCount: word,
    edgeCount: word,
    configCount: word,
    lengthTotals: fc.array(long, { minLength: 6, maxLength: 6 }),
  });
  fc.assert(
    fc.property(head, (value) => {
      expect(decodeHead(encodeHead(value))).toEqual(value);
    }),
  );
});

test("symbols pages with slots in any order are decoded as encoded", () => {
  const arbitrary = fc.uniqueArray(fc.nat(200), { maxLength: 60 }).chain((slots) =>
    fc.record({
      slots: fc.constant(slots),
      ids: fc.array(word, { minLength: 2 * slots.length, maxLength: 2 * slots.length }),
      lengths: fc.array(word, { minLength: 5 * slots.length, maxLength: 5 * slots.length }),
      pathTerms: fc.array(fc.record({ term: long, count: word })),
    }),
  );
  fc.assert(
    fc.property(arbitrary, ({ slots, ids, lengths, pathTerms }) => {
      const page = makeSymbolsPage(
        Uint32Array.from(ids),
        Uint32Array.from(slots),
        Uint32Array.from(lengths),
        pathTerms,
      );
      expect(decodeSymbolsPage(encodeSymbolsPage(page), "test")).toEqual(page);
    }),
  );
});

/** Frequencies by term and handle; frequency 0 removes the posting. */
type Model = Map<number, Map<number, number>>;

test("edits of a postings bucket equal edits of a map", () => {
  const chunk = 3;
  const term = fc.constantFrom(0, 1, 127, 2 ** 27 + 5, 2 ** 28 - 1);
  const frequency = fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 0, max: 0x7fffffff }));
  const posting = fc.tuple(term, fc.nat(16383), frequency).map((edit) => [edit]);
  const run = fc
    .tuple(term, fc.nat(16000), frequency, fc.integer({ min: 2, max: 300 }))
    .map(([of, first, packed, length]) => Array.from({ length }, (_, i) => [of, first + i, packed] as const));
  const edits = fc
    .array(fc.oneof({ weight: 9, arbitrary: posting }, run), { maxLength: 30 })
    .map((list) => list.flat());
  fc.assert(
    fc.property(fc.array(edits, { maxLength: 5 }), (rounds) => {
      const model: Model = new Map();
      let bucket: PostingsBucket | undefined;
      for (const round of rounds) {
        const payload = editPostings(bucket, chunk, asEdits(round, chunk));
        bucket = payload && new PostingsBucket(payload, "test");
        applyRound(model, round);
        expect(contentOf(bucket, chunk)).toEqual(flat(model, chunk));
      }
    }),
  );
});

function applyRound(model: Model, round: readonly (readonly [number, number, number])[]): void {
  for (const [term, handle, packed] of round) {
    const list = model.get(term) ?? new Map<number, number>();
    if (packed === 0) list.delete(handle);
    else list.set(handle, packed);
    if (list.size === 0) model.delete(term);
    else model.set(term, list);
  }
}

function asEdits(round: readonly (readonly [number, number, number])[], chunk: number) {
  const terms: Model = new Map();
  for (const [term, handle, packed] of round) terms.set(term, (terms.get(term) ?? new Map()).set(handle, packed));
  return flatEntries(terms).map(([term, list]) => ({
    term,
    handles: Uint32Array.from(list, ([handle]) => chunk * 16384 + handle),
    frequencies: Uint32Array.from(list, ([, packed]) => packed),
  }));
}

function flatEntries(model: Model): [number, [number, number][]][] {
  const rows = [...model].map(([term, list]): [number, [number, number][]] => [
    term,
    [...list].sort((a, b) => a[0] - b[0]),
  ]);
  return rows.sort((a, b) => a[0] - b[0]);
}

function flat(model: Model, chunk: number): number[][] {
  return flatEntries(model).flatMap(([term, list]) =>
    list.map(([handle, packed]) => [term, chunk * 16384 + handle, packed]),
  );
}

function contentOf(bucket: PostingsBucket | undefined, chunk: number): number[][] {
  if (bucket === undefined) return [];
  return [...bucket.lowBits].flatMap((rest) => {
    const row = bucket.find(rest);
    const count = bucket.counts[row]!;
    const columns = { handles: new Uint32Array(count), frequencies: new Uint32Array(count) };
    bucket.read(row, chunk, columns, 0);
    return [...columns.handles].map((handle, i) => [rest, handle, columns.frequencies[i]!]);
  });
}

test("vectors are decoded at their handles, and handles without a vector stay empty", () => {
  const vector = fc.int8Array({ min: -7, max: 7, minLength: VECTOR_DIMENSIONS, maxLength: VECTOR_DIMENSIONS });
  fc.assert(
    fc.property(fc.dictionary(fc.nat(4095).map(String), vector, { maxKeys: 20 }), (bySymbol) => {
      const pages = [0, 1].map((page) => encodeVectorPage((slot) => bySymbol[String(2048 * page + slot)]));
      const values = decodeVectors((page) => pages[page], 4000);
      for (const [symbol, wanted] of Object.entries(bySymbol)) {
        const at = Number(symbol) * VECTOR_DIMENSIONS;
        if (values.length > 0) expect(values.subarray(at, at + VECTOR_DIMENSIONS)).toEqual(wanted);
      }
      const count = (numbers: Int8Array) => numbers.filter((value) => value !== 0).length;
      expect(count(values)).toBe(Object.values(bySymbol).reduce((sum, one) => sum + count(one), 0));
      const isEmpty = Object.values(bySymbol).every((one) => one.every((value) => value === 0));
      expect(values.length === 0).toBe(isEmpty);
    }),
  );
});

test("a page of vectors that is cut off or too long is damage", () => {
  const page = encodeVectorPage((slot) => (slot < 3 ? new Int8Array(VECTOR_DIMENSIONS).fill(5) : undefined));
  if (page === undefined) throw new Error("a page of three vectors");
  for (const damaged of [page.subarray(0, -1), page.subarray(0, 100), Buffer.concat([page, page])]) {
    expect(() => decodeVectors(() => damaged, 10)).toThrow(expect.objectContaining({ code: "STORE_CORRUPT" }));
  }
});
