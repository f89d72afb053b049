import { FieldIndex, fieldFrequency } from "@sdl/model/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Corpus } from "../src/corpus.js";
import { type FieldOptions, symbolsByField } from "../src/relevance/field-matches.js";
import { type QueryWord, queryWordsOf } from "../src/relevance/query-words.js";
import { DocumentsIndex, graphOf } from "./documents-index.js";
import type { Document } from "./naive-bm25f.js";

const WORDS = ["parser", "token", "cache", "router", "digest"];
const COUNT = 200;
const PATHS = Array.from({ length: COUNT }, (_, i) => `f${String(i).padStart(3, "0")}.ts`);
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 });
const documents = fc.array(
  words.map((name): Document => [name, [], [], ["parser"], [], []]),
  { minLength: COUNT, maxLength: COUNT },
);

/** All symbols in order, without bounds. */
function inPlainOrder(corpus: Corpus, query: readonly QueryWord[], options: FieldOptions): number[] {
  const coverageOf = (symbol: number) =>
    query.reduce((sum, { terms, gain }) => {
      const found = terms.find(({ symbols, frequencies }) => {
        const row = symbols.indexOf(symbol);
        return row >= 0 && fieldFrequency(frequencies[row] as number, options.field) > 0;
      });
      return found === undefined ? sum : sum + gain * found.weight;
    }, 0);
  const scored = PATHS.map((_, symbol) => {
    const length = corpus.index.length(symbol, options.field);
    return { symbol, score: (coverageOf(symbol) * options.prior(symbol)) / (1 + options.lengthCost * length) };
  });
  const found = scored.filter(({ symbol, score }) => score > 0 && options.accepts(symbol));
  found.sort((a, b) => b.score - a.score || corpus.compareIds(a.symbol, b.symbol));
  return found.slice(0, options.limit).map(({ symbol }) => symbol);
}

test("the symbols of a field are those that the plain order has first", () => {
  fc.assert(
    fc.property(
      documents,
      words,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 3 }),
      (drawn, query, limit, modulus) => {
        const corpus = new Corpus(graphOf(PATHS), new DocumentsIndex(drawn));
        const asked = queryWordsOf(corpus.index, query.join(" "));
        const options: FieldOptions = {
          field: FieldIndex.Name,
          lengthCost: 0.03,
          limit,
          accepts: (symbol) => symbol % modulus === 0,
          prior: (symbol) => (symbol % 5 === 0 ? 0.3 : 1),
        };
        expect(symbolsByField(corpus, asked, options)).toEqual(inPlainOrder(corpus, asked, options));
      },
    ),
    { numRuns: 25 },
  );
});
