/** Tests of search with vectors: symbols similar to the best hits are added. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolVectors } from "@sdl/model/graph";
import { InMemoryGraph, InMemoryTermIndex } from "@sdl/model/in-memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeedFinder, type SearchOptions, searchSymbols } from "../src/search.js";
import { queryDirection, VectorIndex } from "../src/vector-index.js";

const GRAPH = InMemoryGraph.fromText(`
src/cache.ts
  export function evictOldest(limit: number): void  // Evicts what was used least.
  export function touch(key: string): void  // Marks an entry as used.
  export function trim(size: number): void  // Shrinks to a size.
src/draw.ts
  export function paintCircle(radius: number): void  // Paints a circle.
  export function paintLine(length: number): void  // Paints a line.
tests/cache.test.ts
  function shrinksWell(): void  // Shrinks.
`);
const INDEX = new InMemoryTermIndex(GRAPH);
const DIMENSIONS = 32;

/** Vectors of two directions: the given share of `a`, and the rest of `b`. */
function vectorsFor(shares: Readonly<Record<string, number>>): SymbolVectors {
  const values = new Int8Array(GRAPH.capacity * DIMENSIONS);
  for (const [name, share] of Object.entries(shares)) {
    const { handle } = GRAPH.get(name);
    values.fill(Math.round(7 * share), handle * DIMENSIONS, handle * DIMENSIONS + 16);
    values.fill(Math.round(7 * (1 - share)), handle * DIMENSIONS + 16, (handle + 1) * DIMENSIONS);
  }
  return { model: "toy", dimensions: DIMENSIONS, values };
}

const VECTORS = vectorsFor({ evictOldest: 1, touch: 0.9, trim: 1, paintCircle: 0, paintLine: 0 });

/** Lines `name sources`, best first. */
function found(query: string, options: SearchOptions): string[] {
  const { results } = searchSymbols(GRAPH, INDEX, query, options);
  return results.map(({ symbol, sources }) => `${GRAPH.symbol(symbol).name} ${sources.join("+")}`);
}

test("symbols without the query's words are found by similarity to those with them", () => {
  const query = "evicts least used";
  expect(found(query, {}).map((line) => line.split(" ")[0])).not.toContain("trim");
  expect(found(query, { vectors: VECTORS })).toContain("trim vector");
  expect(found(query, { vectors: VECTORS })[0]).toBe("evictOldest fts+vector");
  expect(found(query, { vectors: VECTORS }).join()).not.toContain("paint");
});

test("the evidence states the lists with results", () => {
  const { evidence } = searchSymbols(GRAPH, INDEX, "evicts least used", { vectors: VECTORS });
  expect(evidence.mode).toBe("hybrid");
  expect(evidence.sources).toContain("vector:toy");
  expect(evidence.candidateCountPerSource).toMatchObject({ "vector:toy": 3 });
  expect(searchSymbols(GRAPH, INDEX, "evicts least used").evidence.candidateCountPerSource).toEqual({
    fts: 1,
    names: 0,
    graph: 0,
  });
});

test("with onlyReorders vectors add no symbols", () => {
  const query = "circle oldest line";
  const plain = found(query, {});
  const { results, evidence } = searchSymbols(GRAPH, INDEX, query, {
    vectors: vectorsFor({ evictOldest: 0, paintCircle: 1, paintLine: 1, trim: 1 }),
    onlyReorders: true,
  });
  const reordered = results.map(({ symbol }) => GRAPH.symbol(symbol).name);
  expect(evidence.mode).toBe("legacy");
  expect([...reordered].sort()).toEqual(plain.map((line) => line.split(" ")[0]).sort());
  expect(reordered.at(-1)).toBe("evictOldest");
});

