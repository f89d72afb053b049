/**
 * Top-list scoring without scores of symbols that cannot enter the list. Once the terms with the highest gains have filled the list, a symbol that
 * has only the remaining terms scores at most the sum of their gains. If that is less than the list's lowest score, the long postings of common
 * terms are read only for symbols that already have a score.
 * Invariant: a score that is kept equals, bit for bit, the score after reading all postings; the best symbols keep theirs.
 * Source: MaxScore, Turtle and Flood, Information Processing & Management 31(6), 1995; here term by term.
 */
import type { SymbolHandle } from "@sdl/model";
import { addTerm, addTermToScored, type WeighedTerm } from "./bm25f.js";
import type { Corpus } from "./corpus.js";

/** Minimum number of remaining posting rows for which skipping pays off; finding the list's lowest score costs more than reading fewer rows. */
const MIN_ROWS_LEFT = 2048;
/** Margin above 1 that exceeds the rounding error of sums of doubles. */
const ROUNDING_MARGIN = 1 + 1e-9;

/** Size and filter of the list of best symbols. */
export interface BestListOptions {
  readonly size: number;
  /** Factor in (0, 1] by which the symbol's score is finally multiplied. */
  readonly prior: (symbol: SymbolHandle) => number;
  /** Whether the symbol may be in the list. */
  readonly accepts: (symbol: SymbolHandle) => boolean;
}

/**
 * Writes scores (before priors) to the corpus: those of the best symbols by score × prior, of the best symbol that is not accepted, and of some
 * others.
 * @param terms by descending gain
 * @returns whether all symbols have their scores, or only some
 */
export function scoreBest(corpus: Corpus, terms: readonly WeighedTerm[], wanted: BestListOptions): "all" | "some" {
  let gainLeft = 0;
  let rowsLeft = 0;
  for (const { gain, symbols } of terms) {
    gainLeft += gain;
    rowsLeft += symbols.length;
  }
  for (const [index, term] of terms.entries()) {
    const { touchedCount } = corpus;
    if (touchedCount >= wanted.size && rowsLeft >= MIN_ROWS_LEFT && rowsLeft >= 2 * touchedCount) {
      const last = lowestListScore(corpus, wanted);
      if (last !== undefined && gainLeft * ROUNDING_MARGIN < last) {
        dropUnreachable(corpus, wanted, { gainLeft, last });
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

/** The list's lowest score × prior so far; `undefined` while the list is not full. */
function lowestListScore(corpus: Corpus, { size, prior, accepts }: BestListOptions): number | undefined {
  const { scores, touched, touchedCount } = corpus;
  const values = new Float64Array(touchedCount);
  let count = 0;
  for (let i = 0; i < touchedCount; i++) {
    const symbol = touched[i] as number;
    if (accepts(symbol)) values[count++] = (scores[symbol] as number) * prior(symbol);
  }
  return count < size ? undefined : nthLargest(values.subarray(0, count), size);
}

interface ReachableScore {
  /** Maximum gain that a symbol can still receive. */
  readonly gainLeft: number;
  readonly last: number;
}

/** Removes the scores that can no longer reach the list's lowest score. */
function dropUnreachable(corpus: Corpus, { prior }: BestListOptions, { gainLeft, last }: ReachableScore): void {
  const { scores, touched, touchedCount } = corpus;
  let kept = 0;
  for (let i = 0; i < touchedCount; i++) {
    const symbol = touched[i] as number;
    if (((scores[symbol] as number) + gainLeft) * ROUNDING_MARGIN * prior(symbol) >= last) touched[kept++] = symbol;
    else scores[symbol] = 0;
  }
  corpus.touchedCount = kept;
}

/** The n-th largest value; reorders the values. @param n from 1 to the number of values */
function nthLargest(values: Float64Array, n: number): number {
  const rank = values.length - n;
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const { low, high } = partitionRange(values, from, to);
    if (rank <= high) to = high;
    else if (rank >= low) from = low;
    else break;
  }
  return values[rank] as number;
}

/** Partitions a range at one of its values: no value after `high` is smaller, none before `low` is greater, and those between are equal. */
function partitionRange(
  values: Float64Array,
  from: number,
  to: number,
): { readonly low: number; readonly high: number } {
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
