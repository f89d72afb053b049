/**
 * The options of each candidate: a card at one of its levels, or a reference to a card that the client has. Cards are built on first request.
 * Token numbers are estimates from the text; they only order and pre-select options.
 */
import type { KeptValues, SymbolHandle } from "@sdl/model";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import { detailOfEtag } from "../cards/build-card.js";
import { type CardBody, type CardDetail, DETAIL_LEVELS, detailRank } from "../cards/card.js";
import type { CardFacts } from "../cards/card-facts.js";
import type { ResolvedRequest } from "../request.js";
import type { Candidate } from "../search/candidate.js";
import type { CardSource } from "../source/source-lines.js";
import { estimateTokens } from "../tokens/estimate.js";
import { type CardCache, sharedCardCache } from "./card-cache.js";
import type { Explainer } from "./explain.js";
import { type SourceForms, sourceTokens } from "./source-options.js";

/** Value of each level relative to the full card. The replay of commits favours many thin cards: a missing symbol cannot be looked up. */
const DETAIL_VALUES: Readonly<Record<CardDetail, number>> = {
  minimal: 0.5,
  signature: 0.9,
  deps: 0.95,
  compact: 0.98,
  full: 1,
};

/** One way to show a candidate in the slice. */
export interface CardOption {
  readonly detail: CardDetail;
  /** Whether the client has the card, so that a reference suffices. */
  readonly isRef: boolean;
  /** Source that the card shows. */
  readonly source?: CardSource;
  /** Candidate's score × value of the level. */
  readonly value: number;
  readonly estimatedTokens: number;
}

/** The state before the first step: nothing is shown, at no cost. */
export const MINIMAL_OPTION: CardOption = { detail: "minimal", isRef: false, value: 0, estimatedTokens: 0 };

/**
 * Value of each form of source: how often a fix changes a line that the form shows. The value decreases with the candidate's rank, because it
 * would decrease too slowly with the score. Source: fixes of real issues, `bench/src/gold/`.
 */
const SOURCE_VALUES = { line: 0.05, excerpt: 0.6, code: 0.95, body: 1 } as const;
const valueOfRank = (place: number): number => 1 / (place + 2) ** 1.5;
/** Tokens of a symbol's line in the text format, without its signature. */
const LINE_TOKENS = 14;

/** Tokens of an etag in the side table, and of a reference, whose id takes about ten. */
const ETAG_TOKENS = 6;
const REF_TOKENS = 20;

/** A card at a level, built and estimated on first request: few candidates get beyond their lowest level. */
class LevelOption implements CardOption {
  readonly isRef = false;
  private tokens: number | undefined;

  constructor(
    readonly detail: CardDetail,
    readonly value: number,
    private readonly estimate: () => number,
  ) {}

  get estimatedTokens(): number {
    this.tokens ??= this.estimate();
    return this.tokens;
  }
}

/** Costs of a symbol in a slice that may show source. */
interface SourcelessOption {
  /** Option without source. */
  readonly bare: Pick<CardOption, "detail" | "isRef" | "estimatedTokens">;
  /** Tokens of the symbol's option without those of the source that it shows. */
  readonly frameTokens: number;
}

/** Whether the slice prefers source or detail of few symbols over more symbols: in the text format, and whenever it may show source. */
export function isDeep({ wireFormat, source }: ResolvedRequest): boolean {
  return wireFormat === "text" || source !== "none";
}

interface CardSources {
  readonly graph: SymbolGraph;
  readonly derived: DerivedLayers | undefined;
  readonly kept: KeptValues;
  /** Present if the slice may show source. */
  readonly sourceForms?: SourceForms | undefined;
  /** All candidates, best first. */
  readonly ranked: readonly Candidate[];
  /** Symbols that enter before all others: symbols of edited files, their callers, and entry symbols. */
  readonly forced: ReadonlySet<SymbolHandle>;
}

/** Provides the options of each candidate of one slice. */
export class CardPool {
  private readonly options = new Map<SymbolHandle, readonly CardOption[]>();
  private readonly graph: SymbolGraph;
  private readonly cardCache: CardCache;
  private readonly sourceForms: SourceForms | undefined;
  private readonly ranks: ReadonlyMap<SymbolHandle, number>;
  private readonly forced: ReadonlySet<SymbolHandle>;

  constructor(
    { graph, derived, kept, sourceForms, ranked, forced }: CardSources,
    private readonly request: ResolvedRequest,
    private readonly explainer: Explainer,
  ) {
    this.graph = graph;
    this.sourceForms = sourceForms;
    this.forced = forced;
    this.ranks = new Map(ranked.map(({ symbol }, place) => [symbol, place]));
    const { minCallConfidence, includeResolutionMetadata } = request;
    this.cardCache = sharedCardCache(graph, { minCallConfidence, includeResolutionMetadata, derived }, kept);
  }

  /** Options of a candidate, cheapest first; never empty; values and estimates increase. */
  optionsOf(candidate: Candidate): readonly CardOption[] {
    let options = this.options.get(candidate.symbol);
    if (options === undefined) {
      options = isDeep(this.request) ? this.deepOptions(candidate) : this.levelOptions(candidate);
      this.options.set(candidate.symbol, options);
    }
    return options;
  }

  card(candidate: Candidate, detail: CardDetail): CardBody {
    return this.cardCache.of(candidate.symbol).card(detail);
  }