test("a query's own direction replaces that of the best hits", () => {
  const towards = (share: number) =>
    queryDirection(Float32Array.from({ length: DIMENSIONS }, (_, d) => (d < DIMENSIONS / 2 ? share : 1 - share)));
  const named = (options: SearchOptions) => found("evicts least used", options).join("\n");
  expect(named({ vectors: VECTORS, direction: towards(0) })).toMatch(/paintCircle vector/);
  expect(named({ vectors: VECTORS, direction: towards(0) })).not.toMatch(/trim/);
  expect(named({ vectors: VECTORS, direction: towards(1) })).toMatch(/trim vector/);
  expect(found("nothing says this", { vectors: VECTORS, direction: towards(0) }).slice(0, 2)).toEqual([
    expect.stringMatching(/^paint\w+ vector$/),
    expect.stringMatching(/^paint\w+ vector$/),
  ]);
});

test("rounding errors of a query's vector do not affect the result", () => {
  const vector = Float32Array.from({ length: 40 }, (_, d) => Math.sin(d));
  const direction = queryDirection(vector);
  expect(direction).toHaveLength(64);
  expect(queryDirection(vector.map((value) => value * 1.000001))).toEqual(direction);
  expect(direction.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 12);
});

test("all components of long vectors affect the result", () => {
  const values = new Int8Array(2 * 768).fill(1, 0, 768).fill(-1, 768);
  const index = new VectorIndex({ model: "any", dimensions: 768, values });
  expect([...index.candidatesNear(new Float64Array(768).fill(1))]).toEqual([0, 1]);
  const many = new Int8Array(1500 * 768).fill(1);
  many.fill(-1, 1100 * 768);
  const near = new VectorIndex({ model: "any", dimensions: 768, values: many }).candidatesNear(
    new Float64Array(768).fill(1),
  );
  expect(near).toHaveLength(1100);
});

test("the filter by kind applies to added symbols, and symbols without a vector keep their places", () => {
  const kinds = ["class"] as const;
  expect(found("evicts least used", { vectors: VECTORS, kinds })).toEqual([]);
  expect(found("evicts least used", { vectors: vectorsFor({}) })).toEqual(found("evicts least used", {}));
});

test("seeds use vectors too", () => {
  const { seeds, evidence } = createSeedFinder(GRAPH, INDEX, { vectors: VECTORS }).findSeeds("evicts least used", 10);
  expect(seeds.map(({ symbol }) => GRAPH.symbol(symbol).name)).toContain("trim");
  expect(evidence.mode).toBe("hybrid");
});

test("the nearest symbols are among the candidates by signs", () => {
  const vector = fc.int8Array({ min: -7, max: 7, minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 50 }), vector, (rows, wanted) => {
      const values = new Int8Array(rows.length * 64);
      rows.forEach((row, at) => {
        values.set(row, at * 64);
      });
      const index = new VectorIndex({ model: "any", dimensions: 64, values });
      const direction = Float64Array.from(wanted);
      const sifted = index.candidatesNear(direction);
      const withVector = rows.flatMap((row, at) => (row.some((value) => value !== 0) ? [at] : []));
      // With so few symbols, all are candidates.
      expect([...sifted]).toEqual(withVector);
      for (const symbol of sifted) expect(Math.abs(index.cosine(symbol, direction))).toBeLessThanOrEqual(64 * 7);
    }),
  );
});

test("of many symbols those with different signs are not candidates", () => {
  const count = 5000;
  const values = new Int8Array(count * 32);
  // The number of bits set is the distance from all ones.
  for (let symbol = 0; symbol < count; symbol++) {
    for (let d = 0; d < 32; d++) values[symbol * 32 + d] = d < (symbol % 10) * 3 ? 5 : -5;
  }
  const index = new VectorIndex({ model: "any", dimensions: 32, values });
  const sifted = index.candidatesNear(new Float64Array(32).fill(1));
  expect(new Set(sifted.map((symbol) => symbol % 10))).toEqual(new Set([9, 8, 7]));
  expect(sifted.length).toBe(1500);
  const [best] = [...sifted].sort((a, b) => nearness(index, b) - nearness(index, a));
  expect((best as SymbolHandle) % 10).toBe(9);
});

function nearness(index: VectorIndex, symbol: SymbolHandle): number {
  return index.cosine(symbol, new Float64Array(32).fill(1));
}
