/** Tests of the slice state that a server stores: canonical requests, shapes, deltas, and dropped candidates. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  applySliceDelta,
  buildSlice,
  type CountTokens,
  canonicalRequest,
  decodeShape,
  diffSlices,
  encodeShape,
  isEmptyDelta,
  loadTokenCounter,
  parseCanonicalRequest,
  type Slice,
  type SliceBuildRequest,
  type SliceDelta,
} from "../src/index.js";
import { anyGraph, firstSymbols } from "./support/graphs.js";

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await loadTokenCounter();
});

const anyRequest: fc.Arbitrary<SliceBuildRequest> = fc.record(
  {
    taskText: fc.constantFrom("load the user token", "πλ", "__proto__"),
    entrySymbols: fc.subarray(["0123456789abcdef", "fedcba9876543210"]),
    editedFiles: fc.subarray(["src/a.ts", "gone.ts"]),
    budget: fc.record(
      { maxCards: fc.nat(9), maxEstimatedTokens: fc.integer({ min: 200, max: 4200 }) },
      { requiredKeys: [] },
    ),
    minConfidence: fc.constantFrom(0, 0.5),
    minCallConfidence: fc.constantFrom(0.2, 0.9),
    knownCardEtags: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
    cardDetail: fc.constantFrom("minimal" as const, "full" as const),
    adaptiveDetail: fc.boolean(),
    wireFormat: fc.constantFrom("standard" as const, "compact" as const),
    wireFormatVersion: fc.constantFrom(1 as const, 2 as const, 3 as const),
    explain: fc.boolean(),
  },
  { requiredKeys: ["taskText"] },
);

test("a canonical request has the meaning of the original request", () => {
  fc.assert(
    fc.property(anyRequest, (request) => {
      const canonical = canonicalRequest(request);
      expect(canonicalRequest(parseCanonicalRequest(canonical))).toBe(canonical);
    }),
    { numRuns: 500 },
  );
  expect(parseCanonicalRequest(canonicalRequest({ taskText: "login", minConfidence: 0.5, explain: false }))).toEqual({
    taskText: "login",
  });
  expect(() => parseCanonicalRequest("{")).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
});

const anySize = fc.record({
  found: fc.integer({ min: 1, max: 8 }),
  maxCards: fc.integer({ min: 1, max: 12 }),
  maxEstimatedTokens: fc.constantFrom(250, 600, 4000),
  etags: fc.nat(4),
});
type Size = typeof anySize extends fc.Arbitrary<infer T> ? T : never;

function sliceOf(graph: Parameters<typeof buildSlice>[0], { found, etags, ...budget }: Size): Slice {
  const build = (knownCardEtags: Record<string, string>) =>
    buildSlice(
      graph,
      { taskText: "x", budget, knownCardEtags },
      { countTokens, seeds: firstSymbols(graph, found), spilloverHandle: "sp_0123456789abcdef" },
    ).slice;
  return build(Object.fromEntries(Object.entries(build({}).etags).slice(0, etags)));
}

/** The delta as a client receives it: answers omit empty values. */
function sent(delta: SliceDelta): SliceDelta {
  const kept = Object.entries(delta).filter(([, value]) => typeof value !== "object" || Object.keys(value).length > 0);
  return JSON.parse(JSON.stringify(Object.fromEntries(kept)));
}

function minus<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> {
  return new Set([...a].filter((one) => !b.has(one)));
}

function sorted(slice: Slice): Slice {
  return { ...slice, edges: slice.edges.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
}

test("applying a delta to the old slice gives the new one", () => {
  fc.assert(
    fc.property(anyGraph, anySize, anySize, (graph, one, other) => {
      const [before, after] = [sliceOf(graph, one), sliceOf(graph, other)];
      const delta = sent(diffSlices(decodeShape(encodeShape(before)), after));
      expect(sorted(applySliceDelta(before, delta))).toEqual(sorted(after));
      const members = ({ cards, cardRefs }: Slice) => new Set([...cards, ...cardRefs].map(({ symbolId }) => symbolId));
      expect(new Set(delta.left)).toEqual(minus(members(before), members(after)));
      expect(new Set(delta.entered)).toEqual(minus(members(after), members(before)));
      expect(isEmptyDelta(sent(diffSlices(decodeShape(encodeShape(before)), before)))).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test("dropped and shown symbols together are the candidates, each once; the frontier begins with dropped ones", () => {
  fc.assert(
    fc.property(anyGraph, anySize, (graph, size) => {
      const budget = { maxCards: size.maxCards, maxEstimatedTokens: size.maxEstimatedTokens };
      const seeds = firstSymbols(graph, size.found);
      const { slice, dropped } = buildSlice(
        graph,
        { taskText: "x", budget },
        { countTokens, seeds, spilloverHandle: "sp_0" },
      );
      expect(dropped).toHaveLength(slice.truncation?.droppedCards ?? 0);
      const all = [...slice.cards.map(({ symbolId }) => symbolId), ...dropped];
      expect(new Set(all).size).toBe(all.length);
      const frontier = slice.frontier.map(({ symbolId }) => symbolId);
      expect(frontier.slice(0, dropped.length)).toEqual(dropped.slice(0, frontier.length));
      expect(slice.truncation?.spilloverHandle).toBe(dropped.length > 0 ? "sp_0" : undefined);
    }),
    { numRuns: 100 },
  );
});
