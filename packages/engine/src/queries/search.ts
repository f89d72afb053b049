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

const NO_VECTORS = "there is no vector index; results come from names and words";

export async function searchRepository({ graph }: Query, request: SearchRequest): Promise<object> {
  const { searchSymbols } = await import("@sdl/retrieval");
  const { query, kinds, limit, semantic, includeRetrievalEvidence } = request;
  // One more than asked for tells whether there are more.
  const { results, evidence } = searchSymbols(graph, graph, query, {
    limit: limit + 1,
    ...(kinds === undefined ? {} : { kinds }),
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
            fallbackReason: semantic ? NO_VECTORS : null,
          },
        }
      : {}),
    ...(results.length > limit ? { truncation: { truncated: true, howToResume: resumeHint(limit) } } : {}),
  };
}

function resumeHint(limit: number): string {
  return limit < 1000
    ? `There are more than ${limit} results: raise limit (at most 1000), add kinds, or ask more precisely.`
    : "There are more than 1000 results: add kinds, or ask more precisely.";
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
