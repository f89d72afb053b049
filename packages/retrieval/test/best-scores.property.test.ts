import { type QueryTerm, termHash } from "@sdl/model/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scoreBest } from "../src/best-scores.js";
import { addTerm, weighTerms } from "../src/bm25f.js";
import { Corpus } from "../src/corpus.js";
import { DocumentsIndex, graphOf } from "./documents-index.js";
import type { Document } from "./naive-bm25f.js";

/** Every document contains the common word; the rarer words are distributed at random. */
const WORDS = ["rare", "seldom", "often"];
const COUNT = 3000;
const PATHS = Array.from({ length: COUNT }, (_, i) => `f${String(i).padStart(4, "0")}.ts`);

interface Draw {
  readonly steps: readonly number[];
  readonly bodies: readonly number[];
  readonly size: number;
  readonly modulus: number;
}

const draw: fc.Arbitrary<Draw> = fc.record({
  steps: fc.array(fc.integer({ min: 2, max: 300 }), { minLength: 3, maxLength: 3 }),
  bodies: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 7, maxLength: 7 }),
  size: fc.integer({ min: 1, max: 40 }),
  modulus: fc.integer({ min: 1, max: 3 }),
});

function documentsOf({ steps, bodies }: Draw): Document[] {
  return PATHS.map((_, i) => {
    const names = WORDS.filter((_word, at) => i % (steps[at] ?? 1) === 0);
    const body = Array.from({ length: bodies[i % bodies.length] ?? 1 }, () => "common");
    return [names, [], [], body, [], []];
  });
}

function queryOf(words: readonly string[]): QueryTerm[] {
  return words.map((term) => ({ term, hash: termHash(term), count: 1, weight: 1, quoted: false }));
}

/** The best symbols by score × prior, and the best of all. */
function best(corpus: Corpus, size: number, accepts: (symbol: number) => boolean) {
  const rows = [...corpus.touched.subarray(0, corpus.touchedCount)].map((symbol) => ({
    symbol,
    score: (corpus.scores[symbol] ?? 0) * prior(symbol),
  }));
  rows.sort((a, b) => b.score - a.score || a.symbol - b.symbol);
  return { list: rows.filter(({ symbol }) => accepts(symbol)).slice(0, size), first: rows[0]?.score };
}

function prior(symbol: number): number {
  return symbol % 5 === 0 ? 0.3 : 1;
}

test("the best symbols and their scores equal those after reading all postings", () => {
  let pruned = 0;
  fc.assert(
    fc.property(draw, (drawn) => {
      const corpus = new Corpus(graphOf(PATHS), new DocumentsIndex(documentsOf(drawn)));
      const accepts = (symbol: number) => symbol % drawn.modulus === 0;
      const terms = weighTerms(corpus, queryOf(["common", ...WORDS]));
      for (const term of terms) addTerm(corpus, term);
      const expected = best(corpus, drawn.size, accepts);
      corpus.clear();
      if (scoreBest(corpus, terms, { size: drawn.size, prior, accepts }) === "some") pruned++;
      expect(best(corpus, drawn.size, accepts)).toEqual(expected);
      corpus.clear();
      expect(corpus.scores.every((score) => score === 0)).toBe(true);
    }),
    { numRuns: 40 },
  );
  expect(pruned).toBeGreaterThan(5);
});
