/** Tests of the order of candidates with source, and of line ownership. */
import type { SymbolHandle } from "@sdl/model";
import { expect, test } from "vitest";
import { EdgeFilter } from "../../src/edge-filter.js";
import { edgesAmong } from "../../src/select/candidate-edges.js";
import { assignLines } from "../../src/select/claim-lines.js";
import { orderBySource } from "../../src/select/source-order.js";
import { scoreWords } from "../../src/select/source-words.js";
import type { SourceLines } from "../../src/source/source-lines.js";
import { taskWords } from "../../src/source/term-weights.js";
import { candidatesOf } from "../support/candidates.js";
import { authGraph } from "../support/graphs.js";

const graph = authGraph();

type Sources = Readonly<Record<string, readonly [startLine: number, text: string]>>;

function sourcesOf(sources: Sources): Map<SymbolHandle, SourceLines> {
  return new Map(
    Object.entries(sources).map(([name, [startLine, text]]) => {
      const endLine = startLine + text.split("\n").length - 1;
      return [graph.get(name).handle, [{ startLine, endLine, text }]];
    }),
  );
}

/** Names of the candidates in their order by source; `sources` lists them by descending score. */
function order(taskText: string, sources: Sources): string[] {
  const candidates = candidatesOf(graph, Object.keys(sources));
  const read = sourcesOf(sources);
  const edges = edgesAmong(
    graph,
    candidates.map(({ symbol }) => symbol),
    new EdgeFilter(0.5, undefined),
  );
  const task = taskWords(taskText, read.values());
  const ranked = orderBySource({ graph, taskText, task, candidates, sources: read, edges });
  expect([...ranked].sort((a, b) => b.score - a.score)).toEqual(candidates);
  return ranked.map(({ record }) => record.name);
}

test("a function whose source contains the words of the task's first line precedes better scored ones without them", () => {
  const sources: Sources = {
    Claims: [1, "interface Claims {}"],
    query: [1, "return connection.run(sql)"],
    validateToken: [1, "if (signature !== expected) throw new Error('the leeway has expired')"],
  };
  expect(order("expired leeway is ignored\n\nI run it twice.", sources)[0]).toBe("validateToken");
});

test("with equal sources the order is that of the scores", () => {
  expect(order("a timeout", { render: [1, "a()"], query: [1, "a()"] })).toEqual(["render", "query"]);
  expect(order("!", { render: [1, ""], query: [1, ""] })).toEqual(["render", "query"]);
});

test("a test follows the tested code if their words are the same", () => {
  const text = "authenticate(header, 'an expired token')";
  expect(order("expired token", { testAuthenticate: [1, text], authenticate: [1, text] })[0]).toBe("authenticate");
});

test("words have less weight in a long symbol, and more in its name", () => {
  const score = (sources: Sources) => {
    const read = sourcesOf(sources);
    const candidates = candidatesOf(graph, Object.keys(sources));
    const scores = scoreWords({ task: taskWords("render the header", read.values()), candidates, sources: read });
    return candidates.map(({ symbol }) => scores.get(symbol)?.score);
  };
  const filler = "other words that nobody asked about ".repeat(20);
  const [long = 0, short = 0, named = 0] = score({
    query: [1, `header ${filler}`],
    decodeToken: [1, "header"],
    render: [1, "header"],
  });
  expect(short).toBeGreaterThan(long);
  expect(named).toBe(1);
  expect(score({ query: [1, "nothing"] })).toEqual([0]);
});

test("a line belongs to the best candidate that contains it", () => {
  const ranked = candidatesOf(graph, ["decodeToken", "validateToken", "query"]);
  const inner = "  function decode() {\n    return 1;\n  }";
  const sources = sourcesOf({
    validateToken: [10, `function validate() {\n${inner}\n\n  return decode();\n}`],
    decodeToken: [11, inner],
    query: [11, inner],
  });
  const claimed = assignLines(ranked, sources);
  const shown = (name: string) =>
    claimed.get(graph.get(name).handle)?.map(({ startLine, endLine, text }) => [startLine, endLine, text]);
  expect(shown("decodeToken")).toEqual([[11, 13, inner]]);
  expect(shown("validateToken")).toEqual([
    [10, 10, "function validate() {"],
    [15, 16, "  return decode();\n}"],
  ]);
  // Lines of another file with the same line numbers.
  expect(shown("query")).toEqual([[11, 13, inner]]);
  const better = assignLines(candidatesOf(graph, ["validateToken", "decodeToken"]), sources);
  expect(better.has(graph.get("decodeToken").handle)).toBe(false);
});
