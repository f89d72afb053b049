import { type QueryTerm, termHash } from "@sdl/model/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addTerm, scoreSymbol, termMatch, weighTerms } from "../src/bm25f.js";
import { Corpus } from "../src/corpus.js";
import { DocumentsIndex, graphOf } from "./documents-index.js";
import { naiveScores } from "./naive-bm25f.js";

const term = fc.constantFrom("token", "error", "config", "server", "user", "parse", "cache");
const field = fc.array(term, { maxLength: 6 });
const documents = fc.array(fc.array(field, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 12 });
const query: fc.Arbitrary<QueryTerm[]> = fc
  .uniqueArray(
    fc.record({
      term,
      count: fc.integer({ min: 1, max: 4 }),
      weight: fc.constantFrom(1, 0.5),
      quoted: fc.boolean(),
    }),
    { selector: ({ term: name }) => name, minLength: 1 },
  )
  .map((terms) => terms.map((one) => ({ ...one, hash: termHash(one.term) })));

test("scores equal the formula's, and no score remains for the next query", () => {
  fc.assert(
    fc.property(documents, query, query, (corpusDocuments, first, second) => {
      const graph = graphOf(corpusDocuments.map((_, i) => `f${String(i).padStart(2, "0")}.ts`));
      const corpus = new Corpus(graph, new DocumentsIndex(corpusDocuments));
      for (const terms of [first, second]) {
        const weighed = weighTerms(corpus, terms);
        for (const one of weighed) addTerm(corpus, one);
        const expected = naiveScores(corpusDocuments, terms);
        expect([...corpus.touched.subarray(0, corpus.touchedCount)].sort((a, b) => a - b)).toEqual([
          ...expected.keys(),
        ]);
        for (const [symbol, score] of expected) {
          expect(corpus.scores[symbol]).toBeCloseTo(score, 10);
          expect(scoreSymbol(corpus, weighed, symbol)).toBe(corpus.scores[symbol]);
          const matches = weighed.flatMap((one) => termMatch(corpus, one, symbol) ?? []);
          expect(matches.reduce((sum, match) => sum + match.score, 0)).toBe(corpus.scores[symbol]);
          for (const { score: whole, path } of matches) expect(path).toBeLessThanOrEqual(whole);
        }
        corpus.clear();
      }
      expect(corpus.scores.every((score) => score === 0)).toBe(true);
    }),
  );
});
