/** Cards as they are sent; the fields are listed in wire.ts. */
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
 * @param file index of the card's path, where there is a table; absent: the path itself
 * @param cluster index of its cluster, likewise
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

/** Fields in the order in which they are put: cards are encoded by the hundred, and conditional spreads would copy every one. */
type Fields = { [key: string]: JsonValue };

function put(fields: Fields, key: string, value: JsonValue | undefined): void {
  if (value !== undefined) fields[key] = value;
}

/** Which symbol it is, where it stands and at which level. */
export function putIdentity(fields: Fields, card: CardBody): void {
  const { name, kind, qualifiedName, visibility, exported, cluster, detailLevel } = card;
  put(fields, "i", card.symbolId);
  if ((qualifiedName ?? card.file) !== name) put(fields, "n", name);
  put(fields, "k", kind);
  put(fields, "f", card.file);
  // A key always follows: its costs are counted up to there.
  put(fields, "u", cluster && shortCluster(cluster));
  put(fields, "l", card.line);
  if (detailLevel !== USUAL_LEVEL) put(fields, "z", detailRank(detailLevel));
  put(fields, "q", qualifiedName);
  const usual = detailLevel === "minimal" ? undefined : usualVisibility(kind);
  // 0 where there is none and one is usual.
  if (visibility !== usual) put(fields, "v", visibility ?? 0);
  if (exported !== undefined && exported !== saysExported(visibility)) put(fields, "x", Number(exported));
}

/** What is said of it. */
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

/** The level of cards that state none: most are far from the start symbols. */
export const USUAL_LEVEL = "signature";

/** The visibility that a card beyond `minimal` has when it states none. */
export function usualVisibility(kind: SymbolKind): Visibility {
  return kind === "method" || kind === "constructor" ? "public" : "exported";
}

/** What a visibility says of being exported, when nothing else does. */
export function saysExported(visibility: Visibility | undefined): boolean | undefined {
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

/** Trailing parts that say nothing are left out. */
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
