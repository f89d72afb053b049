/** The final order of a sentence's first hits: by weighed evidence. Knows hits and rows of numbers; no words, no graph. */
import type { Scored } from "../top-list.js";
import type { EVIDENCE } from "./evidence.js";
import { EVIDENCE_WEIGHTS } from "./weights.js";

/** Hits that are ordered anew; of more than these, next to none would come among the first. */
export const REORDERED = 100;

type Evidence = (typeof EVIDENCE)[number];

const WEIGHTS: readonly number[] = Object.values<number>(EVIDENCE_WEIGHTS satisfies Readonly<Record<Evidence, number>>);

/**
 * The first {@link REORDERED} by Σ weight · evidence, the others behind them as they were. Scores keep their places: the best has the highest,
 * so that a score means the same before and after.
 * @param hits best first; equals keep their order
 */
export function reorder(hits: readonly Scored[], evidenceOf: (hit: Scored) => readonly number[]): Scored[] {
  const weighed = hits.slice(0, REORDERED).map((hit, place) => ({ hit, place, worth: worthOf(evidenceOf(hit)) }));
  weighed.sort((a, b) => b.worth - a.worth || a.place - b.place);
  return hits.map(({ symbol, score }, place) => ({ symbol: weighed[place]?.hit.symbol ?? symbol, score }));
}

function worthOf(evidence: readonly number[]): number {
  return evidence.reduce((sum, value, at) => sum + (WEIGHTS[at] as number) * value, 0);
}
