/**
 * Cards, etags and estimates of one graph's symbols, each made once and kept from slice to slice: a graph never changes, and tasks of
 * one repository meet the same symbols. Bounded in bytes; lives as long as the graph.
 */
import { CACHE_BYTES, estimatedBytes, type KeptValues, RecentMap, type SymbolHandle } from "@sdl/model";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import type { CardBody, CardDetail } from "../cards/card.js";
import { cardAt } from "../cards/card-at.js";
import { CardFacts, type CardOptions, etagAt } from "../cards/card-facts.js";
import { remember } from "../remember.js";
import type { WireFormat } from "../request.js";
import { estimateCard, formatTokens, type PartCosts } from "../tokens/estimate-card.js";

/** An entry's objects and maps, and about what its facts take. */
const ENTRY_BYTES = 2048;

/** What is known of one symbol; the rest is made when asked for. */
export class CardEntry {
  private readonly cards = new Map<CardDetail, CardBody>();
  private readonly etags = new Map<CardDetail, string>();
  private readonly estimates = new Map<CardDetail, number>();
  private readonly partCosts: PartCosts = new Map();
  private ownBytes = ENTRY_BYTES;

  /** @param onGrowth told of the bytes of every card that is made */
  constructor(
    readonly facts: CardFacts,
    private readonly onGrowth: (bytes: number) => void,
  ) {}

  card(detail: CardDetail): CardBody {
    return remember(this.cards, detail, () => {
      const card = cardAt(this.facts, detail);
      this.grow(estimatedBytes(card));
      return card;
    });
  }

  /** About what the entry takes. */
  get sizeBytes(): number {
    return this.ownBytes;
  }

  etag(detail: CardDetail): string {
    return remember(this.etags, detail, () => etagAt(this.facts, detail));
  }

  /** Tokens of the card at a level, by estimate. */
  estimate(detail: CardDetail, format: WireFormat): number {
    const tokens = remember(this.estimates, detail, () => estimateCard(this.facts, detail, this.partCosts));
    return tokens + formatTokens(detail, format);
  }

  private grow(bytes: number): void {
    this.ownBytes += bytes;
    this.onGrowth(bytes);
  }
}

export class CardBook {
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

/** The graph's own book for cards that nothing special was asked of; a new one for all others. */
export function bookOf(graph: SymbolGraph, options: CardOptions, kept: KeptValues): CardBook {
  const isPlain = options.minCallConfidence === undefined && options.includeResolutionMetadata !== true;
  return isPlain ? kept.of(graph, PlainCards).bookWith(options) : new CardBook(graph, options);
}

/** With the layers that the graph has: they come while it lives. */
class PlainCards {
  private book: CardBook | undefined;
  private derived: DerivedLayers | undefined;

  constructor(private readonly graph: SymbolGraph) {}

  bookWith(options: CardOptions): CardBook {
    if (this.book === undefined || this.derived !== options.derived) this.book = new CardBook(this.graph, options);
    this.derived = options.derived;
    return this.book;
  }
}
