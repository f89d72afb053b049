/** Search as a client asks for it: filters before the limit, evidence on request. */
import type { SymbolKind } from "@sdl/model";
import type { Query } from "./pinned.js";
import { labelOf } from "./symbol-ref.js";

export interface SearchRequest {
  readonly query: string;
  readonly kinds?: readonly SymbolKind[] | undefined;
  readonly limit: number;
  readonly semantic: boolean;
  readonly includeRetrievalEvidence: boolean;
}

/** The user's setting of how vectors take part in a search. */
export type RetrievalMode = "hybrid" | "legacy";

/** @param modeOf asked where vectors are asked for */
export async function searchRepository(
  query: Query,
  request: SearchRequest,
  modeOf: () => RetrievalMode,
): Promise<object> {
  const { searchSymbols } = await import("@sdl/retrieval");
  const { graph } = query;
  const { kinds, limit, semantic, includeRetrievalEvidence } = request;
  const mode = semantic ? modeOf() : "hybrid";
  // One more than asked for tells whether there are more.
  const { results, evidence } = searchSymbols(graph, graph, request.query, {
    limit: limit + 1,
    ...(kinds === undefined ? {} : { kinds }),
    vectors: semantic ? query.derived?.vectors() : undefined,
    history: semantic ? query.derived?.history() : undefined,
    onlyReorders: mode === "legacy",
    now: () => performance.now(),
  });
  return {
    results: results
      .slice(0, limit)
      .map(({ symbol, score }) => ({ ...labelOf(graph.symbol(symbol)), score: round(score) })),
    retrievalMode: evidence.mode,
    ...(includeRetrievalEvidence
      ? {
          retrievalEvidence: {
            ...evidence,
            fusionLatencyMs: round(evidence.fusionLatencyMs),
            fallbackReason: semantic ? fallbackReason(query, mode) : null,
          },
        }
      : {}),
    ...(results.length > limit ? { truncation: { truncated: true, howToResume: resumeHint(limit) } } : {}),
  };
}

/** Why a search that may use vectors does not, or does in part. */
function fallbackReason({ derived }: Query, mode: RetrievalMode): string | null {
  if (derived === undefined) return "this version has no vectors: they follow the latest one; names and words answered";
  if (derived.vectors() === undefined) return "the code is too little for vectors; names and words answered";
  return mode === "legacy" ? "semantic.retrieval.mode is legacy: names and words find, vectors order" : null;
}

function resumeHint(limit: number): string {
  return limit < 1000
    ? `There are more than ${limit} results: raise limit (at most 1000), add kinds, or ask more precisely.`
    : "There are more than 1000 results: add kinds, or ask more precisely.";
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
