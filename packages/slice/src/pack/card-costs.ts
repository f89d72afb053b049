/**
 * What encoded cards cost within a result, without writing them again for every selection that is tried: the tokens of a card are
 * counted once, and only what changes with its place is added to them.
 *
 * A result may be counted in parts cut in front of a card's first key, which `{"` precedes, of its file's key, and of the key behind
 * it and behind the list of cards, which `,"` precede: see count-tokens.ts.
 */
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
const costsByCounter = new WeakMap<CountTokens, Record<"standard" | "paths" | "table", Costs>>();

/** What the cards cost beyond a {@link CARD_STUB} in their place. @param cards at least one @param countTokens adds up at the cuts */
export function costOfCards(cards: readonly SliceCard[], encoding: WireEncoding, countTokens: CountTokens): number {
  const layout = layoutOf(encoding);
  const costs = costsOf(countTokens)[layout];
  const places = new Map<string, number>();
  const firstPlace = countTokens(fileText(0));
  let tokens = -countTokens(bodyText(CARD_STUB) + BEHIND_LIST);
  cards.forEach((card, index) => {
    const after = index === cards.length - 1 ? BEHIND_LIST : BEFORE_CARD;
    let cost = costs[after].get(card);
    if (cost === undefined) {
      const encoded = layout === "standard" ? card : shortCard(card, layout === "table" ? 0 : undefined);
      cost = countTokens(bodyText(encoded) + after);
      costs[after].set(card, cost);
    }
    tokens += cost;
    if (layout !== "table") return;
    const place = places.get(card.file) ?? places.size;
    places.set(card.file, place);
    tokens += countTokens(fileText(place)) - firstPlace;
  });
  return tokens;
}

/** From the first key's first letter to the end. */
function bodyText(encoded: object): string {
  return JSON.stringify(encoded).slice(2);
}

/** A card's field of the index of its path, to the next key. */
function fileText(place: number): string {
  return `f":${place},"`;
}

/** What decides how a card is written: as it is, with its path, or with a place in the table of paths. */
function layoutOf({ wireFormat, wireFormatVersion }: WireEncoding): "standard" | "paths" | "table" {
  if (wireFormat === "standard") return "standard";
  return wireFormatVersion === 1 ? "paths" : "table";
}

function costsOf(countTokens: CountTokens): Record<"standard" | "paths" | "table", Costs> {
  let costs = costsByCounter.get(countTokens);
  if (costs === undefined) {
    costs = { standard: noCosts(), paths: noCosts(), table: noCosts() };
    costsByCounter.set(countTokens, costs);
  }
  return costs;
}

function noCosts(): Costs {
  return { [BEFORE_CARD]: new WeakMap(), [BEHIND_LIST]: new WeakMap() };
}
