/**
 * Slice deltas: the changes from one slice to another, with only those cards that the client lacks.
 * Invariant: `applySliceDelta(before, diffSlices(before, after))` equals `after`, except for the order of edges and for fields that no etag
 * covers in unchanged cards (metrics, cluster, tests and processes).
 */
import type { SymbolId } from "@sdl/model";
import { SliceError } from "./errors.js";
import { confidenceDistribution } from "./pack/assemble.js";
import type { CardRef, Slice, SliceCard, SliceEdge, Truncation } from "./slice.js";

/** Parts of a slice that a delta carries whole if they differ. */
const WHOLE_PARTS = ["cardRefs", "frontier", "startSymbols", "truncation", "memories"] as const;
type WholePart = (typeof WHOLE_PARTS)[number];

/** Changes from one slice to another. An absent list is empty: answers omit empty lists. */
export interface SliceDelta {
  /** Added cards, and cards whose etag or level differs. */
  readonly cards?: readonly SliceCard[];
  /** Etags of `cards`. */
  readonly etags?: Readonly<Record<string, string>>;
  /** Changed or added cards that the client already has: references instead of cards. */
  readonly known?: readonly CardRef[];
  /** Symbols that are cards or references in the new slice and were neither before. */
  readonly entered?: readonly SymbolId[];
  readonly left?: readonly SymbolId[];
  /** Ids of all cards in order; absent if the remaining cards keep their order and the added ones follow. */
  readonly order?: readonly SymbolId[];
  /** Edges that are new or differ. */
  readonly edges?: readonly SliceEdge[];
  /** Ends of removed edges whose symbols both remain in the slice. */
  readonly edgesGone?: readonly (readonly [from: SymbolId, to: SymbolId])[];
  /** Unchanged parts, which are omitted. A part that is neither listed here nor given is empty. */
  readonly same?: readonly WholePart[];
  readonly cardRefs?: readonly CardRef[];
  readonly frontier?: Slice["frontier"];
  readonly startSymbols?: Slice["startSymbols"];
  readonly truncation?: Truncation;
  readonly memories?: readonly unknown[];
  readonly budget: Slice["budget"];
}

/** Computes the changes. @param known etags of cards that the client has in addition to those of `before` */
export function diffSlices(before: Slice, after: Slice, known: ReadonlySet<string> = new Set()): SliceDelta {
  const levels = new Map(before.cards.map(({ symbolId, detailLevel }) => [symbolId, detailLevel]));
  const changed = after.cards.filter(
    ({ symbolId, detailLevel }) =>
      levels.get(symbolId) !== detailLevel || before.etags[symbolId] !== after.etags[symbolId],
  );
  const isKnown = ({ symbolId }: SliceCard) => known.has(after.etags[symbolId] ?? "");
  const cards = changed.filter((card) => !isKnown(card));
  const [members, now] = [idsInSlice(before), idsInSlice(after)];
  const order = after.cards.map(({ symbolId }) => symbolId);
  const shown = new Set(order);
  const expectedOrder = [...new Set([...levels.keys(), ...changed.map(({ symbolId }) => symbolId)])];
  return {
    cards,
    etags: etagsByCard(cards, after),
    known: changed.filter(isKnown).map(({ symbolId, detailLevel }) => cardReference(symbolId, after, detailLevel)),
    entered: [...now].filter((id) => !members.has(id)),
    left: [...members].filter((id) => !now.has(id)),
    ...(isSameJson(
      expectedOrder.filter((id) => shown.has(id)),
      order,
    )
      ? {}
      : { order }),
    ...diffEdges(before.edges, after.edges, now),
    ...diffParts(before, after),
    budget: after.budget,
  };
}

/** Whether symbols, cards and edges are unchanged; scores and other parts may still differ. */
export function isEmptyDelta(delta: SliceDelta): boolean {
  const { cards, known, entered, left, order, edges, edgesGone, same = [] } = delta;
  const lists = [cards, known, entered, left, order, edges, edgesGone];
  return same.includes("cardRefs") && lists.every((list) => list === undefined || list.length === 0);
}

