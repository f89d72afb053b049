/** Content of the views, tested without an editor. */
import { expect, test } from "vitest";
import { radiusGroups, radiusSummary } from "../src/blast-radius/blast-radius-tree.js";
import { doctorMarkdown } from "../src/maintenance/doctor-text.js";
import { memoryGroups, memoryNote } from "../src/memories/memory-tree.js";
import type { BlastRadiusAnswer, Memory, PlacedSymbol, SliceSymbol } from "../src/server/answers.js";
import { sliceNote, sliceTree } from "../src/slice/slice-tree.js";

function symbol(name: string, file: string, line: number): PlacedSymbol {
  const at = { line, character: 0 };
  return {
    symbolId: name,
    name,
    kind: "function",
    file,
    location: { uri: `file:///w/${file}`, range: { start: at, end: at } },
  };
}

test("a slice is shown with files ordered by their best symbol and symbols ordered by line", () => {
  const symbols: SliceSymbol[] = [
    { ...symbol("best", "b.ts", 9), shows: "body" },
    { ...symbol("next", "a.ts", 1), shows: "excerpts", why: "calls best" },
    { ...symbol("first", "b.ts", 2), shows: "signature" },
  ];
  const shown = sliceTree(symbols).map(({ file, uri, symbols: inFile }) => [file, uri, inFile.map(({ name }) => name)]);
  expect(shown).toEqual([
    ["b.ts", "file:///w/b.ts", ["first", "best"]],
    ["a.ts", "file:///w/a.ts", ["next"]],
  ]);
  expect(symbols.map(sliceNote)).toEqual(["", "calls best, in part", "signature"]);
  expect(sliceTree([])).toEqual([]);
});

const RADIUS: BlastRadiusAnswer = {
  text: "",
  delta: {
    changedSymbols: [
      {
        ...{ symbolId: "core", name: "core", file: "src/core.ts", changeType: "modified", risk: 63 },
        signatureDiff: { before: "core()", after: "core(by)" },
      },
      { symbolId: "gone", name: "gone", file: "src/core.ts", changeType: "removed", risk: 80 },
    ],
    blastRadius: [
      { symbolId: "a", name: "a", file: "src/a.ts", reason: "calls core", distance: 1, signal: "directDependent" },
      { symbolId: "b", name: "b", file: "src/a.ts", reason: "calls a", distance: 2, signal: "graph" },
    ],
    trimmedSet: { changedSymbols: 0, blastRadius: 7 },
  },
  symbols: [symbol("core", "src/core.ts", 1), symbol("a", "src/a.ts", 2), symbol("b", "src/a.ts", 3)],
};

test("the blast radius is shown with changed, possibly affected and removed symbols", () => {
  const groups = radiusGroups(RADIUS).map(({ title, entries }) => [
    title,
    ...entries.map(({ name, note, symbol: placed }) => `${name}: ${note}${placed === undefined ? " (gone)" : ""}`),
  ]);
  expect(groups).toEqual([
    ["Changed: 2", "core: risk 63, signature changed, core.ts", "gone: risk 80, removed, core.ts (gone)"],
    ["May be affected: 2 and 7 more", "a: a.ts, calls core", "b: a.ts, calls a"],
  ]);
  expect(radiusGroups(RADIUS)[0]?.entries[0]?.tooltip).toBe(
    "signature changed in src/core.ts\nbefore: core()\nafter: core(by)",
  );
  expect(radiusSummary(RADIUS)).toBe("Highest risk 80 of 100; 1 file may be affected.");
});

test("a change that affects nothing, and no change, have a summary of their own", () => {
  const { changedSymbols = [] } = RADIUS.delta;
  expect(radiusSummary({ ...RADIUS, delta: { changedSymbols } })).toBe(
    "Highest risk 80 of 100; nothing else is affected.",
  );
  expect(radiusSummary({ ...RADIUS, delta: {} })).toBe("There are no changes since the last commit.");
  expect(radiusGroups({ ...RADIUS, delta: {} })).toEqual([]);
});

test("memories linked to the file in the active editor are shown first", () => {
  const memory = (title: string, uris: readonly string[]): Memory => ({
    ...{ memoryId: title, type: "decision", title, content: "", stale: false, about: [], uris },
  });
  const all = [memory("elsewhere", ["file:///w/b.ts"]), memory("here", ["file:///w/a.ts"]), memory("of all", [])];
  const shown = (uri?: string) =>
    memoryGroups(all, uri).map(({ title, memories }) => [title, memories.map((one) => one.title)]);
  expect(shown("file:///w/a.ts")).toEqual([
    ["About this file", ["here"]],
    ["All others", ["elsewhere", "of all"]],
  ]);
  expect(shown()).toEqual([["All others", ["elsewhere", "here", "of all"]]]);
  const stale: Memory = { ...memory("x", []), type: "bugfix", stale: true };
  expect(memoryNote(stale)).toBe("bug fixed, may be outdated");
});

test("the doctor's findings are shown by folder", () => {
  const findings = [
    { level: "ok", subject: "index", text: "sound" },
    { level: "problem", subject: "store", text: "it cannot be written", advice: "make it writable" },
  ] as const;
  expect(doctorMarkdown([{ name: "app", answer: { findings, problems: 1 } }])).toBe(`# What the doctor found

## app

- ok index: sound
- **PROBLEM** store: it cannot be written
  What to do: make it writable
`);
});
