/** Symbols of which one field, their names or their string literals, has the words of a query: candidates that a sum over all fields ranks low. */
import type { SymbolHandle } from "@sdl/model";
import { type FieldIndex, fieldFrequency } from "@sdl/model/text";
import type { Corpus } from "../corpus.js";
import { TopList } from "../top-list.js";
import type { QueryWord } from "./query-words.js";

/** Which symbols may be candidates. */
export interface CandidateFilter {
  accepts(symbol: SymbolHandle): boolean;
  /** Factor on what speaks for a symbol, in (0, 1]. */
  prior(symbol: SymbolHandle): number;
}

/** Which field is matched, and how its matches are weighed and limited. */
export interface FieldOptions extends CandidateFilter {
  readonly field: (typeof FieldIndex)["Name" | "Literal"];
  /** Share of its coverage that a symbol loses for each term of the field. */
  readonly lengthCost: number;
  readonly limit: number;
}

/** The symbols whose field covers most of the words by gain; ties by id. */
export function symbolsByField(
  corpus: Corpus,
  words: readonly QueryWord[],
  { field, lengthCost, limit, accepts, prior }: FieldOptions,
): SymbolHandle[] {
  const { coverage } = corpus.columns;
  const touched: SymbolHandle[] = [];
  for (const word of words) addCoverage(corpus, touched, word, field);
  const top = new TopList(limit, (a, b) => corpus.compareIds(a, b));
  for (const symbol of touched) {
    const gain = coverage[symbol] as number;
    coverage[symbol] = 0;
    // No prior and no length raises a score, and a length is the dearest to read.
    if (gain < top.floor) continue;
    const most = gain * prior(symbol);
    if (most < top.floor || !accepts(symbol)) continue;
    const score = most / (1 + lengthCost * corpus.length(symbol, field));
    if (top.admits(symbol, score)) top.push(symbol, score);
  }
  return top.sorted().map(({ symbol }) => symbol);
}

/** Adds the word's gain to each symbol that has it in the field: by its best term only, which comes first. */
function addCoverage(corpus: Corpus, touched: SymbolHandle[], { terms, gain }: QueryWord, field: number): void {
  const { coverage, countedWords } = corpus.columns;
  const number = corpus.columns.nextWord();
  for (const { symbols, frequencies, weight } of terms) {
    for (let row = 0; row < symbols.length; row++) {
      const symbol = symbols[row] as SymbolHandle;
      if (fieldFrequency(frequencies[row] as number, field) === 0 || countedWords[symbol] === number) continue;
      countedWords[symbol] = number;
      const before = coverage[symbol] as number;
      if (before === 0) touched.push(symbol);
      coverage[symbol] = before + gain * weight;
    }
  }
}
