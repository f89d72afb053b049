/**
 * Neighbours of a sentence's best hits along edges: a task often names one end of an edge and changes the other.
 * Source: relevance notes §2.2 (one hop from the ten best, R@40 +.02); the weight was fitted by the replay of commits.
 */
import { EDGE_KINDS, EDGE_WEIGHTS, type SymbolHandle } from "@sdl/model";
import type { Adjacency } from "@sdl/model/graph";
import type { Corpus } from "./corpus.js";
import type { Scored } from "./top-list.js";

/** Number of best hits whose neighbours get bonuses. */
export const BEST_HITS = 10;
/** Share of a hit's score that a callee gets as a bonus, times weight and confidence of the edge. */
const NEIGHBOUR_SHARE = 0.2;
/** Factor on the bonus of callers. */
const CALLER_FACTOR = 0.5;
/** Minimum confidence of an edge, in hundredths. */
const MIN_CONFIDENCE = 50;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

type NeighbourBonuses = Map<SymbolHandle, number>;

/** Bonus of each neighbour: the maximum over all hits. @param hits best first */
export function neighbourBonuses(corpus: Corpus, hits: readonly Scored[]): NeighbourBonuses {
  const bonuses: NeighbourBonuses = new Map();
  for (const { symbol, score } of hits) {
    const own = bonuses.get(symbol);
    raiseNeighbours(bonuses, corpus.graph.outgoing(symbol), NEIGHBOUR_SHARE * score);
    raiseNeighbours(bonuses, corpus.graph.incoming(symbol), NEIGHBOUR_SHARE * score * CALLER_FACTOR);
    // A recursive symbol gets no bonus from itself.
    if (own === undefined) bonuses.delete(symbol);
    else bonuses.set(symbol, own);
  }
  return bonuses;
}

function raiseNeighbours(bonuses: NeighbourBonuses, { start, length, shared }: Adjacency, most: number): void {
  for (let i = start; i < start + length; i++) {
    const confidence = shared.confidences[i] as number;
    if (confidence < MIN_CONFIDENCE) continue;
    const other = shared.symbols[i] as SymbolHandle;
    const bonus = (most * (KIND_WEIGHTS[shared.kinds[i] as number] ?? 0) * confidence) / 100;
    if (bonus > (bonuses.get(other) ?? 0)) bonuses.set(other, bonus);
  }
}
