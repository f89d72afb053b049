/** A guess at what a card costs at each level, for choosing among them before anything is counted, or made. */
import { type CardDetail, detailRank } from "../cards/card.js";
import { behaviourOf, type CardPart, digestAt, identityAt, placesAt, signatureAt, usesOf } from "../cards/card-at.js";
import type { CardFacts } from "../cards/card-facts.js";
import { remember } from "../remember.js";
import type { WireFormat } from "../request.js";
import { putContent, putIdentity } from "../wire/encode-card.js";
import type { JsonObject, JsonValue } from "../wire/wire.js";
import { estimateTokens } from "./estimate.js";

/** Tokens of a key with its marks; what long keys and ids in the side table cost more in the standard form. */
const KEY_TOKENS = 2;
const STANDARD_TOKENS = 28;
/** Of the place that a path has in a table. */
const PLACE_TOKENS = 1;
/** Most cards of a slice share their clusters, which a table holds once. */
const SHARED_TOKENS = 2;

/** What the parts of a card cost that are the same at all levels that have them. */
export type PartCosts = Map<"minimal" | "identity" | "uses" | "behaviour", number>;

/** @param known of the card's other levels */
export function estimateCard(facts: CardFacts, detail: CardDetail, known: PartCosts): number {
  const rank = detailRank(detail);
  let tokens = remember(known, rank === 0 ? "minimal" : "identity", () => identityTokens(facts, detail));
  // Cards of the usual level state none.
  if (rank !== 1) tokens += KEY_TOKENS + 1;
  if (rank >= 1) tokens += contentTokens(signatureAt(facts, detail));
  if (rank >= 2) tokens += remember(known, "uses", () => contentTokens(usesOf(facts)));
  if (rank >= 3) tokens += contentTokens(digestAt(facts, detail));
  if (rank >= 4) tokens += remember(known, "behaviour", () => contentTokens(behaviourOf(facts)));
  if (rank >= 3) tokens += placesTokens(placesAt(facts, detail));
  return tokens;
}

/** What the format adds to a card. */
export function formatTokens(detail: CardDetail, format: WireFormat): number {
  return format === "standard" ? STANDARD_TOKENS + 4 * detailRank(detail) : 0;
}

/** Without its level. */
function identityTokens(facts: CardFacts, detail: CardDetail): number {
  const fields = {};
  putIdentity(fields, { ...identityAt(facts, detail), detailLevel: detail });
  return fieldTokens(fields);
}

function contentTokens(part: CardPart): number {
  const fields = {};
  putContent(fields, part);
  return fieldTokens(fields);
}

function placesTokens({ cluster, processes }: CardPart): number {
  const shared = cluster === undefined ? 0 : KEY_TOKENS + SHARED_TOKENS;
  return shared + (processes === undefined ? 0 : contentTokens({ processes }));
}

/** Of all but the level. */
function fieldTokens(fields: JsonObject): number {
  let tokens = 0;
  for (const key in fields) if (key !== "z") tokens += KEY_TOKENS + valueTokens(key, fields[key]);
  return tokens;
}

function valueTokens(key: string, value: JsonValue | undefined): number {
  if (key === "f") return PLACE_TOKENS;
  return estimateTokens(key === "s" && typeof value === "string" ? value : JSON.stringify(value));
}
