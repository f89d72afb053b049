/**
 * Scores for a list of the best, without those that cannot get into it: once the terms of highest gain have filled the list, a symbol
 * that only the other terms know is worth at most their gains together. Where that is less than the last place, long lists of common
 * terms are read for the symbols alone that may still rise.
 * Invariant: whoever keeps a score has the one that reading all lists gives, bit for bit, and the best keep theirs.
 * Source: MaxScore, Turtle and Flood, Information Processing & Management 31(6), 1995; here term by term.
 */
import type { SymbolHandle } from "@sdl/model";
import { addTerm, addTermToScored, type WeighedTerm } from "./bm25f.js";
import type { Corpus } from "./corpus.js";

/** Shorter lists are read: the search for the last place costs more. */
const LEAST_SAVING = 2048;
/** Above 1 by far more than sums of doubles are off. */
const ROUNDING = 1 + 1e-9;

/** Which of the best are asked for. */
export interface Wanted {
  readonly size: number;
  /** In (0, 1]: what the symbol's score is multiplied by in the end. */
  readonly prior: (symbol: SymbolHandle) => number;
  /** Whether the symbol may be in the list. */
  readonly accepts: (symbol: SymbolHandle) => boolean;
}

/**
 * Leaves in the corpus, before priors, the scores of the best by score × prior, of the best that is not accepted, and of some others.
 * @param terms by falling gain
 * @returns whether all symbols have their scores, or only some
 */
export function scoreBest(corpus: Corpus, terms: readonly WeighedTerm[], wanted: Wanted): "all" | "some" {
  let gainLeft = 0;
  let rowsLeft = 0;
  for (const { gain, symbols } of terms) {
    gainLeft += gain;
    rowsLeft += symbols.length;
  }
  for (const [index, term] of terms.entries()) {
    const { touchedCount } = corpus;
    if (touchedCount >= wanted.size && rowsLeft >= LEAST_SAVING && rowsLeft >= 2 * touchedCount) {
      const last = lastPlace(corpus, wanted);
      if (last !== undefined && gainLeft * ROUNDING < last) {
        dropHopeless(corpus, wanted, { gainLeft, last });
        for (const rest of terms.slice(index)) addTermToScored(corpus, rest);
        return "some";
      }
    }
    addTerm(corpus, term);
    gainLeft -= term.gain;
    rowsLeft -= term.symbols.length;
  }
  return "all";
}

/** What the last of the list has by now, `undefined` while the list is not full. */
function lastPlace(corpus: Corpus, { size, prior, accepts }: Wanted): number | undefined {
  const { scores, touched, touchedCount } = corpus;
  const values = new Float64Array(touchedCount);
  let count = 0;
  for (let i = 0; i < touchedCount; i++) {
    const symbol = touched[i] as number;
    if (accepts(symbol)) values[count++] = (scores[symbol] as number) * prior(symbol);
  }
  return count < size ? undefined : nthLargest(values.subarray(0, count), size);
}

interface Hope {
  /** The most that a symbol can still get. */
  readonly gainLeft: number;
  readonly last: number;
}

/** Takes back the scores that can no more reach the last place. */
function dropHopeless(corpus: Corpus, { prior }: Wanted, { gainLeft, last }: Hope): void {
  const { scores, touched, touchedCount } = corpus;
  let kept = 0;
  for (let i = 0; i < touchedCount; i++) {
    const symbol = touched[i] as number;
    if (((scores[symbol] as number) + gainLeft) * ROUNDING * prior(symbol) >= last) touched[kept++] = symbol;
    else scores[symbol] = 0;
  }
  corpus.touchedCount = kept;
}

/** Changes the order of the values. @param n from 1 to their number */
function nthLargest(values: Float64Array, n: number): number {
  const rank = values.length - n;
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const { low, high } = partition(values, from, to);
    if (rank <= high) to = high;
    else if (rank >= low) from = low;
    else break;
  }
  return values[rank] as number;
}

/** Parts a stretch at one of its values: none after `high` is smaller, none before `low` is greater, and what is between is equal. */
function partition(values: Float64Array, from: number, to: number): { readonly low: number; readonly high: number } {
  const pivot = values[(from + to) >> 1] as number;
  let low = from;
  let high = to;
  while (low <= high) {
    while ((values[low] as number) < pivot) low++;
    while ((values[high] as number) > pivot) high--;
    if (low > high) break;
    const swapped = values[low] as number;
    values[low++] = values[high] as number;
    values[high--] = swapped;
  }
  return { low, high };
}
