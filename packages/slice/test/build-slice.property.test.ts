import fc from "fast-check";
import { countTokens as countPlain } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, expect, test } from "vitest";
import { buildSlice, type CountTokens, decodeSlice, loadTokenCounter, type SliceBuildRequest } from "../src/index.js";
import { anyGraph, firstSymbols, RUNS } from "./support/graphs.js";
import { layersByHandle } from "./support/layers.js";

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await loadTokenCounter();
});

const anyRequest = fc.record(
  {
    taskText: fc.constantFrom("load the user token", "πλ", "test"),
    editedFiles: fc.subarray(["src/a.ts", "lib/c.py", "gone.ts"]),
    failingTestPath: fc.constant("test/d.test.ts"),
    stackTrace: fc.constant("Error\n    at f (/x/src/a.ts:9:1)\n    at g (/x/e.ts:2:1)"),
    budget: fc.record({
      maxCards: fc.integer({ min: 1, max: 60 }),
      maxEstimatedTokens: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 8000 })),
    }),
    minConfidence: fc.constantFrom(0, 0.5, 0.9),
    cardDetail: fc.constantFrom("minimal" as const, "signature" as const, "full" as const),
    adaptiveDetail: fc.boolean(),
    wireFormat: fc.constantFrom("standard" as const, "compact" as const),
    wireFormatVersion: fc.constantFrom(1 as const, 2 as const, 3 as const),
    includeResolutionMetadata: fc.boolean(),
    includeRetrievalEvidence: fc.boolean(),
    explain: fc.boolean(),
  },
  { requiredKeys: ["taskText"] },
);

test("the budget is exact, no symbol occurs twice, and the encoded slice decodes to the slice", () => {
  fc.assert(
    fc.property(anyGraph, anyRequest, fc.nat(12), fc.nat(15), (graph, shape, found, clusters) => {
      const request: SliceBuildRequest = shape;
      const derived = clusters === 0 ? undefined : layersByHandle(clusters);
      const options = { countTokens, seeds: firstSymbols(graph, found), derived };
      const { slice, result } = buildSlice(graph, request, options);
      const sent = JSON.stringify(result);

      const exact = countPlain(sent, { disallowedSpecial: new Set<string>() });
      const { used, allowed, minimumRequired } = slice.budget;
      expect(used).toBe(exact);
      expect(allowed).toBe(request.budget?.maxEstimatedTokens ?? 4000);
      if (minimumRequired === undefined) expect(used).toBeLessThanOrEqual(allowed);
      else {
        expect(minimumRequired).toBe(used);
        expect(slice.cards.length + slice.cardRefs.length).toBeLessThanOrEqual(1);
        expect(slice.cards.every(({ detailLevel }) => detailLevel === "minimal")).toBe(true);
        expect(slice.frontier).toEqual([]);
      }

      // If the token budget ended the selection, at least 90 % of it must be used.
      if (allowed >= 2000 && slice.truncation?.selection === "tokens") expect(used).toBeGreaterThan(0.9 * allowed);

      const inside = [...slice.cards, ...slice.cardRefs].map(({ symbolId }) => symbolId);
      const outside = slice.frontier.map(({ symbolId }) => symbolId);
      expect(inside.length).toBeLessThanOrEqual(request.budget?.maxCards ?? 30);
      expect(new Set([...inside, ...outside]).size).toBe(inside.length + outside.length);
      for (const { from, to } of slice.edges) expect(inside).toEqual(expect.arrayContaining([from, to]));
      expect(Object.keys(slice.etags)).toEqual(slice.cards.map(({ symbolId }) => symbolId));

      expect(decodeSlice(JSON.parse(JSON.stringify(Reflect.get(result, "slice"))))).toEqual(slice);
      expect(JSON.stringify(buildSlice(graph, request, options).result)).toBe(sent);
    }),
    { numRuns: RUNS },
  );
}, 1_800_000);

test("with a sufficient budget every found symbol is in the slice", () => {
  fc.assert(
    fc.property(anyGraph, fc.integer({ min: 1, max: 8 }), (graph, found) => {
      const budget = { maxCards: 500, maxEstimatedTokens: 200_000 };
      const { slice } = buildSlice(
        graph,
        { taskText: "x", budget },
        { countTokens, seeds: firstSymbols(graph, found) },
      );
      expect(slice.truncation?.droppedCards ?? 0).toBe(0);
      expect(slice.cards.length).toBeGreaterThanOrEqual(Math.min(found, graph.capacity));
    }),
    { numRuns: 100 },
  );
});
