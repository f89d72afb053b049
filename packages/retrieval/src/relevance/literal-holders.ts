/** Symbols one of whose string literals is, as a whole, what was pasted. */
import type { SymbolHandle } from "@sdl/model";
import { termHash } from "@sdl/model/text";
import type { Corpus } from "../corpus.js";
import { TopList } from "../top-list.js";
import type { CandidateFilter } from "./field-matches.js";
import type { Pasted } from "./pasted.js";

/** Holders of one literal that are considered: more of them say that it is a common text. */
const MAX_HOLDERS = 10;

/** The holders of the first group of keys that any symbol has, product code first; ties by id. */
export function holdersOf(corpus: Corpus, { keys }: Pasted, { accepts, prior }: CandidateFilter): SymbolHandle[] {
  for (const group of keys) {
    const top = new TopList(MAX_HOLDERS, (a, b) => corpus.compareIds(a, b));
    const found = new Set(group.flatMap((key) => [...corpus.index.postings(termHash(key)).symbols]));
    for (const symbol of found) {
      if (accepts(symbol) && top.admits(symbol, prior(symbol))) top.push(symbol, prior(symbol));
    }
    const holders = top.sorted().map(({ symbol }) => symbol);
    if (holders.length > 0) return holders;
  }
  return [];
}
