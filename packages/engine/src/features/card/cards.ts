/** Cards as clients request them: one or many, by id or by reference; a card whose etag the client passes is not sent again. */
import { SdlError, type SymbolHandle } from "@sdl/model";
import { buildCard, type Card, estimateTokens } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { etagsById } from "../../query/known-etags.js";
import type { Query } from "../../query/run-query.js";
import { discloseSource } from "../../query/source-in-answers.js";
import {
  describeRef,
  resolveReferredSymbol,
  resolveRequestedSymbol,
  type SymbolChoice,
  type SymbolRef,
} from "../../query/symbol-ref.js";
import { type CardSourceChoice, readCardSource } from "./card-source.js";

interface CardShape {
  readonly minCallConfidence?: number | undefined;
  readonly includeResolutionMetadata: boolean;
}

/** Request for the card of one symbol. */
export interface CardRequest extends CardShape, SymbolChoice {
  readonly ifNoneMatch?: string | undefined;
  /** Default: `auto` in a text answer, `none` in JSON. */
  readonly source?: CardSourceChoice | undefined;
}

/** Request for several cards, by ids or references. */
export interface CardsRequest extends CardShape {
  readonly symbolIds?: readonly string[] | undefined;
  readonly symbolRefs?: readonly (string | SymbolRef)[] | undefined;
  /** Etag by symbol; a key is any reference that resolves to the symbol. */
  readonly knownEtags?: Readonly<Record<string, string>> | undefined;
}

interface NotModified {
  readonly notModified: true;
  readonly etag: string;
  readonly ledgerVersion: string;
}

interface CardFailure {
  readonly input: string;
  readonly classification: "not_found" | "ambiguous" | "internal";
  readonly fallbackTools: readonly string[];
}

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous` */
export async function getCard(
  query: Query,
  request: CardRequest,
  { text, sentAs }: Pick<RunContext, "text" | "sentAs">,
): Promise<object> {
  const symbol = resolveRequestedSymbol(query, request);
  const card = buildShapedCard(query, symbol, request);
  if (card.etag === request.ifNoneMatch) return makeNotModified(card);
  const { source: choice = text === undefined ? "none" : "auto" } = request;
  if (choice === "none") return card;
  return discloseSource(query, "sdl.symbol.getCard", async (allowed) => {
    const source = await readCardSource(query, symbol, choice, allowed);
    const warnings = allowed.withheld === undefined ? [] : [allowed.withheld];
    const answer = { ...card, source, warnings };
    const tokens = source === undefined ? 0 : estimateTokens(sentAs({ ...answer, ...query.basis }));
    return { answer, symbols: source === undefined ? [] : [card.symbolId], tokens };
  });
}

/** Cards in the requested order. An input that cannot be resolved is listed in `failures` and has no entry in `cards`. */
export function getCards(query: Query, request: CardsRequest): object {
  const knownEtags = etagsById(query, request.knownEtags ?? {});
  const cards: object[] = [];
  const succeeded: string[] = [];
  const failures: CardFailure[] = [];
  for (const { input, resolve } of wantedSymbols(query, request)) {
    try {
      const card = buildShapedCard(query, resolve(), request);
      cards.push(
        knownEtags.get(card.symbolId) === card.etag ? { symbolId: card.symbolId, ...makeNotModified(card) } : card,
      );
      succeeded.push(input);
    } catch (error) {
      failures.push(classifyFailure(input, error));
    }
  }
  return { cards, partial: failures.length > 0, succeeded, failed: failures.map((failure) => failure.input), failures };
}

function wantedSymbols(
  query: Query,
  { symbolIds = [], symbolRefs = [] }: CardsRequest,
): { readonly input: string; readonly resolve: () => SymbolHandle }[] {
  return [...symbolIds, ...symbolRefs].map((reference) => ({
    input: describeRef(reference),
    resolve: () => resolveReferredSymbol(query, reference),
  }));
}

function buildShapedCard({ graph, derived, entry }: Query, handle: SymbolHandle, shape: CardShape): Card {
  return buildCard(graph, handle, {
    repoId: entry.repoId,
    derived,
    minCallConfidence: shape.minCallConfidence,
    includeResolutionMetadata: shape.includeResolutionMetadata,
  });
}

function makeNotModified({ etag, version }: Card): NotModified {
  return { notModified: true, etag, ledgerVersion: version.ledgerVersion };
}

/** Classifies one input's error. @throws the error itself if the store is damaged: that concerns the whole call, not one input */
function classifyFailure(input: string, error: unknown): CardFailure {
  if (error instanceof SdlError && error.code === "corrupt_store") throw error;
  const code = error instanceof SdlError ? error.code : "internal";
  if (code === "symbol_ambiguous")
    return { input, classification: "ambiguous", fallbackTools: ["sdl.symbol.search", "sdl.symbol.getCard"] };
  const isMissing = code === "symbol_not_found" || code === "invalid_params";
  return { input, classification: isMissing ? "not_found" : "internal", fallbackTools: ["sdl.symbol.search"] };
}
