import { EDGE_KINDS, EDGE_WEIGHTS, parseSymbolId, SYMBOL_KINDS, VISIBILITIES } from "@sdl/model";
import { PROCESS_ROLES, RESOLVERS } from "@sdl/model/graph";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  type CountTokens,
  DETAIL_LEVELS,
  decodeSlice,
  encodeSlice,
  loadTokenCounter,
  resolutionOf,
  type Slice,
  type SliceCard,
  type SliceEdge,
  type WireEncoding,
} from "../../src/index.js";

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await loadTokenCounter();
});

const ENCODINGS: readonly WireEncoding[] = [
  { wireFormat: "standard", wireFormatVersion: 1 },
  { wireFormat: "compact", wireFormatVersion: 1 },
  { wireFormat: "compact", wireFormatVersion: 2 },
  { wireFormat: "compact", wireFormatVersion: 3 },
];

const id = fc.integer({ min: 0, max: 400 }).map((n) => parseSymbolId(n.toString(16).padStart(16, "0")));
const text = fc.oneof(fc.constantFrom("", "__proto__", "constructor", "0"), fc.string());
const texts = fc.array(text, { maxLength: 3 });
const hundredth = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const resolver = fc.integer({ min: 0, max: RESOLVERS.length - 1 }).map(resolutionOf);

const param = fc.record(
  { name: text, type: text, optional: fc.constant(true), default: text },
  { requiredKeys: ["name"] },
);
const signature = fc.record(
  {
    text,
    params: fc.array(param, { maxLength: 3 }),
    returns: text,
    generics: texts,
    overloads: texts,
    async: fc.boolean(),
    generator: fc.boolean(),
  },
  { requiredKeys: ["text"] },
);
const call = fc
  .record({ symbolId: fc.option(id, { nil: undefined }), label: text, confidence: hundredth, resolver })
  .map(({ symbolId, resolver: { reason, resolverId, phase }, ...rest }) => ({
    ...(symbolId === undefined ? {} : { symbolId }),
    ...rest,
    resolutionReason: reason,
    resolverId,
    resolutionPhase: phase,
  }));
const why = fc.record({
  path: texts,
  score: hundredth,
  parts: fc.record(
    {
      query: hundredth,
      hotness: hundredth,
      structure: hundredth,
      kind: hundredth,
      trace: hundredth,
      cluster: fc.constantFrom("same" as const, "related" as const),
    },
    { requiredKeys: ["query", "hotness", "structure", "kind"] },
  ),
});
const line = fc.nat({ max: 9999 });
const metrics = fc.oneof(
  fc.record({ fanIn: line, fanOut: line }),
  fc.record(
    {
      fanIn: line,
      fanOut: line,
      testRefs: texts,
      canonicalTest: fc.record(
        { file: text, symbolId: id, distance: line, proximity: hundredth },
        { requiredKeys: ["file", "distance", "proximity"] },
      ),
    },
    { requiredKeys: ["fanIn", "fanOut", "testRefs"] },
  ),
);
/** Arbitrary clusters; equal ids have equal fields. */
const cluster = fc.nat({ max: 3 }).map((n) => ({ clusterId: `c${n}`, label: `part ${n}`, memberCount: 3 + n }));
const process = fc.record({ processId: text, label: text, role: fc.constantFrom(...PROCESS_ROLES), depth: line });
const card = fc
  .record(
    {
      symbolId: id,
      name: text,
      kind: fc.constantFrom(...SYMBOL_KINDS),
      file: fc.constantFrom("a.ts", "b/c.py", "__proto__"),
      line,
      detailLevel: fc.constantFrom(...DETAIL_LEVELS),
      qualifiedName: text,
      access: fc.record({ exported: fc.boolean(), visibility: fc.constantFrom(...VISIBILITIES) }),
      signature,
      deps: fc.record({ imports: texts, calls: texts }, { requiredKeys: [] }),
      callResolution: fc.record(
        { minCallConfidence: hundredth, calls: fc.array(call, { maxLength: 2 }) },
        { requiredKeys: ["calls"] },
      ),
      summary: text,
      metrics,
      cluster,
      processes: fc.array(process, { maxLength: 2 }),
      range: fc.record({ startLine: line, startCol: line, endLine: line, endCol: line }),
      why,
    },
    { requiredKeys: ["symbolId", "name", "kind", "file", "line", "detailLevel"] },
  )
  .map(({ access, ...rest }): SliceCard => ({ ...rest, ...access }));

