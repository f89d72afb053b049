/** Encoder of slices; wire.ts lists the fields. */
import { EDGE_KINDS, type EdgeKind } from "@sdl/model";
import { detailRank } from "../cards/card.js";
import type { CardCluster } from "../cards/derived-fields.js";
import type { WireFormatVersion } from "../request.js";
import type { Slice, SliceCard, SliceEdge, Truncation } from "../slice.js";
import { compactCard, compactCluster } from "./encode-card.js";
import type { JsonObject, JsonValue, WireEncoding } from "./wire.js";

/** Encodes a slice. Invariant: `decodeSlice(encodeSlice(slice, encoding))` equals `slice`. */
export function encodeSlice(slice: Slice, { wireFormat, wireFormatVersion }: WireEncoding): object {
  if (wireFormat !== "compact") return standardSlice(slice, slice.cards);
  const tables = wireFormatVersion === 1 ? undefined : buildTables(slice);
  const cards = slice.cards.map((card) =>
    compactCard(card, tables?.paths.indexOf(card.file), tables?.clusters.indexOf(card.cluster)),
  );
  return compactSlice(slice, wireFormatVersion, { tables, cards });
}

/** Encodes a slice with the given values in place of its cards. `cards` must be empty if and only if the slice has no cards. */
export function encodeAround(slice: Slice, cards: readonly object[], encoding: WireEncoding): object {
  const { wireFormat, wireFormatVersion } = encoding;
  if (wireFormat !== "compact") return standardSlice(slice, cards);
  return compactSlice(slice, wireFormatVersion, {
    tables: wireFormatVersion === 1 ? undefined : buildTables(slice),
    cards,
  });
}

/** The encoded slice with another budget. */
export function withBudget(encoded: object, budget: Slice["budget"], { wireFormat }: WireEncoding): object {
  return wireFormat !== "compact" ? { ...encoded, budget } : { ...encoded, b: budgetRow(budget) };
}

/** Tables to which cards store indexes. */
interface CardTables {
  readonly paths: ValueTable;
  readonly clusters: ClusterTable;
}

interface CompactParts {
  /** Present from version 2. */
  readonly tables: CardTables | undefined;
  readonly cards: readonly object[];
}

function compactSlice(slice: Slice, wireFormatVersion: WireFormatVersion, { tables, cards }: CompactParts): object {
  const indexes = new ValueTable([...slice.cards, ...slice.cardRefs].map(({ symbolId }) => symbolId));
  const encodeEdges = { 1: edgesAsObjects, 2: edgesAsRows, 3: edgesBySource }[wireFormatVersion];
  return {
    v: wireFormatVersion,
    ...listField("p", tables?.paths.values ?? []),
    ...listField("l", tables?.clusters.rows ?? []),
    ...listField("c", cards),
    ...listField(
      "r",
      slice.cardRefs.map(({ symbolId, etag, detailLevel }) => [symbolId, etag, detailRank(detailLevel)]),
    ),
    ...listField(
      "h",
      slice.cards.map(({ symbolId }) => slice.etags[symbolId] ?? 0),
    ),
    ...(slice.edges.length === 0 ? {} : encodeEdges(slice.edges, indexes)),
    ...listField(
      "f",
      slice.frontier.map(({ symbolId, name, score, why }) => [symbolId, name, score, why]),
    ),
    ...listField(
      "s",
      slice.startSymbols.map(({ symbolId, source, score }) => [indexes.find(symbolId) ?? symbolId, source, score]),
    ),
    ...(slice.truncation === undefined ? {} : { t: truncationRow(slice.truncation) }),
    b: budgetRow(slice.budget),
    ...distributionField(slice),
    ...(slice.memories === undefined ? {} : { m: slice.memories }),
  };
}

function buildTables({ cards }: Slice): CardTables {
  return { paths: new ValueTable(cards.map(({ file }) => file)), clusters: new ClusterTable(cards) };
}

/** Table of distinct values in the order of first appearance. */
class ValueTable {
  readonly values: readonly string[];
  private readonly indexes: ReadonlyMap<string, number>;

  constructor(values: readonly string[]) {
    this.values = [...new Set(values)];
    this.indexes = new Map(this.values.map((value, index) => [value, index]));
  }

  find(value: string): number | undefined {
    return this.indexes.get(value);
  }

  /** Index of a value. @throws {RangeError} for a value that is not in the table */
  indexOf(value: string): number {
    const index = this.indexes.get(value);
    if (index === undefined) throw new RangeError(`${value} is neither card nor reference of the slice`);
    return index;
  }
}

/** Table of the cards' clusters in the order of first appearance. */
class ClusterTable {
  readonly rows: JsonValue[] = [];
  private readonly indexes = new Map<string, number>();

  constructor(cards: readonly SliceCard[]) {
    for (const { cluster } of cards) {
      if (cluster === undefined || this.indexes.has(cluster.clusterId)) continue;
      this.indexes.set(cluster.clusterId, this.rows.length);
      this.rows.push(compactCluster(cluster));
    }
  }

