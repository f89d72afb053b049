/** Tests of the text that a sentence model embeds for a symbol. */
import { expect, test } from "vitest";
import { EMBEDDING_TEXT_LENGTH, embeddingText } from "../../src/graph/embedding-text.js";
import { InMemoryGraph } from "../../src/in-memory/index.js";

const GRAPH = InMemoryGraph.fromText(`
src/lru_cache.ts
  export function evictOldest(limit: number): void  // Evicts what was used least.
    -> call touchEntry
    -> call HTTPServer
    -> uses evictOldest
  function touchEntry(key: string): void
  class HTTPServer
`);

function textOf(name: string): string {
  return embeddingText(GRAPH, GRAPH.get(name).handle);
}

test("the text contains the name's words, documentation, signature, callees and file", () => {
  expect(textOf("evictOldest").split("\n")).toEqual([
    "function evict Oldest",
    "Evicts what was used least.",
    expect.stringContaining("evictOldest(limit: number): void"),
    "calls HTTP Server, touch Entry",
    "src lru cache ts",
  ]);
});

test("absent parts leave no empty lines", () => {
  expect(textOf("HTTPServer")).toBe("class HTTP Server\nHTTPServer\nsrc lru cache ts");
});

test("long texts are cut, and no part displaces the others", () => {
  const doc = "word ".repeat(1000);
  const graph = InMemoryGraph.fromText(`
src/a.ts
  export function long(limit: number): void  // ${doc}
`);
  const text = embeddingText(graph, graph.get("long").handle);
  expect(text.length).toBeLessThanOrEqual(EMBEDDING_TEXT_LENGTH);
  expect(text).toContain("long(limit: number): void");
});
