/**
 * What each candidate could be in the slice: a card at one of the levels it may have, or a reference to a card that the client has.
 * Cards are made on first demand. Token numbers here are estimates from the text alone: they order and pre-select, nothing more.
 */
import type { KeptValues, SymbolHandle } from "@sdl/model";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import { knownDetail } from "../cards/build-card.js";
import { type CardBody, type CardDetail, DETAIL_LEVELS, detailRank } from "../cards/card.js";
import type { CardFacts } from "../cards/card-facts.js";
import type { ResolvedRequest } from "../request.js";
import type { Candidate } from "../search/candidate.js";
import type { CardSource } from "../source/source-lines.js";
import { estimateTokens } from "../tokens/estimate.js";
import { bookOf, type CardBook } from "./card-book.js";
import type { Explainer } from "./explain.js";
import { type SourceForms, sourceTokens } from "./source-options.js";

/** What a level is worth beside the full card. The replay of commits is for many thin cards: what is missing cannot be looked up. */
const DETAIL_VALUES: Readonly<Record<CardDetail, number>> = {
  minimal: 0.5,
  signature: 0.9,
  deps: 0.95,
  compact: 0.98,
  full: 1,
};

/** One way for a candidate to be in the slice. */
export interface CardOption {
  readonly detail: CardDetail;
  /** The client has it: a reference is enough. */
  readonly isRef: boolean;
  /** What it shows of the source. */
  readonly source?: CardSource;
  /** Score × what the level is worth. */
  readonly value: number;
  readonly estimatedTokens: number;
}

export const MINIMAL_OPTION: CardOption = { detail: "minimal", isRef: false, value: 0, estimatedTokens: 0 };

/**
 * What is worth what where a slice shows source: how often a fix changes a line that is shown. It falls with the place among the
 * candidates, by their scores it would fall too slowly. Source: fixes of real issues, `bench/src/gold/`.
 */
const SOURCE_VALUES = { line: 0.05, excerpt: 0.6, code: 0.95, body: 1 } as const;
const valueOfPlace = (place: number): number => 1 / (place + 2) ** 1.5;
/** Of a symbol's line beside its signature. */
const LINE_TOKENS = 14;

/** Tokens of an etag in the side table, and of a reference, whose id costs about ten. */
const ETAG_TOKENS = 6;
const REF_TOKENS = 20;

/** A card at a level, which is made and estimated when it is first asked for: few candidates get beyond their poorest. */
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

/** A symbol in a slice that may show source. */
interface Frame {
  /** Without source. */
  readonly bare: Pick<CardOption, "detail" | "isRef" | "estimatedTokens">;
  /** Around source. */
  readonly frameTokens: number;
}

/** Whether the slice goes deep before it goes wide: as text, and wherever it may show source. */
export function isDeep({ wireFormat, source }: ResolvedRequest): boolean {
  return wireFormat === "text" || source !== "none";
}

interface CardSources {
  readonly graph: SymbolGraph;
  readonly derived: DerivedLayers | undefined;
  readonly kept: KeptValues;
  /** Where the slice may show source. */
  readonly sourceForms?: SourceForms | undefined;
  /** All candidates, best first. */
  readonly ranked: readonly Candidate[];
  /** Those that are in before all others, symbols of edited files, their callers and entry symbols. */
  readonly forced: ReadonlySet<SymbolHandle>;
}

export class CardPool {
  private readonly options = new Map<SymbolHandle, readonly CardOption[]>();
  private readonly graph: SymbolGraph;
  private readonly book: CardBook;
  private readonly sourceForms: SourceForms | undefined;
  private readonly places: ReadonlyMap<SymbolHandle, number>;
  private readonly forced: ReadonlySet<SymbolHandle>;

  constructor(
    { graph, derived, kept, sourceForms, ranked, forced }: CardSources,
    private readonly request: ResolvedRequest,
    private readonly explainer: Explainer,
  ) {
    this.graph = graph;
    this.sourceForms = sourceForms;
    this.forced = forced;
    this.places = new Map(ranked.map(({ symbol }, place) => [symbol, place]));
    const { minCallConfidence, includeResolutionMetadata } = request;
    this.book = bookOf(graph, { minCallConfidence, includeResolutionMetadata, derived }, kept);
  }

