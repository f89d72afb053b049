import { KeptValues } from "@sdl/model";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { buildSlice, type CountTokens, loadTokenCounter } from "../../src/index.js";
import { costAtMost } from "../../src/pack/measure.js";
import { anyGraph, firstSymbols } from "../support/graphs.js";
import { layersByHandle } from "../support/layers.js";

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await loadTokenCounter();
});

const anyRequest = fc.record({
  taskText: fc.constantFrom("load the user token", "test"),
  budget: fc.record({
    maxCards: fc.integer({ min: 1, max: 60 }),
    maxEstimatedTokens: fc.integer({ min: 1, max: 8000 }),
  }),
  wireFormat: fc.constantFrom("standard" as const, "compact" as const),
  wireFormatVersion: fc.constantFrom(1 as const, 2 as const, 3 as const),
  includeResolutionMetadata: fc.boolean(),
  explain: fc.boolean(),
});

test("the sum of separately counted cards equals the count of the whole text", () => {
  fc.assert(
    fc.property(anyGraph, anyRequest, fc.nat(12), fc.nat(15), (graph, request, found, clusters) => {
      const derived = clusters === 0 ? undefined : layersByHandle(clusters);
      const { slice } = buildSlice(graph, request, { countTokens, seeds: firstSymbols(graph, found), derived });
      const { budget, ...draft } = slice;
      const input = {
        encoding: request,
        envelope: (encoded: object) => ({ handle: "h", slice: encoded }),
        kept: new KeptValues(),
        allowed: 4000,
      };
      // A counter that is not known to be additive receives whole texts.
      const whole: CountTokens = (text) => countTokens(text);
      expect(costAtMost(draft, { ...input, countTokens })).toBe(costAtMost(draft, { ...input, countTokens: whole }));
      expect(budget.used).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});
