/** A card at a level, out of the parts that the levels add one after another. */
import { wholeName } from "@sdl/model/graph";
import { type CallResolution, type CardBody, type CardDetail, type CardSignature, detailRank } from "./card.js";
import type { CardFacts } from "./card-facts.js";
import { depsLabels, resolvedCall } from "./deps.js";
import type { DerivedFields } from "./derived-fields.js";

/** Some fields of a card. */
export type CardPart = Partial<CardBody>;

/** @param unresolved also tells calls that leave the repository; for single cards with resolution metadata, never for slices */
export function cardAt(facts: CardFacts, detail: CardDetail, unresolved: CallResolution["calls"] = []): CardBody {
  const rank = detailRank(detail);
  return {
    ...identityAt(facts, detail),
    ...(rank >= 1 ? signatureAt(facts, detail) : {}),
    ...(rank >= 2 ? usesOf(facts, unresolved) : {}),
    ...(rank >= 3 ? digestAt(facts, detail) : {}),
    ...(rank >= 4 ? behaviourOf(facts) : {}),
    ...(rank >= 3 ? placesAt(facts, detail) : {}),
    detailLevel: detail,
  };
}

/** At every level; from `signature` on how it stands among others. */
export function identityAt({ record }: CardFacts, detail: CardDetail): Omit<CardBody, "detailLevel"> {
  const { id, name: simple, qualifiedName, kind, file, line, exported, visibility } = record;
  const name = wholeName(record);
  const identity = { symbolId: id, name, kind, file, line };
  if (detail === "minimal") return identity;
  const qualified = qualifiedName !== simple && qualifiedName !== file;
  return { ...identity, ...(qualified ? { qualifiedName } : {}), exported, visibility };
}

/** Longest text of a signature at its own level, in UTF-16 units: cards there are many and far from the task. */
const MAX_SHORT_TEXT = 160;

/** The text alone below `full`: the parts repeat it. Parameters of which only the names are known say nothing beyond the text. */
export function signatureAt({ details: { signature } }: CardFacts, detail: CardDetail): CardPart {
  if (signature === undefined || signature.text === "") return {};
  if (detail === "signature") return { signature: { text: shortened(signature.text) } };
  return { signature: detail === "full" ? fullSignature(signature) : { text: signature.text } };
}

/** From `deps` on. */
export function usesOf(facts: CardFacts, unresolved: CallResolution["calls"] = []): CardPart {
  const deps = depsLabels(facts.dependencies);
  const callResolution = callResolutionOf(facts, unresolved);
  return {
    ...(deps === undefined ? {} : { deps }),
    ...(callResolution === undefined ? {} : { callResolution }),
  };
}

/** From `compact` on. */
export function digestAt(facts: CardFacts, detail: CardDetail): CardPart {
  const { summary } = facts.texts;
  const { churn30d, testRefs, canonicalTest } = derivedAt(facts, detail);
  return {
    ...(summary === undefined ? {} : { summary }),
    metrics: {
      ...facts.metrics,
      ...(churn30d === undefined ? {} : { churn30d }),
      ...(testRefs === undefined ? {} : { testRefs }),
      ...(canonicalTest === undefined ? {} : { canonicalTest }),
    },
  };
}

/** At `full`. */
export function behaviourOf({ record, texts: { invariants, sideEffects } }: CardFacts): CardPart {
  return {
    ...(invariants.length > 0 ? { invariants } : {}),
    ...(sideEffects.length > 0 ? { sideEffects } : {}),
    range: record.range,
  };
}

/** From `compact` on; processes at `full`. */
export function placesAt(facts: CardFacts, detail: CardDetail): CardPart {
  const { cluster, processes } = derivedAt(facts, detail);
  return { ...(cluster === undefined ? {} : { cluster }), ...(processes === undefined ? {} : { processes }) };
}

function derivedAt(facts: CardFacts, detail: CardDetail): DerivedFields {
  return facts.derivedAt(detail === "full" ? "full" : "compact");
}

/** Whole up to the limit, else up to the last parameter that fits. */
function shortened(text: string): string {
  if (text.length <= MAX_SHORT_TEXT) return text;
  const comma = text.lastIndexOf(", ", MAX_SHORT_TEXT - 2);
  return `${text.slice(0, comma > 0 ? comma : MAX_SHORT_TEXT - 2)}, …`;
}

function fullSignature({ params, generics, overloads, returns, async, generator, text }: CardSignature): CardSignature {
  return {
    ...(params?.some((param) => Object.keys(param).length > 1) === true ? { params } : {}),
    ...(returns === undefined ? {} : { returns }),
    ...(generics !== undefined && generics.length > 0 ? { generics } : {}),
    ...(overloads !== undefined && overloads.length > 0 ? { overloads } : {}),
    ...(async === true ? { async } : {}),
    ...(generator === true ? { generator } : {}),
    text,
  };
}

function callResolutionOf(facts: CardFacts, unresolved: CallResolution["calls"]): CallResolution | undefined {
  const { options } = facts;
  if (options.includeResolutionMetadata !== true) return undefined;
  const least = options.minCallConfidence ?? 0;
  const calls = [...facts.dependencies.calls.map(resolvedCall), ...unresolved.filter((one) => one.confidence >= least)];
  if (calls.length === 0) return undefined;
  return {
    ...(options.minCallConfidence === undefined ? {} : { minCallConfidence: options.minCallConfidence }),
    calls,
  };
}
