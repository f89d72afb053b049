/** How many cards a book keeps: by their bytes. */
import { InMemoryGraph } from "@sdl/model/in-memory";
import { expect, test } from "vitest";
import { CardBook } from "../../src/select/card-book.js";

const SYMBOLS = 60;
const MAX_BYTES = 60_000;

/** Symbols whose signatures take so many characters. @returns how many of them the book still knows after each was asked for a full card */
function keptOf(signatureLength: number): number {
  const type = "T".repeat(signatureLength);
  const lines = Array.from({ length: SYMBOLS }, (_, i) => `  export function f${i}(value: ${type}): Row`);
  const graph = InMemoryGraph.fromText(`\nsrc/all.ts\n${lines.join("\n")}\n`);
  const book = new CardBook(graph, {}, MAX_BYTES);
  const handles = lines.map((_, i) => graph.get(`f${i}`).handle);
  const entries = handles.map((handle) => {
    const entry = book.of(handle);
    entry.card("full");
    return entry;
  });
  // The youngest first: asking for an old one moves the generations on.
  return handles.reduceRight((kept, handle, i) => kept + (book.of(handle) === entries[i] ? 1 : 0), 0);
}

test("a book keeps fewer cards where they are larger", () => {
  const small = keptOf(10);
  expect(small).toBeGreaterThan(8);
  expect(small).toBeLessThan(SYMBOLS / 2);
  const large = keptOf(10_000);
  expect(large).toBeGreaterThan(0);
  expect(large).toBeLessThan(6);
});
