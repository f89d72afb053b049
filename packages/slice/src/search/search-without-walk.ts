/**
 * Search result without walking the graph, for task texts with many hits: start symbols and hits fill the candidates, and the last of them has a
 * score that no other symbol can reach. The beam search would then give the same result at a higher cost.
 * Invariant: equals the result of the beam search whenever it is defined.
 */
import { MAX_NON_START_PROXIMITY } from "../score/proximity.js";
import { SCORE_WEIGHTS } from "../score/weights.js";
import {
  compareCandidates,
  initialCandidates,
  isIrrelevant,
  type SearchResult,
  type SearchStartInput,
} from "./candidate.js";

/** Upper bound on scores of symbols that are neither start nor hit: see `scoreOf`, without a trace and without feedback. */
const MAX_UNGIVEN_SCORE = SCORE_WEIGHTS.proximity * MAX_NON_START_PROXIMITY * (1 + SCORE_WEIGHTS.sameCluster);

/**
 * @param input its scorer uses no proximity, no trace and no feedback; no other symbols are forced in
 * @returns `undefined` if the graph may contribute a candidate
 */
export function searchWithoutWalk(input: SearchStartInput): SearchResult | undefined {
  const { starts, hits, maxCandidates, usefulCount } = input;
  if (starts.length + hits.length < maxCandidates || maxCandidates < usefulCount) return undefined;
  const given = initialCandidates(input);
  const candidates = [...given.starts, ...given.hits].sort(compareCandidates).slice(0, maxCandidates);
  if (candidates.length < maxCandidates) return undefined;
  let lastFound = 0;
  for (const candidate of candidates) {
    if (candidate.priority <= MAX_UNGIVEN_SCORE || isIrrelevant(candidate, lastFound)) return undefined;
    if (candidate.depth > 0) lastFound = candidate.priority;
  }
  return { candidates, nextBest: [], stop: "candidateLimit" };
}
