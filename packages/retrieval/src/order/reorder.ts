/** Final order of a sentence's first hits, by weighted features. Knows hits and feature vectors; no words, no graph. */
import type { Scored } from "../top-list.js";
import type { EVIDENCE } from "./evidence.js";
import { EVIDENCE_WEIGHTS } from "./weights.js";

/** Number of first hits that are reordered; with more, hardly any would reach the top. */
export const REORDERED = 100;

type Evidence = (typeof EVIDENCE)[number];

const WEIGHTS: readonly number[] = Object.values<number>(EVIDENCE_WEIGHTS satisfies Readonly<Record<Evidence, number>>);

/**
 * Sorts the first {@link REORDERED} hits by Σ weight · feature; the others follow unchanged. Scores stay at their positions: the best hit gets the
 * highest, so that scores have the same meaning before and after.
 * @param hits best first; equal hits keep their order
 */
export function reorderByEvidence(hits: readonly Scored[], evidenceOf: (hit: Scored) => readonly number[]): Scored[] {
  const weighed = hits.slice(0, REORDERED).map((hit, place) => ({ hit, place, worth: weightedSum(evidenceOf(hit)) }));
  weighed.sort((a, b) => b.worth - a.worth || a.place - b.place);
  return hits.map(({ symbol, score }, place) => ({ symbol: weighed[place]?.hit.symbol ?? symbol, score }));
}

function weightedSum(evidence: readonly number[]): number {
  return evidence.reduce((sum, value, at) => sum + (WEIGHTS[at] as number) * value, 0);
}
