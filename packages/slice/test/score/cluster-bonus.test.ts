/** Tests of the relation between clusters and start symbols. */
import { expect, test } from "vitest";
import { ClusterBonus } from "../../src/score/cluster-bonus.js";
import type { SeedSource } from "../../src/slice.js";
import { authGraph } from "../support/graphs.js";
import { layersFor } from "../support/layers.js";

const graph = authGraph();
const layers = layersFor(graph, {
  clusters: {
    auth: ["authenticate", "validateToken", "decodeToken"],
    db: ["Users", "Users.find", "query"],
    web: ["handle", "render"],
  },
  related: [["auth", "db"]],
});

function relations(source: SeedSource, ...starts: string[]): string {
  const bonus = new ClusterBonus(
    layers,
    starts.map((name) => ({ symbol: graph.get(name).handle, source })),
  );
  return ["decodeToken", "query", "render", "banUser"]
    .map((name) => `${name} ${bonus.clusterRelationOf(graph.get(name).handle)}`)
    .join(", ");
}

test('the cluster of an entry symbol is "same"; clusters related to it are "related"', () => {
  expect(relations("entry", "authenticate")).toBe("decodeToken same, query related, render other, banUser other");
});

test("two text hits make a cluster a start cluster; one does not", () => {
  expect(relations("taskText", "authenticate")).toBe("decodeToken other, query other, render other, banUser other");
  expect(relations("taskText", "authenticate", "validateToken")).toBe(
    "decodeToken same, query related, render other, banUser other",
  );
});
