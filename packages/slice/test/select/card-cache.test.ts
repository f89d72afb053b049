/** Tests of the number of cards that a cache keeps within its byte limit. */
import { InMemoryGraph } from "@sdl/model/in-memory";
import { expect, test } from "vitest";
import { CardCache } from "../../src/select/card-cache.js";

const SYMBOLS = 60;
const MAX_BYTES = 60_000;

/** Requests full cards of symbols whose signatures have the given length. @returns number of symbols that the cache still contains */
function keptOf(signatureLength: number): number {
  const type = "T".repeat(signatureLength);
  const lines = Array.from({ length: SYMBOLS }, (_, i) => `  export function f${i}(value: ${type}): Row`);
  const graph = InMemoryGraph.fromText(`\nsrc/all.ts\n${lines.join("\n")}\n`);
  const book = new CardCache(graph, {}, MAX_BYTES);
  const handles = lines.map((_, i) => graph.get(`f${i}`).handle);
  const entries = handles.map((handle) => {
    const entry = book.of(handle);
    entry.card("full");
    return entry;
  });
  // The youngest entry first, because reading an old one advances the cache's generations.
  return handles.reduceRight((kept, handle, i) => kept + (book.of(handle) === entries[i] ? 1 : 0), 0);
}

test("the cache keeps fewer cards if they are larger", () => {
  const small = keptOf(10);
  expect(small).toBeGreaterThan(8);
  expect(small).toBeLessThan(SYMBOLS / 2);
  const large = keptOf(10_000);
  expect(large).toBeGreaterThan(0);
  expect(large).toBeLessThan(6);
});
