/**
 * Cache of cards, etags and estimates of one graph's symbols, shared between slices: a graph never changes, and tasks of one repository need the
 * same symbols. Bounded in bytes; lives as long as the graph.
 */
import { CACHE_BYTES, estimatedBytes, type KeptValues, RecentMap, type SymbolHandle } from "@sdl/model";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import type { CardBody, CardDetail } from "../cards/card.js";
import { buildCardAtLevel } from "../cards/card-at.js";
import { CardFacts, type CardOptions, computeEtag } from "../cards/card-facts.js";
import { getOrCompute } from "../get-or-compute.js";
import type { WireFormat } from "../request.js";
import { estimateCard, formatTokens, type PartCosts } from "../tokens/estimate-card.js";

/** Approximate size in bytes of an entry's objects, maps and facts, without its cards. */
const ENTRY_BYTES = 2048;

/** Cached values of one symbol, each computed on first request. */
export class CardEntry {
  private readonly cards = new Map<CardDetail, CardBody>();
  private readonly etags = new Map<CardDetail, string>();
  private readonly estimates = new Map<CardDetail, number>();
  private readonly partCosts: PartCosts = new Map();
  private ownBytes = ENTRY_BYTES;

  /** @param onGrowth called with the size in bytes of each card that is built */
  constructor(
    readonly facts: CardFacts,
    private readonly onGrowth: (bytes: number) => void,
  ) {}

  card(detail: CardDetail): CardBody {
    return getOrCompute(this.cards, detail, () => {
      const card = buildCardAtLevel(this.facts, detail);
      this.grow(estimatedBytes(card));
      return card;
    });
  }

  /** Approximate size of the entry in bytes. */
  get sizeBytes(): number {
    return this.ownBytes;
  }

  etag(detail: CardDetail): string {
    return getOrCompute(this.etags, detail, () => computeEtag(this.facts, detail));
  }

  /** Estimated tokens of the card at a level. */
  estimate(detail: CardDetail, format: WireFormat): number {
    const tokens = getOrCompute(this.estimates, detail, () => estimateCard(this.facts, detail, this.partCosts));
    return tokens + formatTokens(detail, format);
  }

  private grow(bytes: number): void {
    this.ownBytes += bytes;
    this.onGrowth(bytes);
  }
}

/** Cards by symbol and level. */
export class CardCache {
  private readonly entries: RecentMap<CardEntry>;
  private readonly onGrowth = (bytes: number): void => this.entries.charge(bytes);

  constructor(
    private readonly graph: SymbolGraph,
    private readonly options: CardOptions,
    maxBytes: number = CACHE_BYTES.cards,
  ) {
    this.entries = new RecentMap({ maxBytes, sizeOf: ({ sizeBytes }) => sizeBytes });
  }

  of(symbol: SymbolHandle): CardEntry {
    let entry = this.entries.get(symbol);
    if (entry === undefined) {
      entry = new CardEntry(new CardFacts(this.graph, symbol, this.options), this.onGrowth);
      this.entries.put(symbol, entry);
    }
    return entry;
  }
}

/** The graph's shared cache if the options are the defaults; otherwise a new cache. */
export function sharedCardCache(graph: SymbolGraph, options: CardOptions, kept: KeptValues): CardCache {
  const isPlain = options.minCallConfidence === undefined && options.includeResolutionMetadata !== true;
  return isPlain ? kept.of(graph, SharedCardCache).cacheForOptions(options) : new CardCache(graph, options);
}

/** Shared cache of one graph, replaced when the graph's derived layers change: they are computed after the graph is opened. */
class SharedCardCache {
  private cache: CardCache | undefined;
  private derived: DerivedLayers | undefined;

  constructor(private readonly graph: SymbolGraph) {}

  cacheForOptions(options: CardOptions): CardCache {
    if (this.cache === undefined || this.derived !== options.derived) this.cache = new CardCache(this.graph, options);
    this.derived = options.derived;
    return this.cache;
  }
}
