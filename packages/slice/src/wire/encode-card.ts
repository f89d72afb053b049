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
export function shortCard(card: SliceCard, file?: number, cluster?: number): JsonObject {
  const short = encodeCard(card);
  if (file === undefined) return short;
  return cluster === undefined ? { ...short, f: file } : { ...short, f: file, u: cluster };
}

function encodeCard(card: SliceCard): JsonObject {
  const fields: Fields = {};
  putIdentity(fields, card);
  putContent(fields, card);
  return fields;
}

/** Fields in insertion order. Mutable, because conditional spreads would copy each of the hundreds of cards repeatedly. */
type Fields = { [key: string]: JsonValue };

function put(fields: Fields, key: string, value: JsonValue | undefined): void {
  if (value !== undefined) fields[key] = value;
}

/** Writes the symbol's identity, position, cluster and level. */
export function putIdentity(fields: Fields, card: CardBody): void {
  const { name, kind, qualifiedName, visibility, exported, cluster, detailLevel } = card;
  put(fields, "i", card.symbolId);
  if ((qualifiedName ?? card.file) !== name) put(fields, "n", name);
  put(fields, "k", kind);
  put(fields, "f", card.file);
  // The key after `u` is always present: the token cost of `u` is counted up to it.
  put(fields, "u", cluster && shortCluster(cluster));
  put(fields, "l", card.line);
  if (detailLevel !== DEFAULT_LEVEL) put(fields, "z", detailRank(detailLevel));
  put(fields, "q", qualifiedName);
  const usual = detailLevel === "minimal" ? undefined : defaultVisibility(kind);
  // 0 for an absent visibility, if the default is not absent.
  if (visibility !== usual) put(fields, "v", visibility ?? 0);
  if (exported !== undefined && exported !== impliedExported(visibility)) put(fields, "x", Number(exported));
}

/** Writes all other fields of a card. */
export function putContent(fields: Fields, card: Partial<SliceCard>): void {
  const { signature, deps, callResolution, range } = card;
  put(fields, "s", signature && shortSignature(signature));
  put(fields, "d", deps && shortDeps(deps));
  put(fields, "r", callResolution && shortResolution(callResolution));
  put(fields, "t", card.summary);
  put(fields, "m", card.metrics && shortMetrics(card.metrics));
  put(fields, "a", card.invariants);
  put(fields, "b", card.sideEffects);
  put(fields, "g", range && [range.startLine, range.startCol, range.endLine, range.endCol]);
  put(fields, "o", card.processes?.map(shortProcess));
  put(fields, "w", card.why && shortWhy(card.why));
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

function shortDeps({ imports, calls }: CardDeps): JsonValue {
  const fields: Fields = {};
  put(fields, "i", imports);
  put(fields, "c", calls);
  return fields;
}

function shortSignature({ params, returns, generics, overloads, async, generator, text }: CardSignature): JsonValue {
  const parts: JsonObject = {
    ...(params === undefined ? {} : { p: params.map(shortParam) }),
    ...(returns === undefined ? {} : { r: returns }),
    ...(generics === undefined ? {} : { g: generics }),
    ...(overloads === undefined ? {} : { o: overloads }),
    ...(async === undefined ? {} : { a: Number(async) }),
    ...(generator === undefined ? {} : { y: Number(generator) }),
  };
  return Object.keys(parts).length === 0 ? text : { ...parts, s: text };
}

/** Encodes a parameter; trailing parts with default values are omitted. */
function shortParam({ name, type, optional, default: value }: Param): JsonValue {
  if (value !== undefined) return [name, type ?? 0, Number(optional ?? false), value];
  if (optional !== undefined) return [name, type ?? 0, Number(optional)];
  return type === undefined ? [name] : [name, type];
}

function shortResolution({ minCallConfidence, calls }: CallResolution): JsonObject {
  return {
    ...(minCallConfidence === undefined ? {} : { m: minCallConfidence }),
    c: calls.map(({ symbolId, label, confidence, resolverId }) => [symbolId ?? 0, label, confidence, resolverId]),
  };
}

function shortWhy({ path, score, parts: { query, hotness, structure, kind, trace, cluster } }: Why): JsonValue {
  const parts = [query, hotness, structure, kind, ...(trace === undefined ? [] : [trace])];
  return cluster === undefined ? [path, score, parts] : [path, score, parts, cluster];
}

function shortMetrics({ fanIn, fanOut, churn30d, testRefs, canonicalTest }: CardMetrics): JsonValue {
  const counts = churn30d === undefined ? [fanIn, fanOut] : [fanIn, fanOut, churn30d];
  if (testRefs === undefined) return counts;
  if (canonicalTest === undefined) return [...counts, testRefs];
  const { file, symbolId, distance, proximity } = canonicalTest;
  return [...counts, testRefs, [file, symbolId ?? 0, distance, proximity]];
}

export function shortCluster({ clusterId, label, memberCount }: CardCluster): JsonValue {
  return [clusterId, label, memberCount];
}

function shortProcess({ processId, label, role, depth }: CardProcess): JsonValue {
  return [processId, label, role, depth];
}
