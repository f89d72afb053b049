/** Tests of the list of past commits with similar messages, which is used with vectors only. */
import { type HistoryData, openHistory, type SymbolVectors } from "@sdl/model/graph";
import { InMemoryGraph, InMemoryTermIndex } from "@sdl/model/in-memory";
import { expect, test } from "vitest";
import { Corpus } from "../src/corpus.js";
import { MessageIndex } from "../src/message-index.js";
import { changedByPastCommits } from "../src/past-commits.js";
import { type SearchOptions, searchSymbols } from "../src/search.js";

const GRAPH = InMemoryGraph.fromText(`
src/cache.ts
  export function trim(size: number): void  // Shrinks to a size.
src/draw.ts
  export function paintCircle(radius: number): void  // Paints a circle.
src/evict.ts
  export function evictOldest(limit: number): void  // Evicts what was used least.
`);
const INDEX = new InMemoryTermIndex(GRAPH);
const CORPUS = new Corpus(GRAPH, INDEX);
const VECTORS: SymbolVectors = { model: "toy", dimensions: 32, values: new Int8Array(GRAPH.capacity * 32).fill(1) };

/** One commit per line, newest first: its message, then names of changed symbols after `|`. */
function historyOf(...commits: readonly string[]): ReturnType<typeof openHistory> {
  const symbols = [...GRAPH.files()].flatMap((file) => GRAPH.fileSymbols(file).map((symbol) => GRAPH.symbol(symbol)));
  const numberOf = (name: string) => symbols.findIndex((symbol) => symbol.name === name);
  const touches = commits.map((line, i) => {
    const [message = "", names = ""] = line.split("|");
    const changed = names.split(" ").filter((name) => name !== "");
    const numbers = changed.map(numberOf).sort((a, b) => a - b);
    return { id: `c${i}`, timeMs: -i, author: "a", message, fileCount: 1, files: [], symbols: numbers, containers: [] };
  });
  const data: HistoryData = {
    commit: "c0",
    timeMs: 0,
    paths: [],
    symbols: symbols.map(({ id }) => id),
    modules: new Uint8Array(symbols.length),
    touches,
  };
  return openHistory(data);
}

/** Lines `name sources`, best first. */
function found(query: string, options: SearchOptions): string[] {
  const { results } = searchSymbols(GRAPH, INDEX, query, options);
  return results.map(({ symbol, sources }) => `${GRAPH.symbol(symbol).name} ${sources.join("+")}`);
}

const HISTORY = historyOf(
  "Memory leak when the store grows|trim",
  "Memory of circles|paintCircle",
  "Nothing of the kind|evictOldest",
);

test("symbols changed by commits with similar messages are found, the most similar message first", () => {
  const query = "memory leak of the store";
  expect(found(query, { vectors: VECTORS })).toEqual([]);
  const all = found(query, { vectors: VECTORS, history: HISTORY });
  expect(all.slice(0, 2)).toEqual(["trim history+vector", "paintCircle history+vector"]);
  expect(all).toContain("evictOldest vector");
});

test("the list is part of hybrid answers only", () => {
  const query = "memory leak of the store";
  const { evidence } = searchSymbols(GRAPH, INDEX, query, { vectors: VECTORS, history: HISTORY });
  expect(evidence.candidateCountPerSource).toMatchObject({ history: 2 });
  expect(evidence.sources).toContain("history");
  expect(found(query, { history: HISTORY })).toEqual([]);
  expect(found(query, { vectors: VECTORS, history: HISTORY, onlyReorders: true })).toEqual([]);
  expect(found(query, { vectors: VECTORS, history: HISTORY, without: ["history"] })).toEqual([]);
  expect(found("trim", { vectors: VECTORS, history: HISTORY }).join()).not.toContain("history");
});

test("a symbol's bonus comes from its best commit; large commits give less, and very large ones nothing", () => {
  const gains = (...commits: readonly string[]) =>
    Array.from(changedByPastCommits(CORPUS, historyOf(...commits), "memory leak"), ([symbol, gain]) => {
      expect(gain).toBeGreaterThan(0);
      expect(gain).toBeLessThanOrEqual(0.3);
      return [GRAPH.symbol(symbol).name, gain] as const;
    });
  const [[, alone] = ["", 0]] = gains("Memory leak|trim", "Another text|trim");
  const [[, shared] = ["", 0]] = gains("Memory leak|trim evictOldest", "Another text|trim");
  expect(shared).toBeLessThan(alone);
  expect(gains("Memory leak|trim", "A memory|trim")).toHaveLength(1);
  expect(gains("Something else|trim")).toEqual([]);
  const many = openHistory({
    commit: "c",
    timeMs: 0,
    paths: [],
    symbols: GRAPH.fileSymbols("src/cache.ts").map((symbol) => GRAPH.symbol(symbol).id),
    modules: new Uint8Array(2),
    touches: [
      {
        id: "c",
        timeMs: 0,
        author: "a",
        message: "memory leak",
        fileCount: 1,
        files: [],
        symbols: Array.from({ length: 26 }, (_, i) => i % 2),
        containers: [],
      },
    ],
  });
  expect(changedByPastCommits(CORPUS, many, "memory leak").size).toBe(0);
});

test("rare words of a message have more weight than common ones; on ties the newer message is first", () => {
  const history = historyOf("paint cache|", "paint circle|", "paint limit|", "paint names|", "|");
  const texts = new MessageIndex(history).find("paint the circle");
  expect(texts.map(({ commit }) => commit)).toEqual([1, 0, 2, 3]);
  expect(texts[0]?.score).toBeLessThanOrEqual(1);
  expect(texts[0]?.score ?? 0).toBeGreaterThan(2 * (texts[1]?.score ?? 1));
  expect(new MessageIndex(historyOf()).find("paint")).toEqual([]);
  expect(new MessageIndex(history).find("")).toEqual([]);
});
