/** Searches symbols as a client requests it: applies filters before the limit, returns evidence on request. */
import type { SymbolKind } from "@sdl/model";
import { searchByRelevance } from "@sdl/retrieval";
import type { Query } from "../../query/run-query.js";
import { labelOf } from "../../query/symbol-ref.js";
import { wordSymbol } from "../../query/symbol-wording.js";
import { chooseVectors, type SearchModes } from "./search-vectors.js";

/** What to search, with filters and limits. */
export interface SearchRequest {
  readonly query: string;
  readonly kinds?: readonly SymbolKind[] | undefined;
  readonly limit: number;
  readonly semantic: boolean;
  readonly includeRetrievalEvidence: boolean;
  /** Whether to include signatures and summaries, for text answers. */
  readonly isWorded: boolean;
}

/** Maximum results with signature and summary; further ones have only their names. */
const MAX_WORDED = 50;

/** @param modes settings on vectors; used only if `semantic` is set */
export async function searchRepository(query: Query, request: SearchRequest, modes: SearchModes): Promise<object> {
  const { graph, kept } = query;
  const { kinds, limit, semantic, includeRetrievalEvidence, isWorded } = request;
  const chosen = semantic ? await chooseVectors(query, request.query, modes) : undefined;
  // Requests one more result than the limit, to know whether there are more.
  const { results, evidence, noGoodMatch } = searchByRelevance(graph, graph, request.query, {
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
    results: results.slice(0, limit).map(({ symbol, score }, index) => ({
      ...labelOf(graph.symbol(symbol)),
      score: roundScore(score),
      ...(isWorded && index < MAX_WORDED ? wordSymbol(graph, symbol) : {}),
    })),
    ...(noGoodMatch ? { noGoodMatch } : {}),
    retrievalMode: evidence.mode,
    ...(includeRetrievalEvidence
      ? {
          retrievalEvidence: {
            ...evidence,
            fusionLatencyMs: roundScore(evidence.fusionLatencyMs),
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
    ? `There are more than ${limit} results: raise limit (at most 1000), add kinds, or use a more precise query.`
    : "There are more than 1000 results: add kinds, or use a more precise query.";
}

function roundScore(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
