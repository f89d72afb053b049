/**
 * Similar symbols: those whose vectors are near the combined direction of the best hits, or near the query's own direction if a sentence model has
 * embedded the query. A query vector composed of the query's terms finds less and adds nothing; see
 * bench/results/replay.md.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolVectors } from "@sdl/model/graph";
import type { Corpus } from "./corpus.js";
import { type Scored, TopList } from "./top-list.js";
import { VectorIndex } from "./vector-index.js";

/** Number of best hits whose vectors form the direction. */
export const DIRECTION_HITS = 5;
/** Bonus of a symbol whose vector has exactly the direction. */
const SIMILARITY_BONUS = 0.5;
/** Maximum length of the list. */
const MAX_SIMILAR = 100;
/** Number of nearest symbols among which priors choose the list. */
const NEAREST_CANDIDATES = 2 * MAX_SIMILAR;

interface SimilarityOptions {
  /** Hits of the other lists, best first. */
  readonly hits: readonly Scored[];
  /** Symbols that other lists contain. */
  readonly known: Iterable<SymbolHandle>;
  readonly prior: (symbol: SymbolHandle) => number;
  readonly accepts: (symbol: SymbolHandle) => boolean;
  /** Whether only the known symbols get bonuses and no symbol is added. */
  readonly onlyKnown: boolean;
  /** Direction of the query, of length 1; if absent, the combined direction of the hits. */
  readonly direction: Float64Array | undefined;
}

/** Bonuses by similarity. */
export interface SimilarSymbols {
  /** Bonus of each symbol, above 0. */
  readonly bonuses: ReadonlyMap<SymbolHandle, number>;
  /** The nearest symbols; empty if `onlyKnown` is set. */
  readonly list: ReadonlySet<SymbolHandle>;
}

/** Finds symbols near a direction; none without vectors of hits. */
export function findSimilar(corpus: Corpus, vectors: SymbolVectors, options: SimilarityOptions): SimilarSymbols {
  const { hits, known, prior, accepts, onlyKnown } = options;
  const index = corpus.kept.of(vectors, VectorIndex);
  const direction = options.direction ?? index.meanDirection(hits);
  if (direction === undefined) return { bonuses: new Map(), list: new Set() };
  const bonuses = new Map<SymbolHandle, number>();
  const gain = (symbol: SymbolHandle) => SIMILARITY_BONUS * index.cosine(symbol, direction) * prior(symbol);
  for (const symbol of known) {
    const bonus = gain(symbol);
    if (bonus > 0) bonuses.set(symbol, bonus);
  }
  if (onlyKnown) return { bonuses, list: new Set() };
  const nearest = new TopList(NEAREST_CANDIDATES, (a, b) => corpus.compareIds(a, b));
  for (const symbol of index.candidatesNear(direction)) {
    const nearness = index.cosine(symbol, direction);
    if (nearness > 0 && nearest.admits(symbol, nearness) && accepts(symbol)) nearest.push(symbol, nearness);
  }
  const best = new TopList(MAX_SIMILAR, (a, b) => corpus.compareIds(a, b));
  for (const { symbol } of nearest.sorted()) {
    const bonus = gain(symbol);
    if (best.admits(symbol, bonus)) best.push(symbol, bonus);
  }
  const list = best.sorted();
  for (const { symbol, score } of list) bonuses.set(symbol, score);
  return { bonuses, list: new Set(list.map(({ symbol }) => symbol)) };
}
