/** Score of a symbol from its signals, as the tool contract defines it. */
import type { ScoreParts } from "../slice.js";
import { SCORE_WEIGHTS } from "./weights.js";

/** Relation of a symbol's cluster to the clusters of the start symbols. */
export type ClusterRelation = "same" | "related" | "other";

/**
 * Combines the signals into S, in 0..1 (slightly above with a cluster bonus). The weight of an absent trace is spread over the present signals
 * in proportion. All signals but query and trace are multiplied by max(query, trace), so without a bonus S is at most that maximum.
 */
export function combineScore(parts: ScoreParts, cluster: ClusterRelation = "other"): number {
  const { query, trace, hotness, structure, kind } = parts;
  const own = SCORE_WEIGHTS.query * query;
  const gate = Math.max(query, trace ?? 0);
  const gated = SCORE_WEIGHTS.hotness * hotness + SCORE_WEIGHTS.structure * structure + SCORE_WEIGHTS.kind * kind;
  const bonus =
    cluster === "same" ? SCORE_WEIGHTS.sameCluster : cluster === "related" ? SCORE_WEIGHTS.relatedCluster : 0;
  return presentWeightFactor(trace) * (own + SCORE_WEIGHTS.trace * (trace ?? 0) + gate * gated) + gate * bonus;
}

/** Factor that makes the weights of the present signals sum to the same total with and without a trace. */
function presentWeightFactor(trace: number | undefined): number {
  const { query, trace: traceWeight, hotness, structure, kind } = SCORE_WEIGHTS;
  const present = query + hotness + structure + kind + (trace === undefined ? 0 : traceWeight);
  return (query + traceWeight + hotness + structure + kind) / present;
}
