/** Tests that the marks of a repository's files decide the order among equal hits. */
import { InMemoryGraph, InMemoryTermIndex, parseGraphText } from "@sdl/model/in-memory";
import { FileMark } from "@sdl/model/paths";
import { expect, test } from "vitest";
import { answerLines } from "./check-search.js";

const GRAPH = `
src/a.ts
  function openSession
src/b.ts
  function openSession
src/c.ts
  function openSession
`;

function order(marks: Readonly<Record<string, number>>, query: string): (string | undefined)[] {
  const graph = new InMemoryGraph({ ...parseGraphText(GRAPH), marks });
  const lines = answerLines({ graph, index: new InMemoryTermIndex(graph) }, query);
  return lines.map((line) => line.split(" ")[1]?.split("#")[0]).filter((place) => place?.startsWith("src/"));
}

test("test code and generated files follow other files, generated ones last", () => {
  const marks = { "src/a.ts": FileMark.Generated, "src/b.ts": FileMark.Test };
  expect(order(marks, "open session").slice(0, 3)).toEqual(["src/c.ts", "src/b.ts", "src/a.ts"]);
  expect(order({ "src/b.ts": FileMark.EntryPoint }, "open session")).toEqual(order({}, "open session"));
});
