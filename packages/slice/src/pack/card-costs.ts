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

/** By counter; cards are kept from slice to slice. */
const costsByCounter = new WeakMap<CountTokens, Record<Layout, Costs>>();

/** What the cards cost beyond a {@link CARD_STUB} in their place. @param cards at least one @param countTokens adds up at the cuts */
export function costOfCards(cards: readonly SliceCard[], encoding: WireEncoding, countTokens: CountTokens): number {
  const layout = layoutOf(encoding);
  const paths = new Places("f", countTokens);
  const clusters = new Places("u", countTokens);
  let tokens = -countTokens(bodyText(CARD_STUB) + BEHIND_LIST);
  cards.forEach((card, index) => {
    const after = index === cards.length - 1 ? BEHIND_LIST : BEFORE_CARD;
    tokens += costUpTo(after, card, layout, countTokens);
    if (layout !== "table") return;
    tokens += paths.costOf(card.file);
    if (card.cluster !== undefined) tokens += clusters.costOf(card.cluster.clusterId);
  });
  return tokens;
}

/** What one more card costs at least: without its places in tables, its etag and its edges. @param countTokens adds up at the cuts */
export function leastCost(card: SliceCard, encoding: WireEncoding, countTokens: CountTokens): number {
  return costUpTo(BEFORE_CARD, card, layoutOf(encoding), countTokens);
}

function costUpTo(after: keyof Costs, card: SliceCard, layout: Layout, countTokens: CountTokens): number {
  const costs = costsOf(countTokens)[layout][after];
  return remember(costs, card, () => countTokens(bodyText(encodedAs(layout, card)) + after));
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
  if (wireFormat === "standard") return "standard";
  return wireFormatVersion === 1 ? "paths" : "table";
}

function costsOf(countTokens: CountTokens): Record<Layout, Costs> {
  return remember(costsByCounter, countTokens, () => ({ standard: noCosts(), paths: noCosts(), table: noCosts() }));
}

function noCosts(): Costs {
  return { [BEFORE_CARD]: new WeakMap(), [BEHIND_LIST]: new WeakMap() };
}