  /** Cheapest first; never empty; values and estimates rise. */
  optionsOf(candidate: Candidate): readonly CardOption[] {
    let options = this.options.get(candidate.symbol);
    if (options === undefined) {
      options = isDeep(this.request) ? this.deepOptions(candidate) : this.levelOptions(candidate);
      this.options.set(candidate.symbol, options);
    }
    return options;
  }

  card(candidate: Candidate, detail: CardDetail): CardBody {
    return this.book.of(candidate.symbol).card(detail);
  }

  etag(candidate: Candidate, detail: CardDetail): string {
    return this.book.of(candidate.symbol).etag(detail);
  }

  /**
   * The symbol with no source, then with what is shown of it. Without source are what must be in whatever its size, what the client has, and
   * what has none: for the rest, source of fewer symbols says more than names of many.
   */
  private deepOptions(candidate: Candidate): CardOption[] {
    const { source: choice, wireFormat } = this.request;
    const { symbol } = candidate;
    const worth = valueOfPlace(this.places.get(symbol) ?? this.places.size);
    const { bare, frameTokens } = wireFormat === "text" ? this.lineOf(candidate) : this.poorestOf(candidate);
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

  /** As a line of a text; source stands for the signature. */
  private lineOf({ symbol, record }: Candidate): Frame {
    const signature = this.book.of(symbol).facts.details.signature?.text ?? record.name;
    const estimatedTokens = LINE_TOKENS + estimateTokens(signature);
    return { bare: { detail: "compact", isRef: false, estimatedTokens }, frameTokens: LINE_TOKENS };
  }

  /** As the poorest card that the request allows. */
  private poorestOf(candidate: Candidate): Frame {
    const [{ detail, isRef, estimatedTokens } = MINIMAL_OPTION] = this.levelOptions(candidate);
    const cost = isRef ? this.book.of(candidate.symbol).estimate(detail, "standard") + ETAG_TOKENS : estimatedTokens;
    return { bare: { detail, isRef, estimatedTokens }, frameTokens: cost };
  }

  /** A level whose card the client has, or a richer one, is offered as a reference in place of it and all poorer levels. */
  private levelOptions(candidate: Candidate): CardOption[] {
    const entry = this.book.of(candidate.symbol);
    const known = this.knownLevel(candidate, entry.facts);
    const explained = this.request.explain ? estimateTokens(JSON.stringify(this.explainer.explain(candidate))) : 0;
    const levels = levelsFor(candidate, this.request);
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

  /** The client's level of this card, if its etag is still right. Keys are ids, or names that mean one symbol only. */
  private knownLevel({ record, symbol }: Candidate, facts: CardFacts): CardDetail | undefined {
    const { knownCardEtags } = this.request;
    const byId = Object.hasOwn(knownCardEtags, record.id) ? knownCardEtags[record.id] : undefined;
    const etag = byId ?? this.etagByName(record.name, symbol) ?? this.etagByName(record.qualifiedName, symbol);
    return etag === undefined ? undefined : knownDetail(facts, etag);
  }

  private etagByName(name: string, symbol: SymbolHandle): string | undefined {
    const { knownCardEtags } = this.request;
    if (!Object.hasOwn(knownCardEtags, name)) return undefined;
    const simple = name.slice(name.lastIndexOf(".") + 1);
    const meant = this.graph.symbolsNamed(simple).filter((other) => {
      const { qualifiedName, kind } = this.graph.symbol(other);
      // A module that is named after what it holds is not what people mean by the name.
      return kind !== "module" && (simple === name || qualifiedName === name);
    });
    return meant.length === 1 && meant[0] === symbol ? knownCardEtags[name] : undefined;
  }
}

/** The levels a candidate may have, poorest first: a signature at least, but for edited files, all of whose symbols are to be in. */
function levelsFor(candidate: Candidate, request: ResolvedRequest): readonly CardDetail[] {
  const { cardDetail, adaptiveDetail } = request;
  if (cardDetail !== undefined && !adaptiveDetail) return [cardDetail];
  const byDistance = candidate.depth === 0 ? "full" : candidate.depth === 1 ? "compact" : "signature";
  const richest = Math.min(detailRank(byDistance), detailRank(cardDetail ?? "full"));
  const poorest = candidate.source === "editedFiles" ? "minimal" : "signature";
  return DETAIL_LEVELS.slice(Math.min(detailRank(poorest), richest), richest + 1);
}
