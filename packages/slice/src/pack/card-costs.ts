/**
 * Token costs of cards within an encoded result. A card's tokens are counted once and cached; for each selection that is tried, only the tokens
 * that depend on the card's position are counted.
 *
 * A result may be counted in parts that are cut before the first key of a card (preceded by `{"`), before the keys of its file and cluster, and
 * before the key that follows each of these or the list of cards (preceded by `,"`); see count-tokens.ts.
 */
import { getOrCompute } from "../get-or-compute.js";
import type { SliceCard } from "../slice.js";
import type { CountTokens } from "../tokens/count-tokens.js";
import { compactCard } from "../wire/encode-card.js";
import type { WireEncoding } from "../wire/wire.js";

/** Placeholder for all cards in the text around them. */
export const CARD_STUB = { i: 0 };

/** Text between a card and the next cut: before another card, or before the part that follows the list. */
const BEFORE_CARD = ',{"';
const AFTER_LIST = '],"';

/** Tokens of a card from its first key through the text that follows, with index 0 in place of its table indexes. */
type CardTokenCosts = Readonly<Record<typeof BEFORE_CARD | typeof AFTER_LIST, WeakMap<SliceCard, number>>>;

/** Cached token costs of cards for one token counter, which must be additive at the cuts. Card objects are reused between slices. */
export class CardCosts {
  private readonly costs: Record<CardLayout, CardTokenCosts> = {
    standard: noCosts(),
    paths: noCosts(),
    table: noCosts(),
  };

  constructor(private readonly countTokens: CountTokens) {}

  /** Tokens of the cards beyond one {@link CARD_STUB} in their place. @param cards at least one */
  ofAll(cards: readonly SliceCard[], encoding: WireEncoding): number {
    const layout = chooseLayout(encoding);
    const paths = new TableIndexCosts("f", this.countTokens);
    const clusters = new TableIndexCosts("u", this.countTokens);
    let tokens = -this.countTokens(bodyText(CARD_STUB) + AFTER_LIST);
    cards.forEach((card, index) => {
      const after = index === cards.length - 1 ? AFTER_LIST : BEFORE_CARD;
      tokens += this.tokensThrough(after, card, layout);
      if (layout !== "table") return;
      tokens += paths.indexCost(card.file);
      if (card.cluster !== undefined) tokens += clusters.indexCost(card.cluster.clusterId);
    });
    return tokens;
  }

  /** Minimum tokens that one more card adds: without larger table indexes, its etag and its edges. */
  minimumOf(card: SliceCard, encoding: WireEncoding): number {
    return this.tokensThrough(BEFORE_CARD, card, chooseLayout(encoding));
  }

  private tokensThrough(after: keyof CardTokenCosts, card: SliceCard, layout: CardLayout): number {
    return getOrCompute(this.costs[layout][after], card, () =>
      this.countTokens(bodyText(encodedAs(layout, card)) + after),
    );
  }
}

/** The encoded card with index 0 for its file and cluster. */
function encodedAs(layout: CardLayout, card: SliceCard): object {
  if (layout === "standard") return card;
  return layout === "paths" ? compactCard(card) : compactCard(card, 0, card.cluster === undefined ? undefined : 0);
}

/** Token costs of indexes into a table (paths or clusters), which assigns indexes in the order of first appearance; a key follows each index. */
class TableIndexCosts {
  private readonly indexes = new Map<string, number>();
  private readonly first: number;

  constructor(
    private readonly key: string,
    private readonly countTokens: CountTokens,
  ) {
    this.first = this.count(0);
  }

  /** Tokens of the value's index beyond those of index 0. */
  indexCost(value: string): number {
    const index = this.indexes.get(value) ?? this.indexes.size;
    this.indexes.set(value, index);
    return this.count(index) - this.first;
  }

  private count(index: number): number {
    return this.countTokens(`${this.key}":${index},"`);
  }
}

/** JSON of a card from the first letter of its first key to its end. */
function bodyText(encoded: object): string {
  return JSON.stringify(encoded).slice(2);
}

/** How a card is encoded: `standard` unchanged, `paths` with its path and cluster inline, `table` with indexes into tables. */
type CardLayout = "standard" | "paths" | "table";

function chooseLayout({ wireFormat, wireFormatVersion }: WireEncoding): CardLayout {
  if (wireFormat !== "compact") return "standard";
  return wireFormatVersion === 1 ? "paths" : "table";
}

function noCosts(): CardTokenCosts {
  return { [BEFORE_CARD]: new WeakMap(), [AFTER_LIST]: new WeakMap() };
}