const truncation = fc.record(
  {
    truncated: fc.boolean(),
    droppedCards: line,
    droppedEdges: line,
    search: fc.constantFrom("candidateLimit" as const, "relevance" as const, "exhausted" as const),
    selection: fc.constantFrom("maxCards" as const, "tokens" as const, "complete" as const),
    spilloverHandle: text,
    howToResume: text,
  },
  { requiredKeys: ["truncated", "droppedCards", "droppedEdges", "search", "selection", "howToResume"] },
);

const anySlice = fc
  .record({
    members: fc.uniqueArray(card, { maxLength: 12, selector: ({ symbolId }) => symbolId }),
    refs: fc.nat({ max: 3 }),
    links: fc.array(
      fc.record({
        from: fc.nat(),
        to: fc.nat(),
        kind: fc.constantFrom(...EDGE_KINDS),
        confidence: hundredth,
        resolver: fc.option(resolver, { nil: undefined }),
      }),
      { maxLength: 20 },
    ),
    frontier: fc.array(fc.record({ symbolId: id, name: text, score: hundredth, why: text }), { maxLength: 3 }),
    starts: fc.array(
      fc.record({ symbolId: id, source: fc.constantFrom("entry" as const, "taskText" as const), score: hundredth }),
      { maxLength: 3 },
    ),
    truncation: fc.option(truncation, { nil: undefined }),
    budget: fc.record({ used: line, allowed: line, minimumRequired: line }, { requiredKeys: ["used", "allowed"] }),
    memories: fc.option(fc.array(fc.jsonValue(), { maxLength: 2 }), { nil: undefined }),
  })
  .map(({ members, refs, links, starts, truncation: cut, memories, ...rest }): Slice => {
    const cards = members.slice(refs);
    const cardRefs = members
      .slice(0, refs)
      .map(({ symbolId, detailLevel }) => ({ symbolId, detailLevel, etag: `e${symbolId}` }));
    const idAt = (n: number) => members[n % members.length]!.symbolId;
    const edges =
      members.length === 0
        ? []
        : links.map(
            ({ from, to, kind, confidence, resolver: metadata }): SliceEdge => ({
              from: idAt(from),
              to: idAt(to),
              kind,
              weight: EDGE_WEIGHTS[kind],
              confidence,
              ...metadata,
            }),
          );
    return {
      ...rest,
      cards,
      cardRefs,
      edges,
      startSymbols: starts,
      etags: Object.fromEntries(cards.map(({ symbolId }) => [symbolId, `etag of ${symbolId}`])),
      confidenceDistribution: { high: edges.length, medium: 0, low: 0 },
      ...(cut === undefined ? {} : { truncation: cut }),
      ...(memories === undefined ? {} : { memories }),
    };
  });

