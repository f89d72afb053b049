/** How much of a query a symbol has, field by field. Knows words and postings. */
import type { SymbolRecord } from "@sdl/model/graph";
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

type Part = Exclude<keyof Coverage, "nameShare" | "count">;
const PARTS: readonly Part[] = ["own", "named", "any", "doc", "literal", "path"];
const FIELDS = [
  ["named", FieldIndex.Name],
  ["doc", FieldIndex.Doc],
  ["literal", FieldIndex.Literal],
  ["path", FieldIndex.Path],
] as const;

export function coverageOf(record: SymbolRecord, words: readonly QueryWord[]): Coverage {
  const ownTerms = new Set(record.kind === "module" ? [] : partTerms(record.name));
  const matched = new Set<string>();
  const sums = { own: 0, named: 0, any: 0, doc: 0, literal: 0, path: 0 };
  let [all, count] = [0, 0];
  for (const { terms, gain } of words) {
    const best = { own: 0, named: 0, any: 0, doc: 0, literal: 0, path: 0 };
    for (const term of terms) raiseBest(best, term, record.handle);
    const own = terms.find(({ term }) => ownTerms.has(term));
    if (own !== undefined) {
      best.own = own.weight;
      matched.add(own.term);
    }
    for (const part of PARTS) sums[part] += best[part] * gain;
    all += gain;
    count += Number(best.any > 0);
  }
  if (all > 0) for (const part of PARTS) sums[part] /= all;
  return { ...sums, count, nameShare: ownTerms.size > 0 ? matched.size / ownTerms.size : 0 };
}

/** Raises the weights of the fields in which the symbol has the term. */
function raiseBest(best: Record<Part, number>, { symbols, frequencies, weight }: WordTerm, symbol: number): void {
  const row = findSorted(symbols, symbol);
  if (row < 0) return;
  const packed = frequencies[row] as number;
  best.any = Math.max(best.any, weight);
  for (const [part, field] of FIELDS) {
    if (fieldFrequency(packed, field) > 0) best[part] = Math.max(best[part], weight);
  }
}

function partTerms(name: string): readonly string[] {
  const terms = identifierTerms(name);
  // The whole of several parts comes first.
  return terms.length > 1 ? terms.slice(1) : terms;
}
