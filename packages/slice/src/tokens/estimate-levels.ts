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
  // Most cards of a slice share their clusters, which a table holds once.
  if (format === "compact" && fields.has("u")) fields.set("u", KEY_TOKENS + 2);
  const brief = briefFields(facts, card);
  return (detail) => {
    const rank = detailRank(detail);
    let tokens = format === "standard" ? STANDARD_TOKENS + 4 * rank : 0;
    for (const [key, cost] of fields) {
      if ((FIELD_RANKS[key] ?? 0) <= rank) tokens += detail === "full" ? cost : (brief[key] ?? cost);
    }
    return tokens;
  };
}

/** What the fields cost below `full` that are shorter there: the signature's text alone, the best test alone. */
function briefFields({ details }: CardFacts, { metrics }: CardBody): Readonly<Record<string, number>> {
  const text = details.signature?.text ?? "";
  const [test] = metrics?.testRefs ?? [];
  return {
    s: text === "" ? 0 : KEY_TOKENS + estimateTokens(text),
    ...(test === undefined ? {} : { m: KEY_TOKENS + 6 + estimateTokens(test) }),
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
  u: 3,
  g: 4,
  o: 4,
};