  etag(candidate: Candidate, detail: CardDetail): string {
    return this.cardCache.of(candidate.symbol).etag(detail);
  }

  /**
   * Options without source, then with increasing amounts of source. The option without source exists only for forced symbols, for cards that the
   * client has, and for symbols without source: for all others, source of fewer symbols is worth more than names of many.
   */
  private deepOptions(candidate: Candidate): CardOption[] {
    const { source: choice, wireFormat } = this.request;
    const { symbol } = candidate;
    const worth = valueOfRank(this.ranks.get(symbol) ?? this.ranks.size);
    const { bare, frameTokens } = wireFormat === "text" ? this.lineOption(candidate) : this.lowestOption(candidate);
    const forms = this.sourceForms?.of(symbol, choice) ?? [];
    const sourced = forms.map((source) => ({
      detail: bare.detail,
      isRef: false,
      source,
      value: worth * SOURCE_VALUES[source.form],
      estimatedTokens: frameTokens + sourceTokens(source, wireFormat),
    }));
    const mayBeBare = sourced.length === 0 || bare.isRef || this.forced.has(symbol);
    return mayBeBare ? [{ ...bare, value: worth * SOURCE_VALUES.line }, ...sourced] : sourced;
  }

  /** Costs in the text format: the symbol is one line, in which source replaces the signature. */
  private lineOption({ symbol, record }: Candidate): SourcelessOption {
    const signature = this.cardCache.of(symbol).facts.details.signature?.text ?? record.name;
    const estimatedTokens = LINE_TOKENS + estimateTokens(signature);
    return { bare: { detail: "compact", isRef: false, estimatedTokens }, frameTokens: LINE_TOKENS };
  }

  /** Costs as a card at the lowest level that the request allows. */
  private lowestOption(candidate: Candidate): SourcelessOption {
    const [{ detail, isRef, estimatedTokens } = MINIMAL_OPTION] = this.levelOptions(candidate);
    const cost = isRef
      ? this.cardCache.of(candidate.symbol).estimate(detail, "standard") + ETAG_TOKENS
      : estimatedTokens;
    return { bare: { detail, isRef, estimatedTokens }, frameTokens: cost };
  }

  /** Options by level. If the client has the card at a level, a reference replaces this level and all lower ones. */
  private levelOptions(candidate: Candidate): CardOption[] {
    const entry = this.cardCache.of(candidate.symbol);
    const known = this.knownLevel(candidate, entry.facts);
    const explained = this.request.explain ? estimateTokens(JSON.stringify(this.explainer.explain(candidate))) : 0;
    const levels = allowedLevels(candidate, this.request);
    const options: CardOption[] = [];
    if (known !== undefined && detailRank(known) >= detailRank(levels[0] ?? "minimal")) {
      options.push({
        detail: known,
        isRef: true,
        value: candidate.score * DETAIL_VALUES[known],
        estimatedTokens: REF_TOKENS,
      });
    }
    for (const detail of levels) {
      if (options[0]?.isRef === true && detailRank(detail) <= detailRank(options[0].detail)) continue;
      const estimate = () => entry.estimate(detail, this.request.wireFormat) + ETAG_TOKENS + explained;
      options.push(new LevelOption(detail, candidate.score * DETAIL_VALUES[detail], estimate));
    }
    return options;
  }

  /** Level of the client's card if its etag is still valid. Keys of `knownCardEtags` are ids, or names that denote exactly one symbol. */
  private knownLevel({ record, symbol }: Candidate, facts: CardFacts): CardDetail | undefined {
    const { knownCardEtags } = this.request;
    const byId = Object.hasOwn(knownCardEtags, record.id) ? knownCardEtags[record.id] : undefined;
    const etag = byId ?? this.etagByName(record.name, symbol) ?? this.etagByName(record.qualifiedName, symbol);
    return etag === undefined ? undefined : detailOfEtag(facts, etag);
  }

  private etagByName(name: string, symbol: SymbolHandle): string | undefined {
    const { knownCardEtags } = this.request;
    if (!Object.hasOwn(knownCardEtags, name)) return undefined;
    const simple = name.slice(name.lastIndexOf(".") + 1);
    const meant = this.graph.symbolsNamed(simple).filter((other) => {
      const { qualifiedName, kind } = this.graph.symbol(other);
      // A module with the name of its content is not what a client means by that name.
      return kind !== "module" && (simple === name || qualifiedName === name);
    });
    return meant.length === 1 && meant[0] === symbol ? knownCardEtags[name] : undefined;
  }
}

/** Levels that a candidate may have, lowest first: at least `signature`, but `minimal` for edited files, whose symbols must all enter. */
function allowedLevels(candidate: Candidate, request: ResolvedRequest): readonly CardDetail[] {
  const { cardDetail, adaptiveDetail } = request;
  if (cardDetail !== undefined && !adaptiveDetail) return [cardDetail];
  const byDistance = candidate.depth === 0 ? "full" : candidate.depth === 1 ? "compact" : "signature";
  const richest = Math.min(detailRank(byDistance), detailRank(cardDetail ?? "full"));
  const poorest = candidate.source === "editedFiles" ? "minimal" : "signature";
  return DETAIL_LEVELS.slice(Math.min(detailRank(poorest), richest), richest + 1);
}