/** Slice with sorted edges, because version 3 groups edges by source and so changes their order. */
function sorted(slice: Slice): Slice {
  const keyed = slice.edges
    .map((edge) => ({ edge, key: JSON.stringify(edge) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return { ...slice, edges: keyed.map(({ edge }) => edge) };
}

test("decoding an encoded slice gives the slice", () => {
  fc.assert(
    fc.property(anySlice, fc.constantFrom(...ENCODINGS), (slice, encoding) => {
      const sent = JSON.parse(JSON.stringify(encodeSlice(slice, encoding)));
      expect(JSON.stringify(sorted(decodeSlice(sent)).edges)).toBe(JSON.stringify(sorted(slice).edges));
      expect(sorted(decodeSlice(sent))).toEqual(sorted(JSON.parse(JSON.stringify(slice))));
    }),
    { numRuns: 1000 },
  );
});

test("version 3 takes at most the tokens of version 2, however few edges share a source", () => {
  fc.assert(
    fc.property(anySlice, (slice) => {
      const [v2, v3] = ([2, 3] as const).map((wireFormatVersion) =>
        countTokens(JSON.stringify(encodeSlice(slice, { wireFormat: "compact", wireFormatVersion }))),
      );
      expect(v3).toBeLessThanOrEqual(v2!);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [null, "slice is null, expected an object"],
  [{}, "it has no budget"],
  [{ v: 4 }, "slice.v is 4, expected 1, 2 or 3"],
  [{ v: 2, b: [1, 2], c: [{}] }, "slice.c[0]"],
  [{ v: 2, b: [1, 2], p: ["a"], c: [{ i: "x" }] }, 'slice.c[0].i is "x", expected a symbol id'],
  [{ v: 2, b: [1, 2], k: ["call"], e: [[0, 1, 0, 95]] }, "slice.e[0][0] is 0, expected an index below 0"],
  [{ v: 2, b: ["1", 2] }, 'slice.b[0] is "1", expected a number'],
])("%j is no slice", (encoded, message) => {
  expect(() => decodeSlice(encoded)).toThrow(message);
});

test("compact encodings have no empty fields", () => {
  fc.assert(
    fc.property(anySlice, fc.constantFrom(...ENCODINGS), (slice, encoding) => {
      const filled = {
        ...slice,
        memories: undefined,
        cards: [],
        cardRefs: [],
        edges: [],
        etags: {},
        confidenceDistribution: { high: 0, medium: 0, low: 0 },
      };
      const { memories: _, ...rest } = filled;
      expect(JSON.stringify(encodeSlice(rest, encoding))).not.toMatch(/:(\[\]|\{\}|null)/);
    }),
    { numRuns: 200 },
  );
});

/** A slice as in real repositories: thirty cards of six files, two edges per card with the confidences of a few resolvers. */
function realisticSlice(cardCount: number, edgesPerCard: number): Slice {
  const ids = Array.from({ length: cardCount }, (_, i) =>
    parseSymbolId(((BigInt(i + 1) * 0x9e3779b97f4a7c15n) % (1n << 64n)).toString(16).padStart(16, "0")),
  );
  const cards = ids.map(
    (symbolId, i): SliceCard => ({
      symbolId,
      name: `resolveBinding${i}`,
      kind: "method",
      file: `packages/resolver/src/bindings/scope-${i % 6}.ts`,
      line: 17 * i + 3,
      qualifiedName: `ScopeResolver.resolveBinding${i}`,
      exported: false,
      visibility: "public",
      signature: { text: `resolveBinding${i}(scope: Scope, name: string): Binding | undefined` },
      detailLevel: "signature",
    }),
  );
  const edges = ids.flatMap((from, i) =>
    Array.from({ length: edgesPerCard }, (_, k): SliceEdge => {
      const kind = k % 3 === 2 ? "uses" : "call";
      return {
        from,
        to: ids[(i * 7 + k * 5 + 1) % cardCount]!,
        kind,
        weight: EDGE_WEIGHTS[kind],
        confidence: (i + k) % 4 === 0 ? 0.9 : 0.97,
      };
    }),
  );
  return {
    cards,
    cardRefs: [],
    etags: Object.fromEntries(ids.map((symbolId, i) => [symbolId, ids[(i + 1) % cardCount]!])),
    edges,
    frontier: [],
    startSymbols: [{ symbolId: ids[0]!, source: "entry", score: 1 }],
    budget: { used: 2900, allowed: 4000 },
    confidenceDistribution: { high: edges.length, medium: 0, low: 0 },
  };
}

test.each([
  [30, 2],
  [30, 4],
  [12, 2],
  [100, 6],
])("each encoding is smaller than the one before: %i cards with %i edges each", (cardCount, edgesPerCard) => {
  const slice = realisticSlice(cardCount, edgesPerCard);
  const [standard = 0, v1 = 0, v2 = 0, v3 = 0] = ENCODINGS.map((encoding) =>
    countTokens(JSON.stringify(encodeSlice(slice, encoding))),
  );
  expect(v1).toBeLessThan(standard);
  expect(v2).toBeLessThan(v1);
  expect(v3).toBeLessThanOrEqual(v2);
  expect(v2 / standard).toBeLessThan(0.75);
});
