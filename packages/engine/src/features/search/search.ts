/** Search as a client asks for it: filters before the limit, evidence on request. */
import type { SymbolKind } from "@sdl/model";
import { searchSymbols } from "@sdl/retrieval";
import type { Query } from "../../query/run-query.js";
import { labelOf } from "../../query/symbol-ref.js";
import { chooseVectors, type SearchModes } from "./search-vectors.js";

export interface SearchRequest {
  readonly query: string;
  readonly kinds?: readonly SymbolKind[] | undefined;
  readonly limit: number;
  readonly semantic: boolean;
  readonly includeRetrievalEvidence: boolean;
}

/** @param modes asked where vectors are asked for */
export async function searchRepository(query: Query, request: SearchRequest, modes: SearchModes): Promise<object> {
  const { graph, kept } = query;
  const { kinds, limit, semantic, includeRetrievalEvidence } = request;
  const chosen = semantic ? await chooseVectors(query, request.query, modes) : undefined;
  // One more than asked for tells whether there are more.
  const { results, evidence } = searchSymbols(graph, graph, request.query, {
    limit: limit + 1,
    kinds,
    vectors: chosen?.vectors,
    direction: chosen?.direction,
    onlyReorders: chosen?.onlyReorder === true,
    history: semantic ? query.derived?.history() : undefined,
    kept,
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
            fallbackReason: chosen?.fallbackReason ?? null,
          },
        }
      : {}),
    ...(chosen?.derivedVersion === undefined ? {} : { pinned: { derivedVersion: chosen.derivedVersion } }),
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
