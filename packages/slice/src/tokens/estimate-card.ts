/** A guess at what a card costs at each level, for choosing among them before anything is counted. */
import { type CardBody, type CardDetail, detailRank } from "../cards/card.js";
import type { WireFormat } from "../request.js";
import { shortCard } from "../wire/encode-card.js";
import { estimateTokens } from "./estimate.js";

/** Tokens of a key with its marks; what long keys and ids in the side table cost more in the standard form. */
const KEY_TOKENS = 2;
const STANDARD_TOKENS = 28;
/** Of the place that a path has in a table. */
const PLACE_TOKENS = 1;
/** Most cards of a slice share their clusters, which a table holds once. */
const SHARED_TOKENS = 2;

/** By short name: what a field costs that is the same at all levels of a card. */
export type FieldCosts = Map<string, number>;

/** @param known of the card's other levels; from level to level fields are only added, but for the full signature and the tests among the metrics */
export function estimateCard(card: CardBody, known: FieldCosts): number {
  let tokens = 0;
  const short = shortCard(card);
  for (const key in short) {
    const value = short[key];
    if (key === "f") tokens += KEY_TOKENS + PLACE_TOKENS;
    else if (key === "u") tokens += KEY_TOKENS + SHARED_TOKENS;
    else if (key === "s" || key === "m")
      tokens += KEY_TOKENS + estimateTokens(typeof value === "string" ? value : JSON.stringify(value));
    else {
      const cost = known.get(key) ?? KEY_TOKENS + estimateTokens(JSON.stringify(value));
      known.set(key, cost);
      tokens += cost;
    }
  }
  return tokens;
}

/** What the format adds to a card. */
export function formatTokens(detail: CardDetail, format: WireFormat): number {
  return format === "standard" ? STANDARD_TOKENS + 4 * detailRank(detail) : 0;
}
