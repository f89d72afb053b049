import fc from "fast-check";
import { expect, test } from "vitest";
import { DETAIL_LEVELS, detailRank } from "../../src/cards/card.js";
import { buildCardAtLevel } from "../../src/cards/card-at.js";
import { CardFacts } from "../../src/cards/card-facts.js";
import { estimateTokens } from "../../src/tokens/estimate.js";
import { estimateCard } from "../../src/tokens/estimate-card.js";
import { compactCard } from "../../src/wire/encode-card.js";
import { anyGraph, RUNS } from "../support/graphs.js";
import { layersByHandle } from "../support/layers.js";

/** Estimate from the fields of a built card: its path costs one index, its cluster a shared row. */
function ofMadeCard(fields: object): number {
  return Object.entries(fields).reduce((sum, [key, value]) => {
    if (key === "f") return sum + 3;
    if (key === "u") return sum + 4;
    return sum + 2 + estimateTokens(key === "s" && typeof value === "string" ? value : JSON.stringify(value));
  }, 0);
}

test("the estimate of a card that is not built equals that of the built card, whatever was estimated before", () => {
  fc.assert(
    fc.property(anyGraph, fc.nat(), fc.nat(15), fc.shuffledSubarray([...DETAIL_LEVELS]), fc.boolean(), (...given) => {
      const [graph, pick, clusters, levels, includeResolutionMetadata] = given;
      const symbols = graph.files().flatMap((file) => graph.fileSymbols(file));
      const symbol = symbols[pick % symbols.length] ?? 0;
      const derived = clusters === 0 ? undefined : layersByHandle(clusters);
      const facts = new CardFacts(graph, symbol, { derived, includeResolutionMetadata });
      const known = new Map();
      for (const detail of levels) {
        const made = ofMadeCard(compactCard(buildCardAtLevel(facts, detail)));
        expect(estimateCard(facts, detail, known), `level ${detailRank(detail)}`).toBe(made);
      }
    }),
    { numRuns: RUNS },
  );
});
