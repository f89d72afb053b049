/** One card by itself: what `getCard` answers. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { type Card, type CardDetail, DETAIL_LEVELS, detailRank } from "./card.js";
import { cardAt } from "./card-at.js";
import { CardFacts, type CardOptions, etagAt, unresolvedCalls } from "./card-facts.js";
import { dependentsOf } from "./dependents.js";

export interface BuildCardOptions extends CardOptions {
  /** Default `full`. */
  readonly detail?: CardDetail;
  readonly repoId?: string | undefined;
}

/** @throws when `handle` is no symbol of the graph */
export function buildCard(graph: SymbolGraph, handle: SymbolHandle, options: BuildCardOptions = {}): Card {
  const detail = options.detail ?? "full";
  const facts = new CardFacts(graph, handle, cardOptionsOf(options));
  const unresolved = options.includeResolutionMetadata === true ? unresolvedCalls(graph, handle) : [];
  const { symbolId, line, ...body } = cardAt(facts, detail, unresolved);
  const usedBy = detail === "full" ? dependentsOf(graph, handle) : [];
  return {
    symbolId,
    ...(options.repoId === undefined ? {} : { repoId: options.repoId }),
    ...(body.range?.startLine === line ? {} : { line }),
    ...body,
    ...(usedBy.length === 0 ? {} : { usedBy }),
    etag: etagAt(facts, detail),
    version: { ledgerVersion: graph.version, astFingerprint: facts.details.astFingerprint },
  };
}

/**
 * The level that a client's etag stands for, when it is still the card's and at least as rich as `detail`; else `undefined`.
 * The etags of all levels share the facts, so none of them survives a change of the symbol.
 */
export function knownDetail(facts: CardFacts, etag: string, detail: CardDetail = "minimal"): CardDetail | undefined {
  return DETAIL_LEVELS.slice(detailRank(detail)).find((level) => etagAt(facts, level) === etag);
}

function cardOptionsOf({ minCallConfidence, includeResolutionMetadata, derived }: CardOptions): CardOptions {
  return {
    derived,
    ...(minCallConfidence === undefined ? {} : { minCallConfidence }),
    ...(includeResolutionMetadata === undefined ? {} : { includeResolutionMetadata }),
  };
}
