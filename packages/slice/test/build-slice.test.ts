import { InMemoryGraph } from "@sdl/model/in-memory";
import { beforeAll, expect, test } from "vitest";
import {
  buildCard,
  buildSlice,
  type CountTokens,
  decodeSlice,
  loadTokenCounter,
  type Slice,
  type SliceBuildRequest,
} from "../src/index.js";
import { AUTH_TEXT, authGraph, finderOf } from "./support/graphs.js";

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await loadTokenCounter();
});

const GRAPH = authGraph();

function build(request: SliceBuildRequest, graph: InMemoryGraph = GRAPH, finds: readonly string[] = []) {
  return buildSlice(graph, request, { countTokens, seeds: finderOf(graph, ...finds) });
}

/** Text form of a slice: cards with their levels, then references, edges, frontier. */
function describeSlice(slice: Slice): string {
  const names = new Map(slice.cards.map(({ symbolId, name, qualifiedName }) => [symbolId, qualifiedName ?? name]));
  for (const { symbolId } of slice.cardRefs)
    names.set(symbolId, GRAPH.symbol(GRAPH.findSymbol(symbolId) ?? 0).qualifiedName);
  const cards = slice.cards.map(({ symbolId, detailLevel }) => `${detailLevel} ${names.get(symbolId)}`);
  const refs = slice.cardRefs.map(({ symbolId, detailLevel }) => `known ${detailLevel} ${names.get(symbolId)}`);
  const edges = slice.edges.map(
    ({ from, to, kind, confidence }) => `  ${names.get(from)} -${kind}-> ${names.get(to)} ${confidence}`,
  );
  const frontier = slice.frontier.map(({ name, why }) => `beyond ${name}: ${why}`);
  const starts = slice.startSymbols.map(
    ({ symbolId, source, score }) => `start ${names.get(symbolId)}: ${source} ${score}`,
  );
  const { truncation: t } = slice;
  const end =
    t === undefined ? [] : [`dropped ${t.droppedCards} cards, ${t.droppedEdges} edges; ${t.search}, ${t.selection}`];
  return [...cards, ...refs, ...edges, ...frontier, ...starts, ...end].join("\n");
}

test("the slice of an entry symbol contains its callees, callers and a test", async () => {
  const { slice } = build({ entrySymbols: [GRAPH.id("authenticate")] });
  await expect(describeSlice(slice)).toMatchFileSnapshot("golden/entry.txt");
});

test("with a small budget the entry symbol and its neighbours remain, at lower levels", async () => {
  const { slice } = build({ entrySymbols: [GRAPH.id("authenticate")], budget: { maxEstimatedTokens: 500 } });
  await expect(describeSlice(slice)).toMatchFileSnapshot("golden/entry-500.txt");
});

test("the slice of a task text contains the retrieved symbols and their neighbours", async () => {
  const { slice } = build({ taskText: "tokens expire too early", budget: { maxCards: 5 } }, GRAPH, [
    "validateToken",
    "render",
  ]);
  await expect(describeSlice(slice)).toMatchFileSnapshot("golden/task.txt");
});

test("the symbols of a stack trace's frames are start symbols", async () => {
  const stackTrace =
    "Error: x\n    at decodeToken (/srv/src/auth/token.ts:8:1)\n    at handle (/srv/src/server.ts:2:1)";
  const { slice, retrievalEvidence } = build({ stackTrace });
  await expect(describeSlice(slice)).toMatchFileSnapshot("golden/trace.txt");
  expect(retrievalEvidence).toMatchObject({ symptomType: "stackTrace", sources: ["stackTrace"] });
});

test("the subjects of a failing test are start symbols", async () => {
  const { slice } = build({ failingTestPath: "test/auth.test.ts", budget: { maxCards: 4 } });
  await expect(describeSlice(slice)).toMatchFileSnapshot("golden/failing-test.txt");
});

test("explain states the reason for each card", async () => {
  const { slice } = build({ entrySymbols: [GRAPH.id("authenticate")], explain: true });
  const lines = slice.cards.map(
    ({ name, why }) => `${name}: ${why?.path.join(", ")} ${JSON.stringify(why?.parts)} = ${why?.score}`,
  );
  await expect(lines.join("\n")).toMatchFileSnapshot("golden/explain.txt");
});

