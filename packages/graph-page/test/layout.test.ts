import { expect, test } from "vitest";
import { layOutColumns } from "../src/layout/columns.js";
import { layOutIslands } from "../src/layout/islands.js";
import { computeRelations } from "../src/picture/relations.js";
import { generatedPicture } from "../src/testing/index.js";
import { pictureOf } from "./support/small-picture.js";

test("each cluster has an island that contains its nodes and touches no other island", () => {
  const picture = generatedPicture({ nodes: 700, edges: 1600, clusters: 14 });
  const { places, radii, islands } = layOutIslands(picture, computeRelations(picture));
  expect(islands.map(({ cluster }) => cluster).sort((a, b) => a - b)).toEqual([...picture.clusters.keys()]);
  const byCluster = new Map(islands.map((island) => [island.cluster, island]));
  picture.nodes.forEach(({ cluster }, i) => {
    const { x = 0, y = 0, radius = 0 } = byCluster.get(cluster) ?? {};
    const place = places[i] ?? { x: Number.NaN, y: 0 };
    expect(Math.hypot(place.x - x, place.y - y) + (radii[i] ?? 0)).toBeLessThan(radius);
  });
  for (const [i, a] of islands.entries())
    for (const b of islands.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.radius + b.radius);
});

test("nodes with higher fan-in are larger", () => {
  const picture = pictureOf([{ fanIn: 0 }, { fanIn: 9 }, { fanIn: 90 }]);
  const [none = 0, some = 0, many = 0] = layOutIslands(picture, computeRelations(picture)).radii;
  expect(none).toBeLessThan(some);
  expect(some).toBeLessThan(many);
});

/** Names by column from left to right, sorted within a column. */
function columnsOf(picture: ReturnType<typeof pictureOf>): readonly (readonly string[])[] {
  const { places } = layOutColumns(picture, computeRelations(picture));
  const byX = new Map<number, string[]>();
  picture.nodes.forEach(({ name }, i) => {
    const x = places[i]?.x ?? Number.NaN;
    byX.set(x, [...(byX.get(x) ?? []), name]);
  });
  return [...byX].sort(([a], [b]) => a - b).map(([, names]) => names.sort());
}

test("callers are left of a symbol and callees right, by distance", () => {
  const picture = pictureOf(
    ["far", "caller", { name: "start", seed: true }, "callee", "deep", "both", "apart"],
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [5, 2],
      [2, 5],
    ],
    { subject: "symbol" },
  );
  expect(columnsOf(picture)).toEqual([["far"], ["both", "caller"], ["start"], ["callee"], ["deep"], ["apart"]]);
  const { headings } = layOutColumns(picture, computeRelations(picture));
  expect(headings.map(({ text }) => text)).toEqual([
    ...[
      "Uses it in 2 steps: 1",
      "Uses it: 2",
      "The symbol",
      "Used by it: 1",
      "Used by it in 2 steps: 1",
      "Not connected: 1",
    ],
  ]);
});

test("changed symbols are left of affected ones", () => {
  const picture = pictureOf(
    [
      { name: "changed", change: { type: "modified" } },
      { name: "near", effect: { distance: 1 } },
      { name: "far", effect: { distance: 3 } },
    ],
    [[1, 0]],
    { subject: "delta" },
  );
  expect(columnsOf(picture)).toEqual([["changed"], ["near"], ["far"]]);
});

test("a long column continues in another one, and no two nodes share a place", () => {
  const users = Array.from({ length: 90 }, (_, i) => `user${i}`);
  const edges = users.map((_, i) => [i + 1, 0] as const);
  const picture = pictureOf([{ name: "start", seed: true }, ...users], edges, { subject: "symbol" });
  const { places } = layOutColumns(picture, computeRelations(picture));
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(91);
  const rows = Math.max(...places.map(({ y }) => y)) - Math.min(...places.map(({ y }) => y));
  expect(rows).toBeLessThan(26 * 40);
});

test("an empty picture and a single node have a layout", () => {
  for (const lay of [layOutIslands, layOutColumns]) {
    expect(lay(pictureOf([]), computeRelations(pictureOf([]))).places).toEqual([]);
    const one = pictureOf(["a"]);
    expect(lay(one, computeRelations(one)).places).toHaveLength(1);
  }
});