  indexOf(cluster: CardCluster | undefined): number | undefined {
    return cluster === undefined ? undefined : this.indexes.get(cluster.clusterId);
  }
}

function standardSlice(
  { cardRefs, etags, edges, frontier, startSymbols, ...rest }: Slice,
  cards: readonly object[],
): object {
  const { truncation, budget, confidenceDistribution, memories } = rest;
  return {
    ...listField("cards", cards),
    ...listField("cardRefs", cardRefs),
    ...(cards.length === 0 ? {} : { etags }),
    ...listField("edges", edges),
    ...listField("frontier", frontier),
    ...listField("startSymbols", startSymbols),
    ...(truncation === undefined ? {} : { truncation }),
    budget,
    confidenceDistribution,
    ...(memories === undefined ? {} : { memories }),
  };
}

function listField<T>(key: string, list: readonly T[]): { [key: string]: readonly T[] } {
  return list.length === 0 ? {} : { [key]: list };
}

function budgetRow({ used, allowed, minimumRequired }: Slice["budget"]): number[] {
  return minimumRequired === undefined ? [used, allowed] : [used, allowed, minimumRequired];
}

function distributionField({ confidenceDistribution: { high, medium, low } }: Slice): JsonObject {
  return high + medium + low === 0 ? {} : { d: [high, medium, low] };
}

function truncationRow({
  truncated,
  droppedCards,
  droppedEdges,
  search,
  selection,
  howToResume,
  spilloverHandle,
}: Truncation): JsonValue {
  const row = [Number(truncated), droppedCards, droppedEdges, search, selection, howToResume];
  return spilloverHandle === undefined ? row : [...row, spilloverHandle];
}

function edgesAsObjects(edges: readonly SliceEdge[], cards: ValueTable): JsonObject {
  const short = edges.map(({ from, to, kind, confidence, resolverId }) => ({
    f: cards.indexOf(from),
    t: cards.indexOf(to),
    k: kind,
    c: toHundredths(confidence),
    ...(resolverId === undefined ? {} : { r: resolverId }),
  }));
  return { e: short };
}

function edgesAsRows(edges: readonly SliceEdge[], cards: ValueTable): JsonObject {
  const { kinds, usual, stated } = defaultConfidences(edges);
  const rows = edges.map((edge) => [
    cards.indexOf(edge.from),
    cards.indexOf(edge.to),
    kinds.indexOf(edge.kind),
    ...stated(edge),
  ]);
  return { k: kinds, u: usual, e: rows };
}

/**
 * Edges with the same source, kind, confidence and resolver share a row. A row with one target stores its index, not a list of one, and so costs as
 * much as the row of {@link edgesAsRows}: version 3 never takes more tokens than version 2.
 */
function edgesBySource(edges: readonly SliceEdge[], cards: ValueTable): JsonObject {
  const { kinds, usual, stated } = defaultConfidences(edges);
  const groups = new Map<string, { edge: SliceEdge; to: number[] }>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.kind, edge.confidence, edge.resolverId ?? 0]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { edge, to: [cards.indexOf(edge.to)] });
    else group.to.push(cards.indexOf(edge.to));
  }
  const rows = [...groups.values()].map(({ edge, to }) => [
    cards.indexOf(edge.from),
    kinds.indexOf(edge.kind),
    to.length === 1 ? (to[0] ?? 0) : to,
    ...stated(edge),
  ]);
  return { k: kinds, u: usual, e: rows };
}

/** Edge kinds with the most frequent confidence of each, and the fields that an edge adds: its confidence if it differs, its resolver. */
function defaultConfidences(edges: readonly SliceEdge[]) {
  const kinds = occurringKinds(edges);
  const usual = kinds.map((kind) => commonestConfidence(edges.filter((edge) => edge.kind === kind)));
  const stated = ({ kind, confidence, resolverId }: SliceEdge): JsonValue[] => {
    const value = toHundredths(confidence);
    if (resolverId !== undefined) return [value, resolverId];
    return value === usual[kinds.indexOf(kind)] ? [] : [value];
  };
  return { kinds, usual, stated };
}

/** The kinds that occur, in the order of EDGE_KINDS. */
function occurringKinds(edges: readonly SliceEdge[]): EdgeKind[] {
  const present = new Set(edges.map(({ kind }) => kind));
  return EDGE_KINDS.filter((kind) => present.has(kind));
}

/** The most frequent confidence, in hundredths; on ties, the highest. */
function commonestConfidence(edges: readonly SliceEdge[]): number {
  const counts = new Map<number, number>();
  for (const { confidence } of edges)
    counts.set(toHundredths(confidence), (counts.get(toHundredths(confidence)) ?? 0) + 1);
  return [...counts].reduce((best, entry) =>
    entry[1] > best[1] || (entry[1] === best[1] && entry[0] > best[0]) ? entry : best,
  )[0];
}

function toHundredths(confidence: number): number {
  return Math.round(confidence * 100);
}
