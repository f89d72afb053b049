import fc from "fast-check";
import { expect, test } from "vitest";
import { TopList } from "../src/top-list.js";

test("the list equals the head of a full sort, whatever the order of insertion", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 })), fc.nat(12), (scores, limit) => {
      const byId = (a: number, b: number): number => b - a;
      const top = new TopList(limit, byId);
      scores.forEach((score, symbol) => {
        if (score >= top.floor && top.admits(symbol, score)) top.push(symbol, score);
      });
      const sorted = scores
        .map((score, symbol) => ({ symbol, score }))
        .sort((a, b) => b.score - a.score || byId(a.symbol, b.symbol));
      expect(top.sorted()).toEqual(sorted.slice(0, limit));
    }),
  );
});
