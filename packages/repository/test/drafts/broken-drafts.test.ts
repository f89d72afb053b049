/**
 * Drafts that cannot be parsed, as most while somebody types: surrounding symbols are kept, and the broken code is as
 * in the last good text.
 */
import { expect, test } from "vitest";
import { draftedGraph, draftedPlace, Editor, linksOf, openDrafted, symbolsIn } from "./drafted-place.js";

const GOOD_TS = `export function first(): number {
  return 1;
}

export function second(): number {
  return first();
}

export function third(): number {
  return second();
}
`;
const GOOD_PY =
  "def first():\n    return 1\n\n\ndef second():\n    return first()\n\n\ndef third():\n    return second()\n";
const ALL_TS = ["first:1", "second:5", "third:9"];

test("an incomplete function removes and moves no other symbol", async () => {
  const { repository } = await draftedPlace({ "a.ts": GOOD_TS });
  const typed = GOOD_TS.replace(
    "export function third",
    "export function fresh(one: number, {\n  if (\n\nexport function third",
  );
  await new Editor(repository).push("a.ts", typed);
  const graph = await draftedGraph(repository);
  expect(symbolsIn(graph, "a.ts")).toEqual(expect.arrayContaining(["first:1", "second:5", "third:12"]));
  expect(linksOf(graph, "a.ts#third", "outgoing")).toContain("call a.ts#second");
});

test("a broken function is kept with its last good text and its links", async () => {
  const { repository } = await draftedPlace({ "a.ts": GOOD_TS });
  await new Editor(repository).push(
    "a.ts",
    GOOD_TS.replace("export function second(): number {", "export functi second( number {"),
  );
  const graph = await draftedGraph(repository);
  expect(symbolsIn(graph, "a.ts")).toEqual(ALL_TS);
  expect(linksOf(graph, "a.ts#second", "outgoing")).toContain("call a.ts#first");
  expect(linksOf(graph, "a.ts#second", "incoming")).toContain("call a.ts#third");
});

test("the last good text is the draft's, not the disk's", async () => {
  const { repository } = await draftedPlace({ "a.ts": GOOD_TS });
  const editor = new Editor(repository);
  const longer = `${GOOD_TS}\nexport function fourth(): number {\n  return third();\n}\n`;
  await editor.push("a.ts", longer);
  await draftedGraph(repository);
  await editor.push("a.ts", longer.replace("export function fourth(): number {", "export functi fourth( number {"));
  const graph = await draftedGraph(repository);
  expect(symbolsIn(graph, "a.ts")).toEqual([...ALL_TS, "fourth:13"]);
  expect(linksOf(graph, "a.ts#fourth", "outgoing")).toContain("call a.ts#third");
});

test("a broken Python function is kept with its last good text", async () => {
  const { repository } = await draftedPlace({ "a.py": GOOD_PY });
  await new Editor(repository).push("a.py", GOOD_PY.replace("def second():", "def second(((:"));
  const graph = await draftedGraph(repository);
  expect(symbolsIn(graph, "a.py")).toEqual(["first:1", "second:5", "third:9"]);
});

test("a changed function before a broken one appears once, and nothing moves", async () => {
  const saved = "export function first() { return 1; }\n\nexport function second() {}\n\nexport function third() {}\n";
  const { repository } = await draftedPlace({ "a.ts": saved });
  const typed = saved.replace("return 1;", "return 2;").replace("second() {}", "second( {");
  await new Editor(repository).push("a.ts", typed);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["first:1", "second:3", "third:5"]);
});

test("once a text can be parsed again, only this text counts", async () => {
  const { repository } = await draftedPlace({ "a.ts": GOOD_TS });
  const editor = new Editor(repository);
  await editor.push("a.ts", GOOD_TS.replace("function second(): number {", "functi second( number {"));
  await draftedGraph(repository);
  await editor.push("a.ts", GOOD_TS.replace("second(): number", "renamed(): number"));
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["first:1", "renamed:5", "third:9"]);
});

test("complete symbols of a new file are indexed, whatever else is broken in it", async () => {
  const { repository } = await draftedPlace({ "a.ts": GOOD_TS });
  await new Editor(repository).push("b.ts", "export function whole(): void {}\n\nexport function broken( {\n");
  expect(symbolsIn(await draftedGraph(repository), "b.ts")).toContain("whole:1");
});

test("the source of a broken draft is the typed text", async () => {
  const { repository } = await draftedPlace({ "a.ts": GOOD_TS });
  const typed = GOOD_TS.replace("function second(): number {", "functi second( number {");
  await new Editor(repository).push("a.ts", typed);
  await draftedGraph(repository);
  expect((await repository.drafted())?.overlay.draft("a.ts")).toEqual({ text: typed, isRead: false });
});

test("a broken draft is the same after the repository was reopened", async () => {
  const place = await draftedPlace({ "a.ts": GOOD_TS });
  await new Editor(place.repository).push(
    "a.ts",
    GOOD_TS.replace("function second(): number {", "functi second( number {"),
  );
  const before = symbolsIn(await draftedGraph(place.repository), "a.ts");
  await place.repository.close();
  const { repository } = await openDrafted(place);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(before);
});

test("an incomplete call that swallows the following code without an error removes no symbol", async () => {
  const good = `def first():\n    return 1\n\n\nFLAGS = {first}\n\n\ndef second():\n    return first()\n\n\ndef third():\n    return 3\n`;
  const { repository } = await draftedPlace({ "a.py": good });
  const editor = new Editor(repository);
  await editor.push("a.py", good.replace("FLAGS = {first}", "FLAGS = {first, { (first}"));
  expect(symbolsIn(await draftedGraph(repository), "a.py")).toEqual(expect.arrayContaining(["second:8", "third:12"]));
});

test("functions deleted from parsable text are gone, and methods follow the name of their class", async () => {
  const good = "class Old:\n    def kept(self):\n        pass\n\n\ndef gone():\n    pass\n";
  const { repository } = await draftedPlace({ "a.py": good });
  await new Editor(repository).push("a.py", "class New:\n    def kept(self):\n        pass\n");
  expect(symbolsIn(await draftedGraph(repository), "a.py")).toEqual(["New:1", "New.kept:2"]);
});
