/** Searches a graph written as text; one line per result: score, path#name, sources. */
import type { SymbolGraph, TermIndex } from "@sdl/model/graph";
import { InMemoryGraph, InMemoryTermIndex } from "@sdl/model/in-memory";
import { expect } from "vitest";
import { type SearchOptions, searchSymbols } from "../src/search.js";

export interface Fixture {
  readonly graph: SymbolGraph;
  readonly index: TermIndex;
}

export function fixture(text: string): Fixture {
  const graph = InMemoryGraph.fromText(text);
  return { graph, index: new InMemoryTermIndex(graph) };
}

export function answerLines({ graph, index }: Fixture, query: string, options: SearchOptions = {}): string[] {
  return searchSymbols(graph, index, query, options).results.map(({ symbol, score, sources }) => {
    const { file, qualifiedName, kind } = graph.symbol(symbol);
    const place = kind === "module" ? file : `${file}#${qualifiedName}`;
    return `${score.toFixed(3)} ${place} ${sources.join("+")}`;
  });
}

/** Expects the given first results of a query, as `path#name`. */
export function checkFirst(on: Fixture, query: string, expected: string, options: SearchOptions = {}): void {
  const wanted = expected.trim().split(/\s+/);
  const places = answerLines(on, query, options).map((line) => line.split(" ")[1]);
  expect([query, ...places.slice(0, wanted.length)]).toEqual([query, ...wanted]);
}
