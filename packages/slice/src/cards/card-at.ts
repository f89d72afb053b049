/** Cards at a given level, composed of the parts that each level adds. */
import { wholeName } from "@sdl/model/graph";
import { type CallResolution, type CardBody, type CardDetail, type CardSignature, detailRank } from "./card.js";
import type { CardFacts } from "./card-facts.js";
import { depsLabels, resolvedCall } from "./deps.js";
import type { DerivedFields } from "./derived-fields.js";

/** Some fields of a card. */
export type CardPart = Partial<CardBody>;

/** Builds a card's fields. @param unresolved calls that leave the repository; only for single cards with resolution metadata, never for slices */
export function buildCardAtLevel(
  facts: CardFacts,
  detail: CardDetail,
  unresolved: CallResolution["calls"] = [],
): CardBody {
  const rank = detailRank(detail);
  return {
    ...identityPart(facts, detail),
    ...(rank >= 1 ? signaturePart(facts, detail) : {}),
    ...(rank >= 2 ? depsPart(facts, unresolved) : {}),
    ...(rank >= 3 ? digestPart(facts, detail) : {}),
    ...(rank >= 4 ? behaviourPart(facts) : {}),
    ...(rank >= 3 ? derivedPart(facts, detail) : {}),
    detailLevel: detail,
  };
}

/** Fields of every level; all levels but `minimal` add qualified name, export and visibility. */
export function identityPart({ record }: CardFacts, detail: CardDetail): Omit<CardBody, "detailLevel"> {
  const { id, name: simple, qualifiedName, kind, file, line, exported, visibility } = record;
  const name = wholeName(record);
  const identity = { symbolId: id, name, kind, file, line };
  if (detail === "minimal") return identity;
  const qualified = qualifiedName !== simple && qualifiedName !== file;
  return { ...identity, ...(qualified ? { qualifiedName } : {}), exported, visibility };
}

/** Maximum length of a signature's text at level `signature`, in UTF-16 units: such cards are numerous and less relevant. */
const MAX_SHORT_TEXT = 160;

/** Below `full` only the signature's text, because the parts repeat it. Parameters with names only are omitted: they add nothing to the text. */
export function signaturePart({ details: { signature } }: CardFacts, detail: CardDetail): CardPart {
  if (signature === undefined || signature.text === "") return {};
  if (detail === "signature") return { signature: { text: shortenSignature(signature.text) } };
  return { signature: detail === "full" ? fullSignature(signature) : { text: signature.text } };
}

/** Dependencies and call resolution; from level `deps`. */
export function depsPart(facts: CardFacts, unresolved: CallResolution["calls"] = []): CardPart {
  const deps = depsLabels(facts.dependencies);
  const callResolution = callResolutionOf(facts, unresolved);
  return {
    ...(deps === undefined ? {} : { deps }),
    ...(callResolution === undefined ? {} : { callResolution }),
  };
}

/** Summary and metrics; from level `compact`. */
export function digestPart(facts: CardFacts, detail: CardDetail): CardPart {
  const { summary } = facts.texts;
  const { churn30d, testRefs, canonicalTest } = derivedFieldsAt(facts, detail);
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

/** Invariants, side effects and range; level `full` only. */
export function behaviourPart({ record, texts: { invariants, sideEffects } }: CardFacts): CardPart {
  return {
    ...(invariants.length > 0 ? { invariants } : {}),
    ...(sideEffects.length > 0 ? { sideEffects } : {}),
    range: record.range,
  };
}

/** Cluster, from level `compact`; processes, level `full` only. */
export function derivedPart(facts: CardFacts, detail: CardDetail): CardPart {
  const { cluster, processes } = derivedFieldsAt(facts, detail);
  return { ...(cluster === undefined ? {} : { cluster }), ...(processes === undefined ? {} : { processes }) };
}

function derivedFieldsAt(facts: CardFacts, detail: CardDetail): DerivedFields {
  return facts.derivedAt(detail === "full" ? "full" : "compact");
}

/** The whole text if it is within the limit; otherwise the text through the last parameter that fits. */
function shortenSignature(text: string): string {
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
