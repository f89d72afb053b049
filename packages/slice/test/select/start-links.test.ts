/** Tests of the reasons why a text hit is in its slice. */
import { expect, test } from "vitest";
import { EdgeFilter } from "../../src/edge-filter.js";
import { resolveRequest } from "../../src/request.js";
import { edgesAmong } from "../../src/select/candidate-edges.js";
import { Explainer, lastStep } from "../../src/select/explain.js";
import { StartLinks } from "../../src/select/start-links.js";
import { candidatesOf } from "../support/candidates.js";
import { authGraph } from "../support/graphs.js";

const graph = authGraph();

function stepsOf(starts: readonly string[], hits: readonly string[]): string[] {
  const ranked = candidatesOf(graph, starts, hits);
  const symbols = ranked.map(({ symbol }) => symbol);
  const links = new StartLinks(ranked, edgesAmong(graph, symbols, new EdgeFilter(0.5, undefined)));
  const explainer = new Explainer(links, resolveRequest({ taskText: "authenticate" }));
  return ranked.map((candidate) => {
    const { path } = explainer.explain(candidate);
    return `${candidate.record.name}: ${lastStep(candidate, links)} (${path.join(", ")})`;
  });
}

test("the explanation of a hit states its edge with a start symbol; that of a start symbol states none", () => {
  expect(stepsOf(["authenticate", "validateToken"], ["decodeToken", "handle", "query"])).toEqual([
    "authenticate: matches the task (taskText: authenticate)",
    "validateToken: matches the task (taskText: validateToken)",
    "decodeToken: called by validateToken (taskText: validateToken, calls decodeToken)",
    "handle: calls authenticate (taskText: authenticate, called by handle)",
    "query: matches the task (taskText: query)",
  ]);
});

test("of several edges the strongest is stated; on ties, that of the better start symbol", () => {
  expect(stepsOf(["render", "authenticate"], ["handle"]).at(-1)).toContain("calls authenticate");
  expect(stepsOf(["Users.find", "Users.save"], ["query"]).at(-1)).toContain("called by Users.find");
  expect(stepsOf(["Users.save", "Users.find"], ["query"]).at(-1)).toContain("called by Users.save");
});

test("edges with start symbols after the third are ignored", () => {
  expect(stepsOf(["query", "Users", "Claims", "authenticate"], ["handle"]).at(-1)).toContain("matches the task");
});