test("edited files come first, then their callers", () => {
  const request = { editedFiles: ["src/db/query.ts"], taskText: "render", budget: { maxCards: 4 } };
  const { slice } = build(request, GRAPH, ["render", "handle"]);
  const names = slice.cards.map(({ qualifiedName, name }) => qualifiedName ?? name);
  expect(new Set(names.slice(0, 2))).toEqual(new Set(["query", "src/db/query.ts"]));
  expect(new Set(names.slice(2, 4))).toEqual(new Set(["Users.find", "Users.save"]));
});

test("direct callers are reached even if the symbol calls little", () => {
  const { slice } = build({ entrySymbols: [GRAPH.id("query")] });
  const names = slice.cards.map(({ name }) => name);
  expect(names).toContain("Users.find");
  expect(names).toContain("Users.save");
});

test("edges below the requested confidence are neither crossed nor shown", () => {
  const entrySymbols = [GRAPH.id("banUser")];
  const names = (request: SliceBuildRequest) =>
    build(request).slice.cards.map(({ qualifiedName, name }) => qualifiedName ?? name);
  expect(names({ entrySymbols })).not.toContain("Users.save");
  expect(names({ entrySymbols, minConfidence: 0.3 })).toContain("Users.save");
  expect(names({ entrySymbols, minConfidence: 0.3, minCallConfidence: 0.5 })).not.toContain("Users.save");
  const { slice } = build({ entrySymbols, minConfidence: 0.9 });
  expect(slice.edges.every(({ confidence }) => confidence >= 0.9)).toBe(true);
});

test("a card that the client has is replaced by a reference, which costs less", () => {
  const entrySymbols = [GRAPH.id("authenticate")];
  const first = build({ entrySymbols });
  const again = build({ entrySymbols, knownCardEtags: first.slice.etags });
  expect(again.slice.cards).toEqual([]);
  expect(again.slice.cardRefs.map(({ symbolId }) => symbolId).sort()).toEqual(Object.keys(first.slice.etags).sort());
  expect(again.slice.budget.used).toBeLessThan(first.slice.budget.used);
});

test("a known etag is matched by an unambiguous name, and only for a sufficient level", () => {
  const handle = GRAPH.get("authenticate").handle;
  const poor = buildCard(GRAPH, handle, { detail: "minimal" }).etag;
  const rich = buildCard(GRAPH, handle, { detail: "full" }).etag;
  const refs = (etag: string, name = "authenticate") =>
    build({ entrySymbols: [GRAPH.id("authenticate")], cardDetail: "compact", knownCardEtags: { [name]: etag } }).slice
      .cardRefs;
  expect(refs(rich)).toEqual([{ symbolId: GRAPH.id("authenticate"), etag: rich, detailLevel: "full" }]);
  expect(refs(poor)).toEqual([]);
  expect(refs(rich, "__proto__")).toEqual([]);
});

test("a card has the same etag in a slice and as a single card", () => {
  const { slice } = build({ entrySymbols: [GRAPH.id("authenticate")] });
  for (const { symbolId, detailLevel } of slice.cards) {
    const handle = GRAPH.findSymbol(symbolId) ?? -1;
    expect(slice.etags[symbolId]).toBe(buildCard(GRAPH, handle, { detail: detailLevel }).etag);
  }
});

test("cardDetail fixes the level of cards, or limits it with adaptiveDetail", () => {
  const entrySymbols = [GRAPH.id("authenticate")];
  const levels = (request: SliceBuildRequest) =>
    new Set(build(request).slice.cards.map(({ detailLevel }) => detailLevel));
  expect(levels({ entrySymbols, cardDetail: "deps" })).toEqual(new Set(["deps"]));
  expect(levels({ entrySymbols, cardDetail: "deps", adaptiveDetail: true })).toEqual(new Set(["deps", "signature"]));
  expect(levels({ entrySymbols })).toEqual(new Set(["full", "compact", "signature"]));
});

