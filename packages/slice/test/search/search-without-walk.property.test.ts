import type { SymbolHandle } from "@sdl/model";
import type { InMemoryGraph } from "@sdl/model/in-memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { EdgeFilter } from "../../src/edge-filter.js";
import { NO_PROXIMITY, type Proximity, ProximityWalk } from "../../src/score/proximity.js";
import { ScoreBounds } from "../../src/score/score-bounds.js";
import { SymbolScorer } from "../../src/score/symbol-scorer.js";
import { searchCandidates } from "../../src/search/beam-search.js";
import type { SearchResult } from "../../src/search/candidate.js";
import { NeighbourFinder } from "../../src/search/neighbours.js";
import { searchWithoutWalk } from "../../src/search/search-without-walk.js";
import type { SeedSet } from "../../src/seeds/collect-seeds.js";
import { anyGraph, authGraph, RUNS } from "../support/graphs.js";
import { layersByHandle } from "../support/layers.js";

const FILTER = new EdgeFilter(0.5, undefined);

interface Case {
  readonly graph: InMemoryGraph;
  readonly seeds: SeedSet;
  readonly maxCandidates: number;
  readonly clusters: number;
}

function bothWays({ graph, seeds, maxCandidates, clusters }: Case) {
  const derived = clusters === 0 ? undefined : layersByHandle(clusters);
  const scorerWith = (proximity: Proximity) =>
    new SymbolScorer({ graph, seeds, proximity, terms: new Set(["load"]), derived, feedback: undefined });
  const given = { graph, starts: seeds.starts, hits: [...seeds.retrieved.keys()], maxCandidates, usefulCount: 1 };
  const alone = searchWithoutWalk({ ...given, scorer: scorerWith(NO_PROXIMITY) });
  const proximity = new ProximityWalk(graph).recompute(seeds.starts, FILTER);
  const searched = searchCandidates({
    ...given,
    scorer: scorerWith(proximity),
    filter: FILTER,
    neighbours: new NeighbourFinder(graph),
    forced: [],
    scoreBounds: new ScoreBounds(graph).recompute(seeds, proximity),
  });
  return { alone, searched };
}

/** Seeds whose start symbols are the first hits. */
function seedsOf(hits: readonly { readonly symbol: SymbolHandle; readonly score: number }[], starts: number): SeedSet {
  return {
    starts: hits.slice(0, starts).map((hit) => ({ ...hit, source: "taskText" })),
    retrieved: new Map(hits.map(({ symbol, score }) => [symbol, score])),
    editedSymbols: [],
    editedCallers: [],
    entries: [],
    trace: undefined,
    symptomType: "taskText",
    sources: [],
    evidence: undefined,
  };
}

function describeSearch({ candidates }: SearchResult) {
  return candidates.map(({ symbol, score, depth, source, via }) => ({ symbol, score, depth, source, via }));
}

test("the result without a walk equals that of the beam search", () => {
  let defined = 0;
  fc.assert(
    fc.property(
      anyGraph,
      fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(15),
      (graph, scores, starts, maxCandidates, clusters) => {
        const symbols = graph.files().flatMap((file) => graph.fileSymbols(file));
        const hits = scores
          .sort((a, b) => b - a)
          .flatMap((score, i) => (symbols[i] === undefined ? [] : [{ symbol: symbols[i], score }]));
        const { alone, searched } = bothWays({ graph, seeds: seedsOf(hits, starts), maxCandidates, clusters });
        if (alone === undefined) return;
        defined++;
        expect(describeSearch(alone)).toEqual(describeSearch(searched));
        expect([alone.nextBest, searched.nextBest]).toEqual([[], []]);
      },
    ),
    { numRuns: RUNS },
  );
  expect(defined).toBeGreaterThan(RUNS / 10);
});

test("a good hit next to a best start symbol keeps the place of its own score", () => {
  const graph = authGraph();
  const hit = (end: string, score: number) => ({ symbol: graph.get(end).handle, score });
  const hits = [hit("authenticate", 1), hit("validateToken", 0.9), hit("render", 0.8), hit("query", 0.7)];
  const { alone, searched } = bothWays({ graph, seeds: seedsOf(hits, 1), maxCandidates: 3, clusters: 0 });
  const names = searched.candidates.map(({ record }) => record.name);
  expect(names).toEqual(["authenticate", "validateToken", "render"]);
  expect(alone && describeSearch(alone)).toEqual(describeSearch(searched));
});
