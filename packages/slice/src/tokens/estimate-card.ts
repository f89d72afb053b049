/** Estimated tokens of a card at each level, for choosing a level before a card is built or counted. */
import { type CardDetail, detailRank } from "../cards/card.js";
import {
  behaviourPart,
  type CardPart,
  depsPart,
  derivedPart,
  digestPart,
  identityPart,
  signaturePart,
} from "../cards/card-at.js";
import type { CardFacts } from "../cards/card-facts.js";
import { getOrCompute } from "../get-or-compute.js";
import type { WireFormat } from "../request.js";
import { setContentFields, setIdentityFields } from "../wire/encode-card.js";
import type { JsonObject, JsonValue } from "../wire/wire.js";
import { estimateTokens } from "./estimate.js";

/** Tokens of a key with its punctuation; extra tokens of the standard form for long keys and for ids in the side table. */
const KEY_TOKENS = 2;
const STANDARD_TOKENS = 28;
/** Tokens of a path's table index. */
const INDEX_TOKENS = 1;
/** Tokens of a cluster: most cards of a slice share their clusters, which a table holds once. */
const SHARED_TOKENS = 2;

/** Cached costs of those parts of a card that are the same at all levels that contain them. */
export type PartCosts = Map<"minimal" | "identity" | "uses" | "behaviour", number>;

/** Estimated tokens of a card. @param known costs of parts, filled while estimating the card's other levels */
export function estimateCard(facts: CardFacts, detail: CardDetail, known: PartCosts): number {
  const rank = detailRank(detail);
  let tokens = getOrCompute(known, rank === 0 ? "minimal" : "identity", () => identityTokens(facts, detail));
  // Cards of the usual level do not state it.
  if (rank !== 1) tokens += KEY_TOKENS + 1;
  if (rank >= 1) tokens += contentTokens(signaturePart(facts, detail));
  if (rank >= 2) tokens += getOrCompute(known, "uses", () => contentTokens(depsPart(facts)));
  if (rank >= 3) tokens += contentTokens(digestPart(facts, detail));
  if (rank >= 4) tokens += getOrCompute(known, "behaviour", () => contentTokens(behaviourPart(facts)));
  if (rank >= 3) tokens += derivedTokens(derivedPart(facts, detail));
  return tokens;
}

/** Tokens that the wire format adds to a card. */
export function formatTokens(detail: CardDetail, format: WireFormat): number {
  return format === "standard" ? STANDARD_TOKENS + 4 * detailRank(detail) : 0;
}

/** Tokens of a card's identity, without its level. */
function identityTokens(facts: CardFacts, detail: CardDetail): number {
  const fields = {};
  setIdentityFields(fields, { ...identityPart(facts, detail), detailLevel: detail });
  return fieldTokens(fields);
}

function contentTokens(part: CardPart): number {
  const fields = {};
  setContentFields(fields, part);
  return fieldTokens(fields);
}

function derivedTokens({ cluster, processes }: CardPart): number {
  const shared = cluster === undefined ? 0 : KEY_TOKENS + SHARED_TOKENS;
  return shared + (processes === undefined ? 0 : contentTokens({ processes }));
}

/** Tokens of all fields but the level (`z`). */
function fieldTokens(fields: JsonObject): number {
  let tokens = 0;
  for (const key in fields) if (key !== "z") tokens += KEY_TOKENS + valueTokens(key, fields[key]);
  return tokens;
}

function valueTokens(key: string, value: JsonValue | undefined): number {
  if (key === "f") return INDEX_TOKENS;
  return estimateTokens(key === "s" && typeof value === "string" ? value : JSON.stringify(value));
}
