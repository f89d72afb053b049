import { expect, test } from "vitest";
import { blastRadius, countByDepth } from "../../src/browser/picture/blast-radius.js";
import { Graph } from "../../src/browser/picture/graph.js";
import { computeHighlight } from "../../src/browser/picture/highlight.js";
import { compareByImportance, searchNodes } from "../../src/browser/picture/search.js";
import { Store } from "../../src/browser/picture/store.js";
import { clusterLetters, reachWords, shortenLabel, shortName } from "../../src/browser/picture/words.js";
import { encodePicture } from "../../src/page/encode-picture.js";
import { pictureOf } from "../support/small-picture.js";

/** A picture: a calls b, b calls c, c calls a; d imports c with low confidence. */
const PICTURE = pictureOf(
  ["a", "b", "c", { name: "d", cluster: 1 }],
  [
    [0, 1],
    [1, 2],
    [2, 0],
    [3, 2, { kind: "import", confidence: 0.4 }],
    [1, 1],
  ],
);

function storeOf(picture = PICTURE, startsClosed = false): Store {
  return new Store(new Graph(encodePicture(picture)), { startsClosed, mostOpen: 3 });
}

const ALL = { hiddenKinds: new Set<number>(), minConfidence: 0 };
const names = (store: Store, numbers: Iterable<number>) => [...numbers].map((number) => store.graph.node(number).name);

test("a blast radius has every symbol that leads to the start, once, with its least distance", () => {
  const { graph } = storeOf();
  const depths = blastRadius(graph, 2, ALL);
  expect([...depths]).toEqual([
    [2, 0],
    [1, 1],
    [3, 1],
    [0, 2],
  ]);
  expect(countByDepth(depths)).toEqual([2, 1]);
});

test("a blast radius does not follow filtered edges", () => {
  const { graph } = storeOf();
  expect([...blastRadius(graph, 2, { ...ALL, minConfidence: 50 }).keys()]).toEqual([2, 1, 0]);
  expect([...blastRadius(graph, 2, { ...ALL, hiddenKinds: new Set([0]) }).keys()]).toEqual([2, 3]);
});

test("a shown blast radius follows the filter", () => {
  const store = storeOf();
  store.showBlastRadius(store.graph.node(2));
  expect(store.state.blast?.size).toBe(4);
  store.changeFilter({ minConfidence: 50 });
  expect(store.state.blast?.size).toBe(3);
});

test("callers and callees of the chosen node are highlighted; back goes one step", () => {
  const store = storeOf();
  expect(computeHighlight(store)).toBeUndefined();
  store.choose(store.graph.node(1));
  const { nodes, edges } = computeHighlight(store) ?? { nodes: new Map<number, string>(), edges: [] };
  expect(Object.fromEntries(nodes)).toEqual({ 0: "in", 1: "chosen", 2: "out" });
  expect(edges).toHaveLength(2);
  store.showBlastRadius(store.graph.node(1));
  expect(computeHighlight(store)?.edges.map(({ edge }) => [edge.from, edge.to])).toContainEqual([0, 1]);
  expect([store.back(), store.state.chosen, store.back(), store.state.chosen, store.back()]).toEqual([
    ...[true, 1, true, undefined, false],
  ]);
});

test("a chosen cluster highlights its nodes and the edges among them", () => {
  const store = storeOf();
  store.highlightClusterNumber(0);
  const { nodes, edges } = computeHighlight(store) ?? { nodes: new Map<number, string>(), edges: [] };
  expect(names(store, nodes.keys())).toEqual(["a", "b", "c"]);
  expect(edges).toHaveLength(3);
});

test("choosing a node opens its cluster, and closes the longest open one if too many nodes are shown", () => {
  const store = storeOf(PICTURE, true);
  expect([store.isOpen(0), store.isOpen(1)]).toEqual([false, false]);
  store.choose(store.graph.node(0));
  expect(store.state.opened).toEqual([0]);
  store.choose(store.graph.node(3));
  expect(store.state.opened).toEqual([1]);
  store.toggleCluster(1);
  expect(store.state.opened).toEqual([]);
});

test("search matches words in any order in names and paths, and kinds; the best name is first", () => {
  const picture = pictureOf([
    { name: "parseToken", fanIn: 1 },
    { name: "Token", kind: "class", fanIn: 5 },
    { name: "Store.tokenOf", fanIn: 9 },
    { name: "other", file: "src/token.ts", fanIn: 99 },
  ]);
  const nodes = [...new Graph(encodePicture(picture)).nodes].sort(compareByImportance);
  const found = (query: string) => searchNodes(nodes, query).map(({ name }) => name);
  expect(found("token")).toEqual(["Token", "Store.tokenOf", "parseToken", "other"]);
  expect(found("TOKEN parse")).toEqual(["parseToken"]);
  expect(found("kind:class")).toEqual(["Token"]);
  expect(found("src/token")).toEqual(["other"]);
  expect(found("nothing")).toEqual([]);
  expect(found("  ")).toHaveLength(4);
});

test("nodes are ordered: riskiest change first, then other subjects, then near effects before far ones", () => {
  const picture = pictureOf([
    { name: "much used", fanIn: 99 },
    { name: "far", effect: { distance: 2 } },
    { name: "near", effect: { distance: 1 } },
    { name: "risky", change: { type: "removed", risk: 80 } },
    { name: "harmless", change: { type: "added", risk: 0 } },
  ]);
  const ordered = [...new Graph(encodePicture(picture)).nodes].sort(compareByImportance);
  expect(ordered.map(({ name }) => name)).toEqual(["risky", "harmless", "near", "far", "much used"]);
});

test("counts, letters, places and labels are worded", () => {
  expect([0, 25, 26, 701, 702].map(clusterLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
  expect(reachWords([])).toBe("nothing in this picture");
  expect(reachWords([1])).toBe("1 symbol: 1 at 1 step");
  expect(reachWords([3, 11])).toBe("14 symbols: 3 at 1 step, 11 at 2");
  expect([...shortenLabel("🦀".repeat(50), 5)]).toEqual(["🦀", "🦀", "🦀", "🦀", "…"]);
  const { graph } = storeOf(pictureOf([{ name: "packages/a/src/index.ts", kind: "module" }]));
  expect(shortName(graph.node(0))).toBe("…/src/index.ts");
});
