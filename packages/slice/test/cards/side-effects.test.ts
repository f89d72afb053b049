import type { Effect } from "@sdl/model/facts";
import { InMemoryGraph } from "@sdl/model/in-memory";
import { LINES_PER_CELL } from "@sdl/model/paths";
import { expect, test } from "vitest";
import { buildCard } from "../../src/index.js";

const effect = (kind: Effect["kind"], subject?: string): Effect => ({
  kind,
  line: 7,
  ...(subject === undefined ? {} : { subject }),
});

const doing = (...effects: Effect[]) => ({ behaviour: { effects, guards: [] } });

const graph = new InMemoryGraph({
  symbols: [
    { file: "a.ts", qualifiedName: "Store", kind: "class" },
    { file: "a.ts", qualifiedName: "Store.save", kind: "method", ...doing(effect("reads env", "HOME")) },
    {
      file: "a.ts",
      qualifiedName: "Store.write",
      kind: "method",
      ...doing(effect("writes file"), effect("mutates", "this.size")),
    },
    { file: "b.ts", qualifiedName: "Log", kind: "class" },
    {
      file: "b.ts",
      qualifiedName: "Log.add",
      kind: "method",
      ...doing(effect("mutates", "this.lines"), effect("logs"), effect("mutates", "total")),
    },
    { file: "b.ts", qualifiedName: "guess", kind: "function", ...doing(effect("network request")) },
    { file: "b.ts", qualifiedName: "deep", kind: "function" },
    { file: "b.ts", qualifiedName: "made", kind: "variable" },
    {
      file: "n.ipynb",
      qualifiedName: "keep",
      kind: "function",
      ...doing({ kind: "writes file", line: 3 * LINES_PER_CELL + 7 }),
    },
  ],
  edges: [
    { from: "Store.save", to: "Store.write", kind: "call" },
    { from: "Store.save", to: "Log.add", kind: "call" },
    { from: "Store.save", to: "guess", kind: "call", confidence: 0.3 },
    { from: "deep", to: "Store.save", kind: "call" },
    { from: "made", to: "Store.write", kind: "call" },
  ],
});

function check(name: string, ...expected: string[]): void {
  expect(buildCard(graph, graph.get(name).handle).sideEffects ?? []).toEqual(expected);
}

test("own effects have lines; those of direct callees are included, except mutations of other objects, logs, and effects of uncertain calls", () => {
  check(
    "Store.save",
    "reads env HOME (line 7)",
    "writes file via Store.write",
    "mutates this.size via Store.write",
    "mutates total via Log.add",
  );
});

test("effects two calls away are not stated", () => check("deep", "reads env HOME via Store.save"));

test("effects of a variable's initialiser are not stated: it runs once, when its module is loaded", () =>
  check("made"));

test("an etag depends on side effects of callees, because the card shows them", () => {
  const { symbolId: _, ...card } = buildCard(graph, graph.get("deep").handle);
  const other = new InMemoryGraph({
    symbols: [
      { file: "b.ts", qualifiedName: "deep", kind: "function" },
      { file: "b.ts", qualifiedName: "Store.save", kind: "function", ...doing(effect("writes file")) },
    ],
    edges: [{ from: "deep", to: "Store.save", kind: "call" }],
  });
  expect(buildCard(other, other.get("deep").handle).etag).not.toBe(card.etag);
});

test("lines of notebooks are named by cell", () => {
  check("keep", "writes file (cell 3:7)");
});