/**
 * Applies a delta to the slice that it was computed from.
 * @param delta result of {@link diffSlices} computed without `known` etags
 * @throws {SliceError} `INVALID_WIRE` if the delta belongs to another slice
 */
export function applySliceDelta(before: Slice, delta: SliceDelta): Slice {
  const part = <P extends WholePart>(name: P, empty: Slice[P]): Slice[P] =>
    delta.same?.includes(name) === true ? before[name] : ((delta[name] ?? empty) as Slice[P]);
  const cardRefs = part("cardRefs", []);
  const known = new Map([...before.cards, ...(delta.cards ?? [])].map((card) => [card.symbolId, card]));
  const gone = new Set([...(delta.left ?? []), ...cardRefs.map(({ symbolId }) => symbolId)]);
  const order = delta.order ?? [...known.keys()].filter((id) => !gone.has(id));
  const cards = order.map((id) => known.get(id) ?? throwWrongSlice(id));
  const edges = applyEdges(before.edges, delta);
  const truncation = part("truncation", undefined);
  const memories = part("memories", undefined);
  return {
    cards,
    cardRefs,
    etags: etagsByCard(cards, { etags: { ...before.etags, ...delta.etags } }),
    edges,
    frontier: part("frontier", []),
    startSymbols: part("startSymbols", []),
    ...(truncation === undefined ? {} : { truncation }),
    budget: delta.budget,
    confidenceDistribution: confidenceDistribution(edges),
    ...(memories === undefined ? {} : { memories }),
  };
}

/** Ids of cards and references. */
function idsInSlice({ cards, cardRefs }: Slice): Set<SymbolId> {
  return new Set([...cards, ...cardRefs].map(({ symbolId }) => symbolId));
}

function etagsByCard(cards: readonly SliceCard[], { etags }: Pick<Slice, "etags">): Record<string, string> {
  return Object.fromEntries(cards.map(({ symbolId }) => [symbolId, etags[symbolId] ?? throwWrongSlice(symbolId)]));
}

function cardReference(symbolId: SymbolId, { etags }: Slice, detailLevel: SliceCard["detailLevel"]): CardRef {
  return { symbolId, etag: etags[symbolId] ?? throwWrongSlice(symbolId), detailLevel };
}

/** Key of an edge; a slice has at most one edge from one symbol to another. */
function edgeKey({ from, to }: Pick<SliceEdge, "from" | "to">): string {
  return `${from} ${to}`;
}

function diffEdges(
  before: readonly SliceEdge[],
  after: readonly SliceEdge[],
  members: ReadonlySet<SymbolId>,
): Pick<SliceDelta, "edges" | "edgesGone"> {
  const had = new Map(before.map((edge) => [edgeKey(edge), JSON.stringify(edge)]));
  const has = new Set(after.map(edgeKey));
  const gone = before.filter((edge) => !has.has(edgeKey(edge)) && members.has(edge.from) && members.has(edge.to));
  return {
    edges: after.filter((edge) => had.get(edgeKey(edge)) !== JSON.stringify(edge)),
    edgesGone: gone.map(({ from, to }) => [from, to]),
  };
}

function applyEdges(before: readonly SliceEdge[], { edges = [], edgesGone = [], left = [] }: SliceDelta): SliceEdge[] {
  const gone = new Set(left);
  const cut = new Set(edgesGone.map(([from, to]) => edgeKey({ from, to })));
  const all = new Map([...before, ...edges].map((edge) => [edgeKey(edge), edge]));
  return [...all.values()].filter((edge) => !cut.has(edgeKey(edge)) && !gone.has(edge.from) && !gone.has(edge.to));
}

function diffParts(before: Slice, after: Slice): Pick<SliceDelta, WholePart | "same"> {
  const same = WHOLE_PARTS.filter((part) => isSameJson(before[part], after[part]));
  const others = WHOLE_PARTS.filter((part) => !same.includes(part) && after[part] !== undefined);
  return { same, ...Object.fromEntries(others.map((part) => [part, after[part]])) };
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function throwWrongSlice(id: SymbolId): never {
  throw new SliceError(
    "INVALID_WIRE",
    `the delta belongs to another slice: it presumes the card of ${id}; build the slice again`,
  );
}
