/** Decoder of slices. Malformed input throws an error that states the position. */
import { EDGE_KINDS, EDGE_WEIGHTS, type EdgeKind, type SymbolId } from "@sdl/model";
import { RESOLVERS } from "@sdl/model/graph";
import { DETAIL_LEVELS } from "../cards/card.js";
import { describeResolver } from "../cards/resolution.js";
import { SliceError } from "../errors.js";
import type { CardRef, SearchStop, SeedSource, SelectionStop, Slice, SliceEdge, Truncation } from "../slice.js";
import { type CardTables, decodeCard, decodeCluster, decodeSymbolId, withoutUndefined } from "./decode-card.js";
import { Reader } from "./reader.js";

const SOURCES: readonly SeedSource[] = ["entry", "editedFiles", "stackTrace", "failingTest", "taskText"];
const SEARCH_STOPS: readonly SearchStop[] = ["candidateLimit", "relevance", "exhausted"];
const SELECTION_STOPS: readonly SelectionStop[] = ["maxCards", "tokens", "complete"];

/**
 * Decodes any encoding that {@link encodeSlice} returns, by its field `v`.
 * The standard form is the slice itself: absent lists are added, cards are not checked.
 * @throws {SliceError} `INVALID_WIRE`
 */
export function decodeSlice(encoded: unknown): Slice {
  const reader = new Reader(encoded, "slice");
  const version = reader.field("v");
  if (!version.isPresent) return decodeStandard(reader);
  if (version.value === 1 || version.value === 2 || version.value === 3) return decodeCompact(reader, version.value);
  return version.fail("1, 2 or 3");
}

function decodeStandard(reader: Reader): Slice {
  if (!reader.field("budget").isPresent)
    throw new SliceError("INVALID_WIRE", "not a slice: it has no budget; pass a value that encodeSlice returned");
  const lists = { cards: [], cardRefs: [], etags: {}, edges: [], frontier: [], startSymbols: [] };
  const none = { confidenceDistribution: { high: 0, medium: 0, low: 0 } };
  return { ...lists, ...none, ...(reader.value as Pick<Slice, "budget"> & Partial<Slice>) };
}

function decodeCompact(reader: Reader, version: 1 | 2 | 3): Slice {
  const tables = version === 1 ? undefined : decodeTables(reader);
  const cards = reader
    .field("c")
    .items()
    .map((card) => decodeCard(card, tables));
  const cardRefs = reader.field("r").items().map(decodeRef);
  const ids = [...cards, ...cardRefs].map(({ symbolId }) => symbolId);
  const etags = reader
    .field("h")
    .items()
    .map((etag, i): [string, string] => [ids[i] ?? etag.fail("an etag of a card"), etag.text()]);
  const memories = reader.field("m");
  return withoutUndefined({
    cards,
    cardRefs,
    etags: Object.fromEntries(etags),
    edges: { 1: edgesOfObjects, 2: edgesOfRows, 3: edgesOfGroups }[version](reader, ids),
    frontier: reader
      .field("f")
      .items()
      .map((entry) => ({
        symbolId: decodeSymbolId(entry.item(0)),
        name: entry.item(1).text(),
        score: entry.item(2).number(),
        why: entry.item(3).text(),
      })),
    startSymbols: reader
      .field("s")
      .items()
      .map((start) => ({
        symbolId:
          typeof start.item(0).value === "number" ? start.item(0).tableEntry(ids) : decodeSymbolId(start.item(0)),
        source: start.item(1).oneOf(SOURCES),
        score: start.item(2).number(),
      })),
    truncation: reader.field("t").optional(decodeTruncation),
    budget: decodeBudget(reader.field("b")),
    confidenceDistribution: decodeDistribution(reader.field("d")),
    memories: memories.isPresent ? memories.items().map(({ value }) => value) : undefined,
  });
}

function decodeTables(reader: Reader): CardTables {
  return { paths: reader.field("p").texts(), clusters: reader.field("l").items().map(decodeCluster) };
}

function decodeRef(reader: Reader): CardRef {
  return {
    symbolId: decodeSymbolId(reader.item(0)),
    etag: reader.item(1).text(),
    detailLevel: reader.item(2).tableEntry(DETAIL_LEVELS),
  };
}

function decodeBudget(reader: Reader): Slice["budget"] {
  return withoutUndefined({
    used: reader.item(0).number(),
    allowed: reader.item(1).number(),
    minimumRequired: reader.item(2).optional((minimum) => minimum.number()),
  });
}

function decodeDistribution(reader: Reader): Slice["confidenceDistribution"] {
  const [high = 0, medium = 0, low = 0] = reader.numbers();
  return { high, medium, low };
}

function decodeTruncation(reader: Reader): Truncation {
  return withoutUndefined({
    truncated: reader.item(0).flag(),
    droppedCards: reader.item(1).number(),
    droppedEdges: reader.item(2).number(),
    search: reader.item(3).oneOf(SEARCH_STOPS),
    selection: reader.item(4).oneOf(SELECTION_STOPS),
    spilloverHandle: reader.item(6).optional((handle) => handle.text()),
    howToResume: reader.item(5).text(),
  });
}

function edgesOfObjects(reader: Reader, ids: readonly SymbolId[]): SliceEdge[] {
  const edges = reader.field("e").items();
  return edges.map((edge) =>
    makeEdge(edge.field("f").tableEntry(ids), edge.field("t").tableEntry(ids), {
      kind: edge.field("k").oneOf(EDGE_KINDS),
      confidence: edge.field("c").number(),
      resolver: edge.field("r"),
    }),
  );
}

function edgesOfRows(reader: Reader, ids: readonly SymbolId[]): SliceEdge[] {
  const kinds = decodeKinds(reader);
  const usual = reader.field("u").numbers();
  const rows = reader.field("e").items();
  return rows.map((row) =>
    makeEdge(row.item(0).tableEntry(ids), row.item(1).tableEntry(ids), {
      kind: row.item(2).tableEntry(kinds),
      confidence: row.item(3).optional((value) => value.number()) ?? row.item(2).tableEntry(usual),
      resolver: row.item(4),
    }),
  );
}

function edgesOfGroups(reader: Reader, ids: readonly SymbolId[]): SliceEdge[] {
  const kinds = decodeKinds(reader);
  const usual = reader.field("u").numbers();
  const rows = reader.field("e").items();
  return rows.flatMap((row) => {
    const kind = row.item(1).tableEntry(kinds);
    const confidence = row.item(3).optional((value) => value.number()) ?? row.item(1).tableEntry(usual);
    const from = row.item(0).tableEntry(ids);
    const to = row.item(2);
    const targets = Array.isArray(to.value) ? to.items() : [to];
    return targets.map((target) => makeEdge(from, target.tableEntry(ids), { kind, confidence, resolver: row.item(4) }));
  });
}

function decodeKinds(reader: Reader): EdgeKind[] {
  return reader
    .field("k")
    .items()
    .map((kind) => kind.oneOf(EDGE_KINDS));
}

interface EdgeParts {
  readonly kind: EdgeKind;
  /** Confidence in hundredths. */
  readonly confidence: number;
  readonly resolver: Reader;
}

function makeEdge(from: SymbolId, to: SymbolId, { kind, confidence, resolver }: EdgeParts): SliceEdge {
  const metadata = resolver.optional((id) => describeResolver(id.oneOf(RESOLVERS)));
  return { from, to, kind, weight: EDGE_WEIGHTS[kind], confidence: confidence / 100, ...metadata };
}
