import fc from "fast-check";
import { expect, test } from "vitest";
import { FactsBuilder, FactsPage, POSTINGS, postingSymbols, TERMS, toPostingSteps } from "../../src/facts/index.js";

test("the symbols of every term are decoded, ascending", () => {
  const lists = fc.array(fc.uniqueArray(fc.nat(500), { minLength: 1, maxLength: 20 }));
  fc.assert(
    fc.property(lists, (terms) => {
      const builder = new FactsBuilder("python");
      const ascending = terms.map((list) => [...list].sort((a, b) => a - b));
      ascending.forEach((list, lo) => {
        builder.table(TERMS).append({ hi: 0, lo, count: list.length });
        const steps = Uint32Array.from(list);
        toPostingSteps(steps, 0, steps.length);
        for (const skipped of steps) builder.table(POSTINGS).append({ skipped, frequencies: 1 });
      });
      expect([...postingSymbols(new FactsPage(builder.finish()))]).toEqual(ascending.flat());
    }),
  );
});
