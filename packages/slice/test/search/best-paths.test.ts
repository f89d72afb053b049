/** Tests of the strongest paths between two symbols and of their order. */
import { EDGE_CODE, EDGE_KINDS } from "@sdl/model";
import { InMemoryGraph } from "@sdl/model/in-memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPaths } from "../../src/search/best-paths.js";

const ALL_KINDS = new Set(EDGE_KINDS.map((kind) => EDGE_CODE[kind]));

const GRAPH = `
src/a.ts
  function start()
    -> call near 0.9
    -> call far
    -> uses goal 0.5
  function near()
    -> call goal 0.9
  function far()
    -> call farther
  function farther()
    -> call goal
    -> call start
  function goal()
  function alone()
`;

function waysIn(
  text: string,
  request: { from?: string; to?: string; maxHops?: number; limit?: number; kinds?: number[] },
) {
  const graph = InMemoryGraph.fromText(text);
  const named = (name: string) => graph.symbolsNamed(name)[0] ?? -1;
  const paths = bestPaths(graph, {
    from: named(request.from ?? "start"),
    to: named(request.to ?? "goal"),
    maxHops: request.maxHops ?? 6,
    kinds: request.kinds === undefined ? ALL_KINDS : new Set(request.kinds),
    limit: request.limit ?? 3,
  });
  return paths.map(({ steps, strength }) =>
    [request.from ?? "start", ...steps.map(({ to }) => graph.symbol(to).name), strength.toFixed(2)].join(" "),
  );
}

test("the strongest paths come first, whatever their length", () => {
  expect(waysIn(GRAPH, {})).toEqual([
    "start far farther goal 0.86",
    "start near goal 0.81",
    expect.stringMatching(/^start goal 0\.\d\d$/),
  ]);
});

test("no path has more edges than allowed or an edge of another kind", () => {
  expect(waysIn(GRAPH, { maxHops: 2, limit: 1 })).toEqual(["start near goal 0.81"]);
  expect(waysIn(GRAPH, { kinds: [EDGE_CODE.call] })).toHaveLength(2);
});

test("there is no path without edges to the target, and edges are not followed backwards", () => {
  expect(waysIn(GRAPH, { to: "alone" })).toEqual([]);
  expect(waysIn(GRAPH, { from: "goal", to: "start" })).toEqual([]);
});

interface Drawn {
  readonly from: number;
  readonly to: number;
  readonly confidence: number;
}

const edges = fc.array(fc.record({ from: fc.nat(6), to: fc.nat(6), confidence: fc.integer({ min: 1, max: 99 }) }), {
  maxLength: 20,
});

test("the result equals the best of all simple paths by exhaustive search", () => {
  fc.assert(
    fc.property(edges, fc.integer({ min: 1, max: 5 }), (drawn, maxHops) => {
      const strengths = waysIn(textOf(drawn), { from: "s0", to: "s6", maxHops, limit: 4 }).map((way) =>
        way.split(" ").at(-1),
      );
      const all = everyWay(drawn, 0, [], maxHops).sort((a, b) => b - a);
      expect(strengths).toEqual(all.slice(0, 4).map((strength) => strength.toFixed(2)));
    }),
  );
});

function textOf(drawn: readonly Drawn[]): string {
  const lines = ["src/a.ts"];
  for (let from = 0; from <= 6; from++) {
    lines.push(`  function s${from}()`);
    for (const edge of strongest(drawn)) {
      if (edge.from === from) lines.push(`    -> call s${edge.to} ${(edge.confidence / 100).toFixed(2)}`);
    }
  }
  return lines.join("\n");
}

/** One edge for each pair of symbols: the strongest. */
function strongest(drawn: readonly Drawn[]): Drawn[] {
  const best = new Map<string, Drawn>();
  for (const edge of drawn) {
    const key = `${edge.from}>${edge.to}`;
    if (edge.confidence > (best.get(key)?.confidence ?? 0)) best.set(key, edge);
  }
  return [...best.values()];
}

function everyWay(drawn: readonly Drawn[], at: number, seen: readonly number[], hops: number): number[] {
  if (at === 6) return [1];
  if (hops === 0) return [];
  return strongest(drawn)
    .filter(({ from, to }) => from === at && to !== at && !seen.includes(to))
    .flatMap(({ to, confidence }) =>
      everyWay(drawn, to, [...seen, at], hops - 1).map((strength) => (strength * confidence) / 100),
    );
}
