/** How much of a query a symbol has, field by field. Knows words and postings. */
import type { SymbolHandle } from "@sdl/model";
import { FieldIndex, fieldFrequency, identifierTerms } from "@sdl/model/text";
import { findSorted } from "../bm25f.js";
import type { QueryWord, WordTerm } from "./query-words.js";

/** Shares of the query's words by gain, 0..1; `own` is of the symbol's own name, `named` of its own and its container's. */
export interface Coverage {
  readonly own: number;
  readonly named: number;
  readonly any: number;
  readonly doc: number;
  readonly literal: number;
  readonly path: number;
  /** Share of the own name's words that the query has. */
  readonly nameShare: number;
  /** Number of the query's words that the symbol has. */
  readonly count: number;
}

const FIELDS = [FieldIndex.Name, FieldIndex.Doc, FieldIndex.Literal, FieldIndex.Path] as const;
const PARTS = FIELDS.length + 2;
/** Places of the coverage by the own name and by any field, after those of the fields. */
const OWN = FIELDS.length;
const ANY = OWN + 1;

/** Allocates once for all words: a query has a hundred candidates. @param name the symbol's own name; empty for a module */
export function coverageOf(symbol: SymbolHandle, name: string, words: readonly QueryWord[]): Coverage {
  const ownTerms = partTerms(name);
  const matched = new Set<string>();
  const best = new Float64Array(PARTS);
  const sums = new Float64Array(PARTS);
  let [all, count] = [0, 0];
  for (const { terms, gain } of words) {
    best.fill(0);
    for (const term of terms) raiseBest(best, term, symbol);
    const own = ownTerms.length === 0 ? undefined : terms.find(({ term }) => ownTerms.includes(term));
    if (own !== undefined) {
      best[OWN] = own.weight;
      matched.add(own.term);
    }
    for (let part = 0; part < PARTS; part++) sums[part] = (sums[part] as number) + (best[part] as number) * gain;
    all += gain;
    count += Number((best[ANY] as number) > 0);
  }
  const shareOf = (part: number) => (all > 0 ? (sums[part] as number) / all : 0);
  return {
    named: shareOf(0),
    doc: shareOf(1),
    literal: shareOf(2),
    path: shareOf(3),
    own: shareOf(OWN),
    any: shareOf(ANY),
    count,
    nameShare: ownTerms.length > 0 ? matched.size / new Set(ownTerms).size : 0,
  };
}

/** Raises the weights of the fields in which the symbol has the term. */
function raiseBest(best: Float64Array, { symbols, frequencies, weight }: WordTerm, symbol: number): void {
  const row = findSorted(symbols, symbol);
  if (row < 0) return;
  const packed = frequencies[row] as number;
  if (weight > (best[ANY] as number)) best[ANY] = weight;
  for (let part = 0; part < OWN; part++) {
    if (fieldFrequency(packed, FIELDS[part] as number) > 0 && weight > (best[part] as number)) best[part] = weight;
  }
}

function partTerms(name: string): readonly string[] {
  const terms = identifierTerms(name);
  // The whole of several parts comes first.
  return terms.length > 1 ? terms.slice(1) : terms;
}
