/** Single cards, as the action `getCard` returns them. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { type Card, type CardDetail, DETAIL_LEVELS, detailRank } from "./card.js";
import { buildCardAtLevel } from "./card-at.js";
import { CardFacts, type CardOptions, computeEtag, unresolvedCalls } from "./card-facts.js";
import { dependentsOf } from "./dependents.js";

/** Detail and context of a card. */
export interface BuildCardOptions extends CardOptions {
  /** Detail level of the card; default `full`. */
  readonly detail?: CardDetail;
  readonly repoId?: string | undefined;
}

/** Builds the card of one symbol. @throws if the graph has no symbol `handle` */
export function buildCard(graph: SymbolGraph, handle: SymbolHandle, options: BuildCardOptions = {}): Card {
  const detail = options.detail ?? "full";
  const facts = new CardFacts(graph, handle, cardOptionsOf(options));
  const unresolved = options.includeResolutionMetadata === true ? unresolvedCalls(graph, handle) : [];
  const { symbolId, line, ...body } = buildCardAtLevel(facts, detail, unresolved);
  const usedBy = detail === "full" ? dependentsOf(graph, handle) : [];
  return {
    symbolId,
    ...(options.repoId === undefined ? {} : { repoId: options.repoId }),
    ...(body.range?.startLine === line ? {} : { line }),
    ...body,
    ...(usedBy.length === 0 ? {} : { usedBy }),
    etag: computeEtag(facts, detail),
    version: { ledgerVersion: graph.version, astFingerprint: facts.details.astFingerprint },
  };
}

/**
 * Level of the client's card, by its etag, if the card is unchanged and the level is at least `detail`; otherwise `undefined`.
 * The etags of all levels cover the same facts, so a change of the symbol invalidates all of them.
 */
export function detailOfEtag(facts: CardFacts, etag: string, detail: CardDetail = "minimal"): CardDetail | undefined {
  return DETAIL_LEVELS.slice(detailRank(detail)).find((level) => computeEtag(facts, level) === etag);
}

function cardOptionsOf({ minCallConfidence, includeResolutionMetadata, derived }: CardOptions): CardOptions {
  return {
    derived,
    ...(minCallConfidence === undefined ? {} : { minCallConfidence }),
    ...(includeResolutionMetadata === undefined ? {} : { includeResolutionMetadata }),
  };
}
