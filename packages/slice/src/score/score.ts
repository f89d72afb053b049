/** The score of a symbol out of its signals, as the tool contract defines it. */
import type { ScoreParts } from "../slice.js";
import { SCORE_WEIGHTS } from "./weights.js";

/** How a symbol's cluster stands to those of the start symbols. */
export type ClusterRelation = "same" | "related" | "other";

/**
 * S in 0..1 (a little above with a cluster). The weight of an absent trace is spread over the present signals in proportion.
 * Without a cluster S is at most the better of query and trace: all other signals are gated by it.
 */
export function scoreOf(parts: ScoreParts, cluster: ClusterRelation = "other"): number {
  const { query, trace, hotness, structure, kind } = parts;
  const own = SCORE_WEIGHTS.query * query;
  const gate = Math.max(query, trace ?? 0);
  const gated = SCORE_WEIGHTS.hotness * hotness + SCORE_WEIGHTS.structure * structure + SCORE_WEIGHTS.kind * kind;
  const bonus =
    cluster === "same" ? SCORE_WEIGHTS.sameCluster : cluster === "related" ? SCORE_WEIGHTS.relatedCluster : 0;
  return spread(trace) * (own + SCORE_WEIGHTS.trace * (trace ?? 0) + gate * gated) + gate * bonus;
}

/** What present weights are multiplied by, so that they sum to 1 whether there is a trace or not. */
function spread(trace: number | undefined): number {
  const { query, trace: traceWeight, hotness, structure, kind } = SCORE_WEIGHTS;
  const present = query + hotness + structure + kind + (trace === undefined ? 0 : traceWeight);
  return (query + traceWeight + hotness + structure + kind) / present;
}
