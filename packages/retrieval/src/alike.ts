/**
 * What is about the same things as the best hits: their vectors together are the query's, which so needs no words of its own. A query
 * vector made of the query's terms finds less and adds nothing; see bench/results/replay.md. Where a sentence
 * model read the query, its direction stands for theirs.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolVectors } from "@sdl/model/graph";
import type { Corpus } from "./corpus.js";
import { type Scored, TopList } from "./top-list.js";
import { VectorIndex } from "./vector-index.js";

/** Hits that make the direction. */
export const ALIKE_HITS = 5;
/** What a symbol gains that points exactly there. */
const ALIKE = 0.5;
/** Length of the list. */
const MOST = 100;
/** Nearest ones that a prior may still reorder. */
const CANDIDATES = 2 * MOST;

interface AlikeOptions {
  /** Best first. */
  readonly hits: readonly Scored[];
  /** Symbols that are in other lists. */
  readonly known: Iterable<SymbolHandle>;
  readonly prior: (symbol: SymbolHandle) => number;
  readonly accepts: (symbol: SymbolHandle) => boolean;
  /** No others than the known ones. */
  readonly onlyKnown: boolean;
  /** Where the query itself points; the hits together when left out. */
  readonly direction: Float64Array | undefined;
}

export interface Alike {
  /** What each gains, above 0. */
  readonly bonuses: ReadonlyMap<SymbolHandle, number>;
  /** The nearest; empty where only known ones are wanted. */
  readonly list: ReadonlySet<SymbolHandle>;
}

export function findAlike(corpus: Corpus, vectors: SymbolVectors, options: AlikeOptions): Alike {
  const { hits, known, prior, accepts, onlyKnown } = options;
  const index = corpus.kept.of(vectors, VectorIndex);
  const direction = options.direction ?? index.directionOf(hits);
  if (direction === undefined) return { bonuses: new Map(), list: new Set() };
  const bonuses = new Map<SymbolHandle, number>();
  const gain = (symbol: SymbolHandle) => ALIKE * index.nearness(symbol, direction) * prior(symbol);
  for (const symbol of known) {
    const bonus = gain(symbol);
    if (bonus > 0) bonuses.set(symbol, bonus);
  }
  if (onlyKnown) return { bonuses, list: new Set() };
  const nearest = new TopList(CANDIDATES, (a, b) => corpus.compareIds(a, b));
  for (const symbol of index.sift(direction)) {
    const nearness = index.nearness(symbol, direction);
    if (nearness > 0 && nearest.admits(symbol, nearness) && accepts(symbol)) nearest.push(symbol, nearness);
  }
  const best = new TopList(MOST, (a, b) => corpus.compareIds(a, b));
  for (const { symbol } of nearest.sorted()) {
    const bonus = gain(symbol);
    if (best.admits(symbol, bonus)) best.push(symbol, bonus);
  }
  const list = best.sorted();
  for (const { symbol, score } of list) bonuses.set(symbol, score);
  return { bonuses, list: new Set(list.map(({ symbol }) => symbol)) };
}
