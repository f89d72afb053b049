/** Encoder of compact cards; wire.ts lists the fields. */
import type { SymbolKind, Visibility } from "@sdl/model";
import type { Param } from "@sdl/model/graph";
import {
  type CallResolution,
  type CardBody,
  type CardDeps,
  type CardMetrics,
  type CardSignature,
  detailRank,
} from "../cards/card.js";
import type { CardCluster, CardProcess } from "../cards/derived-fields.js";
import type { SliceCard, Why } from "../slice.js";
import type { JsonObject, JsonValue } from "./wire.js";

/**
 * @param file index of the card's path, if there is a table; if absent, the path is inline
 * @param cluster index of the card's cluster, likewise
 */
export function compactCard(card: SliceCard, file?: number, cluster?: number): JsonObject {
  const short = encodeCard(card);
  if (file === undefined) return short;
  return cluster === undefined ? { ...short, f: file } : { ...short, f: file, u: cluster };
}

function encodeCard(card: SliceCard): JsonObject {
  const fields: CardFieldMap = {};
  setIdentityFields(fields, card);
  setContentFields(fields, card);
  return fields;
}

/** Fields in insertion order. Mutable, because conditional spreads would copy each of the hundreds of cards repeatedly. */
type CardFieldMap = { [key: string]: JsonValue };

function setField(fields: CardFieldMap, key: string, value: JsonValue | undefined): void {
  if (value !== undefined) fields[key] = value;
}

/** Writes the symbol's identity, position, cluster and level. */
export function setIdentityFields(fields: CardFieldMap, card: CardBody): void {
  const { name, kind, qualifiedName, visibility, exported, cluster, detailLevel } = card;
  setField(fields, "i", card.symbolId);
  if ((qualifiedName ?? card.file) !== name) setField(fields, "n", name);
  setField(fields, "k", kind);
  setField(fields, "f", card.file);
  // The key after `u` is always present: the token cost of `u` is counted up to it.
  setField(fields, "u", cluster && compactCluster(cluster));
  setField(fields, "l", card.line);
  if (detailLevel !== DEFAULT_LEVEL) setField(fields, "z", detailRank(detailLevel));
  setField(fields, "q", qualifiedName);
  const usual = detailLevel === "minimal" ? undefined : defaultVisibility(kind);
  // 0 for an absent visibility, if the default is not absent.
  if (visibility !== usual) setField(fields, "v", visibility ?? 0);
  if (exported !== undefined && exported !== impliedExported(visibility)) setField(fields, "x", Number(exported));
}

/** Writes a card's fields except those of {@link setIdentityFields}. */
export function setContentFields(fields: CardFieldMap, card: Partial<SliceCard>): void {
  const { signature, deps, callResolution, range } = card;
  setField(fields, "s", signature && compactSignature(signature));
  setField(fields, "d", deps && compactDeps(deps));
  setField(fields, "r", callResolution && compactResolution(callResolution));
  setField(fields, "t", card.summary);
  setField(fields, "m", card.metrics && compactMetrics(card.metrics));
  setField(fields, "a", card.invariants);
  setField(fields, "b", card.sideEffects);
  setField(fields, "g", range && [range.startLine, range.startCol, range.endLine, range.endCol]);
  setField(fields, "o", card.processes?.map(compactProcess));
  setField(fields, "w", card.why && compactWhy(card.why));
}

/** Default level of a card that states none: most symbols are far from the start symbols. */
export const DEFAULT_LEVEL = "signature";

/** Default visibility of a card above `minimal` that states none. */
export function defaultVisibility(kind: SymbolKind): Visibility {
  return kind === "method" || kind === "constructor" ? "public" : "exported";
}

/** Default of `exported` for a visibility. */
export function impliedExported(visibility: Visibility | undefined): boolean | undefined {
  return visibility === undefined ? undefined : visibility === "exported";
}

function compactDeps({ imports, calls }: CardDeps): JsonValue {
  const fields: CardFieldMap = {};
  setField(fields, "i", imports);
  setField(fields, "c", calls);
  return fields;
}

function compactSignature({ params, returns, generics, overloads, async, generator, text }: CardSignature): JsonValue {
  const parts: JsonObject = {
    ...(params === undefined ? {} : { p: params.map(compactParam) }),
    ...(returns === undefined ? {} : { r: returns }),
    ...(generics === undefined ? {} : { g: generics }),
    ...(overloads === undefined ? {} : { o: overloads }),
    ...(async === undefined ? {} : { a: Number(async) }),
    ...(generator === undefined ? {} : { y: Number(generator) }),
  };
  return Object.keys(parts).length === 0 ? text : { ...parts, s: text };
}

/** Encodes a parameter; trailing parts with default values are omitted. */
function compactParam({ name, type, optional, default: value }: Param): JsonValue {
  if (value !== undefined) return [name, type ?? 0, Number(optional ?? false), value];
  if (optional !== undefined) return [name, type ?? 0, Number(optional)];
  return type === undefined ? [name] : [name, type];
}

function compactResolution({ minCallConfidence, calls }: CallResolution): JsonObject {
  return {
    ...(minCallConfidence === undefined ? {} : { m: minCallConfidence }),
    c: calls.map(({ symbolId, label, confidence, resolverId }) => [symbolId ?? 0, label, confidence, resolverId]),
  };
}

function compactWhy({ path, score, parts: { query, hotness, structure, kind, trace, cluster } }: Why): JsonValue {
  const parts = [query, hotness, structure, kind, ...(trace === undefined ? [] : [trace])];
  return cluster === undefined ? [path, score, parts] : [path, score, parts, cluster];
}

function compactMetrics({ fanIn, fanOut, churn30d, testRefs, canonicalTest }: CardMetrics): JsonValue {
  const counts = churn30d === undefined ? [fanIn, fanOut] : [fanIn, fanOut, churn30d];
  if (testRefs === undefined) return counts;
  if (canonicalTest === undefined) return [...counts, testRefs];
  const { file, symbolId, distance, proximity } = canonicalTest;
  return [...counts, testRefs, [file, symbolId ?? 0, distance, proximity]];
}

/** A cluster as `[id, label, members]`. */
export function compactCluster({ clusterId, label, memberCount }: CardCluster): JsonValue {
  return [clusterId, label, memberCount];
}

function compactProcess({ processId, label, role, depth }: CardProcess): JsonValue {
  return [processId, label, role, depth];
}
