/**
 * What encoded cards cost within a result, without writing them again for every selection that is tried: the tokens of a card are
 * counted once, and only what changes with its place is added to them.
 *
 * A result may be counted in parts cut in front of a card's first key, which `{"` precedes, of its file's and cluster's keys, and of the key behind
 * each and behind the list of cards, which `,"` precede: see count-tokens.ts.
 */
import { remember } from "../remember.js";
import type { SliceCard } from "../slice.js";
import type { CountTokens } from "../tokens/count-tokens.js";
import { shortCard } from "../wire/encode-card.js";
import type { WireEncoding } from "../wire/wire.js";

/** Stands for all cards in the text around them. */
export const CARD_STUB = { i: 0 };

/** What follows a card, up to the next cut: another card, or what comes behind the list. */
const BEFORE_CARD = ',{"';
const BEHIND_LIST = '],"';

/** Tokens of cards from their first key on up to what follows them, their place in a table of paths counted as 0. */
type Costs = Readonly<Record<typeof BEFORE_CARD | typeof BEHIND_LIST, WeakMap<SliceCard, number>>>;

/** Of one counter, which adds up at the cuts. Cards are kept from slice to slice. */
export class CardCosts {
  private readonly costs: Record<Layout, Costs> = { standard: noCosts(), paths: noCosts(), table: noCosts() };

  constructor(private readonly countTokens: CountTokens) {}

  /** What the cards cost beyond a {@link CARD_STUB} in their place. @param cards at least one */
  ofAll(cards: readonly SliceCard[], encoding: WireEncoding): number {
    const layout = layoutOf(encoding);
    const paths = new Places("f", this.countTokens);
    const clusters = new Places("u", this.countTokens);
    let tokens = -this.countTokens(bodyText(CARD_STUB) + BEHIND_LIST);
    cards.forEach((card, index) => {
      const after = index === cards.length - 1 ? BEHIND_LIST : BEFORE_CARD;
      tokens += this.upTo(after, card, layout);
      if (layout !== "table") return;
      tokens += paths.costOf(card.file);
      if (card.cluster !== undefined) tokens += clusters.costOf(card.cluster.clusterId);
    });
    return tokens;
  }

  /** What one more card costs at least: without its places in tables, its etag and its edges. */
  leastOf(card: SliceCard, encoding: WireEncoding): number {
    return this.upTo(BEFORE_CARD, card, layoutOf(encoding));
  }

  private upTo(after: keyof Costs, card: SliceCard, layout: Layout): number {
    return remember(this.costs[layout][after], card, () => this.countTokens(bodyText(encodedAs(layout, card)) + after));
  }
}

/** With the first place in tables. */
function encodedAs(layout: Layout, card: SliceCard): object {
  if (layout === "standard") return card;
  return layout === "paths" ? shortCard(card) : shortCard(card, 0, card.cluster === undefined ? undefined : 0);
}

/** A table that cards give the index into, in the order of first appearance; a key follows the index's. */
class Places {
  private readonly indexes = new Map<string, number>();
  private readonly first: number;

  constructor(
    private readonly key: string,
    private readonly countTokens: CountTokens,
  ) {
    this.first = this.count(0);
  }

  /** What the value's place costs beyond the first. */
  costOf(value: string): number {
    const index = this.indexes.get(value) ?? this.indexes.size;
    this.indexes.set(value, index);
    return this.count(index) - this.first;
  }

  private count(index: number): number {
    return this.countTokens(`${this.key}":${index},"`);
  }
}

/** From the first key's first letter to the end. */
function bodyText(encoded: object): string {
  return JSON.stringify(encoded).slice(2);
}

/** What decides how a card is written: as it is, with its path and cluster, or with places in tables of them. */
type Layout = "standard" | "paths" | "table";

function layoutOf({ wireFormat, wireFormatVersion }: WireEncoding): Layout {
  if (wireFormat !== "compact") return "standard";
  return wireFormatVersion === 1 ? "paths" : "table";
}

function noCosts(): Costs {
  return { [BEFORE_CARD]: new WeakMap(), [BEHIND_LIST]: new WeakMap() };
}
