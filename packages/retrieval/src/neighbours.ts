/**
 * What the best hits of a sentence call, use or are called by: a task often names one end of an edge and changes the other.
 * Source: relevance notes §2.2 (one hop from the ten best, R@40 +.02); the weight is what the replay of commits gave.
 */
import { EDGE_KINDS, EDGE_WEIGHTS, type SymbolHandle } from "@sdl/model";
import type { Corpus } from "./corpus.js";
import type { Scored } from "./top-list.js";

/** Hits whose neighbours are looked at. */
export const BEST_HITS = 10;
/** Share of a hit's score that a callee gets on top of its own, times weight and confidence of the edge. */
const NEIGHBOUR = 0.2;
/** What callers get beside callees. */
const BACKWARD = 0.5;
/** Hundredths; less sure edges say nothing. */
const MIN_CONFIDENCE = 50;

const KIND_WEIGHTS = EDGE_KINDS.map((kind) => EDGE_WEIGHTS[kind]);

/** What each neighbour gains: the most that any one hit gives it. @param hits best first */
export function neighbourBonuses(corpus: Corpus, hits: readonly Scored[]): Map<SymbolHandle, number> {
  const bonuses = new Map<SymbolHandle, number>();
  for (const { symbol, score } of hits) {
    for (const [direction, edges] of [
      [1, corpus.graph.outgoing(symbol)],
      [BACKWARD, corpus.graph.incoming(symbol)],
    ] as const) {
      const { start, length, shared } = edges;
      for (let i = start; i < start + length; i++) {
        const confidence = shared.confidences[i] as number;
        const other = shared.symbols[i] as SymbolHandle;
        if (confidence < MIN_CONFIDENCE || other === symbol) continue;
        const weight = KIND_WEIGHTS[shared.kinds[i] as number] ?? 0;
        const bonus = (NEIGHBOUR * score * direction * weight * confidence) / 100;
        if (bonus > (bonuses.get(other) ?? 0)) bonuses.set(other, bonus);
      }
    }
  }
  return bonuses;
}
