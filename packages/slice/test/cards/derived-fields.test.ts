/** Tests of the fields that derived layers add to cards. */
import { expect, test } from "vitest";
import { buildCard, type CardDetail, DETAIL_LEVELS } from "../../src/index.js";
import { authGraph } from "../support/graphs.js";
import { layersFor } from "../support/layers.js";

const graph = authGraph();
const { handle } = graph.get("authenticate");
const derived = layersFor(graph, {
  clusters: { "src/auth: token": ["authenticate", "validateToken", "decodeToken"] },
  tests: { authenticate: ["testAuthenticate", "test/auth.test.ts"] },
  processes: {
    authenticate: [{ processId: "p1", label: "POST /login → authenticate", role: "intermediate", depth: 1 }],
  },
});

function added(detail: CardDetail): string {
  const { metrics, cluster, processes } = buildCard(graph, handle, { detail, derived });
  return JSON.stringify([metrics?.testRefs, metrics?.canonicalTest, cluster, processes]);
}

test("compact has the cluster and the best test; full has all tests, and processes", () => {
  const cluster = { clusterId: "c0", label: "src/auth: token", memberCount: 3 };
  const canonicalTest = {
    file: "test/auth.test.ts",
    symbolId: graph.get("testAuthenticate").id,
    distance: 1,
    proximity: 0.9,
  };
  const processes = [{ processId: "p1", label: "POST /login → authenticate", role: "intermediate", depth: 1 }];
  expect(added("deps")).toBe(JSON.stringify([undefined, undefined, undefined, undefined]));
  expect(added("compact")).toBe(
    JSON.stringify([["test/auth.test.ts::testAuthenticate"], undefined, cluster, undefined]),
  );
  expect(added("full")).toBe(
    JSON.stringify([["test/auth.test.ts::testAuthenticate", "test/auth.test.ts"], canonicalTest, cluster, processes]),
  );
});

test("etags do not depend on derived layers", () => {
  for (const detail of DETAIL_LEVELS) {
    expect(buildCard(graph, handle, { detail, derived }).etag).toBe(buildCard(graph, handle, { detail }).etag);
  }
});

test("the card of a symbol without derived data is unchanged", () => {
  const { handle: other } = graph.get("query");
  expect(buildCard(graph, other, { derived })).toEqual(buildCard(graph, other));
});