test("a budget below the floor gives one minimal card and states the budget that it requires", () => {
  const request = { entrySymbols: [GRAPH.id("authenticate")], budget: { maxEstimatedTokens: 10 } };
  const { slice, result } = build(request);
  expect(slice.cards.map(({ name, detailLevel }) => [name, detailLevel])).toEqual([["authenticate", "minimal"]]);
  expect(slice.budget.used).toBe(countTokens(JSON.stringify(result)));
  const enough = build({ ...request, budget: { maxEstimatedTokens: slice.budget.minimumRequired ?? 0 } });
  expect(enough.slice.cards).toHaveLength(1);
  expect(enough.slice.budget.minimumRequired).toBeUndefined();
});

test("the budget includes the envelope and the evidence", () => {
  const entrySymbols = [GRAPH.id("authenticate")];
  const envelope = (body: object) => ({ sliceHandle: "h_0123456789abcdef", lease: "x ".repeat(500), ...body });
  const { slice, result } = buildSlice(
    GRAPH,
    { entrySymbols, includeRetrievalEvidence: true },
    { countTokens, envelope },
  );
  expect(slice.budget.used).toBe(countTokens(JSON.stringify(result)));
  expect(slice.budget.used).toBeGreaterThan(500);
  expect(result).toMatchObject({ retrievalEvidence: { symptomType: "taskText", sources: ["entry"] } });
});

test("the slice's hash depends on its content, not on its budget", () => {
  const hashOf = (name: string, maxEstimatedTokens: number) => {
    const request = { entrySymbols: [GRAPH.id(name)], budget: { maxEstimatedTokens } };
    const envelope = (body: object, sliceHash: string) => ({ sliceHash, ...body });
    const { result } = buildSlice(GRAPH, request, { countTokens, envelope });
    return "sliceHash" in result ? result.sliceHash : undefined;
  };
  expect(hashOf("authenticate", 8000)).toMatch(/^[0-9]{15}$/);
  expect(hashOf("authenticate", 9000)).toBe(hashOf("authenticate", 8000));
  expect(hashOf("query", 8000)).not.toBe(hashOf("authenticate", 8000));
});

test("the budget holds for a counter that counts hashes differently", () => {
  const envelope = (body: object, sliceHash: string) => ({ sliceHash, ...body });
  const unfair = (text: string) => text.length + (text.includes('"000000000000000"') ? 0 : 60);
  for (let allowed = 1000; allowed < 3000; allowed += 20) {
    const request = { entrySymbols: [GRAPH.id("authenticate")], budget: { maxEstimatedTokens: allowed } };
    const { budget } = buildSlice(GRAPH, request, { countTokens: unfair, envelope }).slice;
    if (budget.minimumRequired === undefined) expect(budget.used).toBeLessThanOrEqual(allowed);
  }
});

test("if nothing is found, the slice is empty and there is no error", () => {
  const { slice } = build({ taskText: "nothing", editedFiles: ["gone.ts"] });
  expect(slice).toMatchObject({ cards: [], edges: [], frontier: [], startSymbols: [] });
});

test("the error for a request without a seed lists the seed fields", () => {
  expect(() => build({ taskText: "  " })).toThrow(
    /at least one of taskText, entrySymbols, editedFiles, stackTrace, failingTestPath/,
  );
  expect(() => build({ entrySymbols: ["nonsense"] })).toThrow("no symbol nonsense");
});

test("the slice does not depend on the order in which the graph was built", () => {
  const files = AUTH_TEXT.trim().split(/\n(?=\S)/);
  const turned = InMemoryGraph.fromText([...files].reverse().join("\n"));
  const request = { entrySymbols: [GRAPH.id("authenticate")] };
  expect(JSON.stringify(build(request, turned).result)).toBe(JSON.stringify(build(request).result));
});

test("the encoded slice decodes to the slice in every encoding", () => {
  for (const format of [
    { wireFormat: "standard" as const },
    ...([1, 2, 3] as const).map((wireFormatVersion) => ({ wireFormatVersion })),
  ]) {
    const { slice, result } = build({
      entrySymbols: [GRAPH.id("authenticate")],
      explain: true,
      includeResolutionMetadata: true,
      ...format,
    });
    expect(decodeSlice(Reflect.get(result, "slice"))).toEqual(slice);
  }
});
