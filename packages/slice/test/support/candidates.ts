/** Candidates of a graph, as a search would return them. */
import type { InMemoryGraph } from "@sdl/model/in-memory";
import { Candidate } from "../../src/search/candidate.js";

/** Candidates by descending score; start symbols have depth 0. */
export function candidatesOf(
  graph: InMemoryGraph,
  starts: readonly string[],
  hits: readonly string[] = [],
): Candidate[] {
  const parts = { query: 1, hotness: 0, structure: 0, kind: 0 };
  return [...starts, ...hits].map((end, i) => {
    const claim = { symbol: graph.get(end).handle, depth: i < starts.length ? 0 : 1, factor: 1, isExempt: false };
    return new Candidate(graph, { parts, score: 1 - i / 100 }, { ...claim, source: "taskText" });
  });
}
