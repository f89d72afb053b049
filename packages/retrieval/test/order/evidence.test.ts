/** Tests of each feature of a hit. */
import { openHistory, type SymbolVectors } from "@sdl/model/graph";
import { InMemoryGraph, InMemoryTermIndex } from "@sdl/model/in-memory";
import { expect, test } from "vitest";
import { EVIDENCE } from "../../src/order/evidence.js";
import { type SearchOptions, searchEvidence, searchSymbols } from "../../src/search.js";

const GRAPH = InMemoryGraph.fromText(`
src/cache/index.ts
  export function evictOldest(limit: number): void  // Evicts what was used least.
    -> call src/cache/store.ts#trimStore
src/cache/store.ts
  export function trimStore(size: number): void  // Shrinks to a size.
    -> call src/draw.ts#paint
  function sizeOf(): number  // The size of the store.
    -> call src/cache/store.ts#trimStore
src/draw.ts
  export function paint(radius: number): void  // Paints a circle of a size.
`);
const INDEX = new InMemoryTermIndex(GRAPH);
const VECTORS: SymbolVectors = { model: "toy", dimensions: 32, values: new Int8Array(GRAPH.capacity * 32).fill(1) };
const SYMBOLS = [...GRAPH.files()].flatMap((file) => GRAPH.fileSymbols(file).map((symbol) => GRAPH.symbol(symbol)));

/** Newest commit first; the first changed `paint`, the second the file of `trimStore`. */
const HISTORY = openHistory({
  commit: "c1",
  timeMs: 2,
  paths: ["src/cache/store.ts", "src/draw.ts"],
  symbols: SYMBOLS.map(({ id }) => id),
  modules: new Uint8Array(SYMBOLS.length),
  touches: [
    {
      id: "c1",
      timeMs: 2,
      author: "a",
      message: "Rounder circles",
      fileCount: 1,
      files: [1],
      symbols: [SYMBOLS.findIndex(({ name }) => name === "paint")],
      containers: [],
    },
    { id: "c0", timeMs: 1, author: "a", message: "Nothing", fileCount: 1, files: [0], symbols: [], containers: [] },
  ],
});

type Numbers = Readonly<Record<(typeof EVIDENCE)[number], number>>;

/** Rounded features of a symbol, by its name. */
function evidenceOf(query: string, name: string, options: SearchOptions = {}): Numbers {
  const hit = searchEvidence(GRAPH, INDEX, query, options).find(({ symbol }) => GRAPH.symbol(symbol).name === name);
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return Object.fromEntries(EVIDENCE.map((one, at) => [one, round(hit?.evidence[at] ?? Number.NaN)])) as Numbers;
}

test("word features: of the text, its first line, the symbol's name, the file's name", () => {
  const query = "trim the store\n\nIt has grown beyond all size.";
  const { words, logWords, covered, title, name, fileName, path, plainWords } = evidenceOf(query, "trimStore");
  expect(words).toBe(1);
  expect(logWords).toBeCloseTo(Math.log(1.02), 3);
  // The name's terms are `trimStore`, `trim` and `store`; two of three occur in the text.
  expect(name).toBeCloseTo(2 / 3, 3);
  expect(fileName).toBe(1);
  expect(covered).toBe(1);
  for (const share of [title, path, plainWords]) expect(share > 0 && share < 1).toBe(true);
  expect(title).toBeGreaterThan(plainWords);
  expect(evidenceOf(query, "sizeOf").title).toBeLessThan(title);
  expect(evidenceOf(query, "paint")).toMatchObject({ name: 0, fileName: 0 });
});

test("an index file has the name of its folder", () => {
  expect(evidenceOf("the cache evicts too much", "evictOldest").fileName).toBe(1);
});

test('the feature "uses" counts incoming edges', () => {
  expect(evidenceOf("store of a size", "trimStore").uses).toBeCloseTo(Math.log2(3), 3);
  expect(evidenceOf("store of a size", "sizeOf").uses).toBe(0);
});

test("recent files and symbols changed by similar commits have features above 0; without a history these are 0", () => {
  const query = "circles of a size";
  const options = { vectors: VECTORS, history: HISTORY };
  const paint = evidenceOf(query, "paint", options);
  expect(paint.fileRecent).toBe(1);
  expect(paint.past).toBeGreaterThan(0);
  expect(paint.filePast).toBe(paint.past);
  expect(evidenceOf(query, "sizeOf", options)).toMatchObject({ fileRecent: 0.909, past: 0, filePast: 0 });
  expect(evidenceOf("evicts by size", "evictOldest", options).fileRecent).toBe(0);
  expect(evidenceOf(query, "paint")).toMatchObject({ fileRecent: 0, past: 0, filePast: 0, alike: 0 });
});

test('hits of a name are not reordered; without the signal "order" hits keep the order of the lists', () => {
  expect(searchEvidence(GRAPH, INDEX, "trimStore")).toEqual([]);
  const query = "trim the store to a size";
  const without = searchSymbols(GRAPH, INDEX, query, { without: ["order"] }).results;
  const hits = searchEvidence(GRAPH, INDEX, query);
  expect(hits.map(({ symbol }) => symbol)).toEqual(without.map(({ symbol }) => symbol));
  const ordered = searchSymbols(GRAPH, INDEX, query).results;
  expect(ordered.map(({ score }) => score)).toEqual(without.map(({ score }) => score));
  expect(new Set(ordered.map(({ symbol }) => symbol))).toEqual(new Set(hits.map(({ symbol }) => symbol)));
});
