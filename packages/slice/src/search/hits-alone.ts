/**
 * Where a text finds so much that all else is left out: the start symbols and hits fill the candidates, and the last of them has a score that
 * nothing beside a start symbol can reach. Then the search would walk the graph in vain, and this is its result.
 * Invariant: equals the beam search wherever it is defined.
 */
import { MOST_BESIDE_A_START } from "../score/proximity.js";
import { SCORE_WEIGHTS } from "../score/weights.js";
import { type GivenInput, givenCandidates, inOrder, isIrrelevant, type SearchResult } from "./candidate.js";

/** Above all scores of symbols that are neither start nor hit: see `scoreOf`, without a trace and without feedback. */
const MOST_BESIDE = SCORE_WEIGHTS.proximity * MOST_BESIDE_A_START * (1 + SCORE_WEIGHTS.sameCluster);

/**
 * @param input whose scorer knows no proximity, no trace and no feedback; nothing else is forced in
 * @returns `undefined` where the graph may have its say
 */
export function hitsAlone(input: GivenInput): SearchResult | undefined {
  const { starts, hits, maxCandidates, wanted } = input;
  if (starts.length + hits.length < maxCandidates || maxCandidates < wanted) return undefined;
  const given = givenCandidates(input);
  const candidates = [...given.starts, ...given.hits].sort(inOrder).slice(0, maxCandidates);
  if (candidates.length < maxCandidates) return undefined;
  let lastFound = 0;
  for (const candidate of candidates) {
    if (candidate.priority <= MOST_BESIDE || isIrrelevant(candidate, lastFound)) return undefined;
    if (candidate.depth > 0) lastFound = candidate.priority;
  }
  return { candidates, beyond: [], stop: "candidateLimit" };
}
