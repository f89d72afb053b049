/** A guess at what a card costs at each level, for choosing among them before anything is counted. */
import { type CardBody, type CardDetail, detailRank } from "../cards/card.js";
import type { CardFacts } from "../cards/card-facts.js";
import type { WireFormat } from "../request.js";
import { shortCard } from "../wire/encode-card.js";
import type { JsonObject } from "../wire/wire.js";
import { estimateTokens } from "./estimate.js";

/** Tokens of a key with its marks; what long keys and ids in the side table cost more in the standard form. */
const KEY_TOKENS = 2;
const STANDARD_TOKENS = 28;

/** Estimates the levels of a card from its fullest form, each field once: from level to level fields are only added, but for the full signature. */
export function estimateLevels(facts: CardFacts, card: CardBody, format: WireFormat): (detail: CardDetail) => number {
  const full: JsonObject = shortCard(card, 0);
  const fields = new Map(
    Object.entries(full).map(([key, value]) => [key, KEY_TOKENS + estimateTokens(JSON.stringify(value))]),
  );
  const text = facts.details.signature?.text ?? "";
  const brief = text === "" ? 0 : KEY_TOKENS + estimateTokens(text);
  return (detail) => {
    const rank = detailRank(detail);
    let tokens = format === "standard" ? STANDARD_TOKENS + 4 * rank : 0;
    for (const [key, cost] of fields) {
      if ((FIELD_RANKS[key] ?? 0) <= rank) tokens += key === "s" && detail !== "full" ? brief : cost;
    }
    return tokens;
  };
}

/** From which level on a card has a field, by the short names of wire.ts; all others are always there. */
const FIELD_RANKS: Readonly<Record<string, number>> = {
  q: 1,
  v: 1,
  x: 1,
  s: 1,
  d: 2,
  r: 2,
  t: 3,
  m: 3,
  a: 4,
  b: 4,
  g: 4,
};
