/** History of small repositories: which commits changed which symbols. */
import { type Ledger, openLedger } from "@sdl/graph";
import type { SymbolId } from "@sdl/model";
import { type History, type HistoryData, openHistory } from "@sdl/model/graph";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readHistory } from "../../src/history/read-history.js";
import { createMasker } from "../../src/masking/masker.js";
import { openRepository } from "../../src/opened/open-repository.js";
import { GitFixture } from "../../src/testing/index.js";

let fixture: GitFixture;
beforeEach(() => {
  fixture = GitFixture.make();
});
afterEach(() => fixture.remove());

async function withLedger<T>(work: (ledger: Ledger, storeDirectory: string) => Promise<T>): Promise<T> {
  const repository = await openRepository({ rootPath: fixture.root, repoId: "r", workers: 1 });
  await repository.refresh({ mode: "incremental" });
  const { storeDirectory } = repository;
  await repository.close();
  const ledger = openLedger({ directory: storeDirectory, mode: "read" });
  try {
    return await work(ledger, storeDirectory);
  } finally {
    await ledger.close();
  }
}

/** Refreshes the index and reads the history of its version. */
function read(maxCommits = 2000): Promise<HistoryData | undefined> {
  const masker = createMasker();
  return withLedger((ledger, storeDirectory) =>
    readHistory({ rootPath: fixture.root, storeDirectory, ledger, masker, maxCommits }),
  );
}

interface Named {
  readonly history: History;
  readonly idOf: (name: string) => SymbolId;
}

async function open(): Promise<Named> {
  const data = await read();
  if (data === undefined) throw new Error("there is no history");
  const ids = await withLedger(async (ledger) => {
    const snapshot = ledger.snapshot();
    const symbols = snapshot
      .files()
      .flatMap((file) => snapshot.fileSymbols(file).map((handle) => snapshot.symbol(handle)));
    return new Map(symbols.map(({ qualifiedName, id }) => [qualifiedName, id]));
  });
  return { history: openHistory(data), idOf: (name) => ids.get(name) ?? ("" as SymbolId) };
}

/** Lines `name: subjects of the commits that changed it; churn`. */
async function changesOf(...names: string[]): Promise<string[]> {
  const { history, idOf } = await open();
  return names.map((name) => {
    const id = idOf(name);
    const subjects = history.commitsOf(id).map(({ message }) => message.trim());
    return `${name}: ${subjects.join(" ")}; ${history.churnOf(id)}`;
  });
}

const body = (name: string, ...lines: string[]): string =>
  `export function ${name}() {\n${lines.map((line) => `  ${line}\n`).join("")}}\n\n`;

test("a commit is attributed to the symbols whose lines it changed, wherever they are now", async () => {
  const one = body("one", "return 1;");
  const two = body("two", "return 2;");
  fixture.commit("first", { "a.ts": one + two });
  fixture.commit("edit-two", { "a.ts": one + body("two", "return 22;") });
  fixture.commit("insert-above", { "a.ts": `const above = 1;\n\n${one}${body("two", "return 22;")}` });
  fixture.commit("edit-one", {
    "a.ts": `const above = 1;\n\n${body("one", "const x = 1;", "return x;")}${body("two", "return 22;")}`,
  });
  expect(await changesOf("one", "two", "above", "a.ts")).toEqual([
    "one: edit-one first; 2",
    "two: edit-two first; 2",
    "above: insert-above; 1",
    "a.ts: edit-one insert-above edit-two first; 4",
  ]);
});

test("a class changes with its members, a member does not change with its neighbours; a deletion counts", async () => {
  const klass = (a: string, b: string) => `class K {\n  a() {\n${a}  }\n\n  b() {\n${b}  }\n}\n`;
  fixture.commit("first", { "k.ts": klass("    1;\n", "    2;\n    3;\n    4;\n") });
  fixture.commit("edit-a", { "k.ts": klass("    11;\n", "    2;\n    3;\n    4;\n") });
  fixture.commit("cut-b", { "k.ts": klass("    11;\n", "    2;\n    4;\n") });
  expect(await changesOf("K", "K.a", "K.b")).toEqual([
    "K: cut-b edit-a first; 3",
    "K.a: edit-a first; 2",
    "K.b: cut-b first; 2",
  ]);
});

test("renames and merged branches are followed; a merge itself is no change", async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `line${i};`);
  const text = (edit: Record<number, string>) =>
    body("long", ...lines.map((line, i) => edit[i] ?? line)) + body("tail", "return 0;");
  fixture.commit("first", { "old.ts": text({}) });
  fixture.commit("early", { "old.ts": text({ 1: "early;" }) });
  fixture.git("checkout", "-q", "-b", "side");
  fixture.commit("side", { "old.ts": text({ 1: "early;", 10: "side;" }) });
  fixture.git("checkout", "-q", "main");
  fixture.git("mv", "old.ts", "new.ts");
  fixture.commit("moved", {});
  fixture.commit("main", { "new.ts": text({ 1: "early;", 4: "main;" }) });
  fixture.git("merge", "-q", "--no-edit", "-m", "merge", "side");
  fixture.commit("after", { "new.ts": text({ 1: "early;", 4: "main;", 10: "after;" }) });
  const { history, idOf } = await open();
  const subjects = (name: string) => history.commitsOf(idOf(name)).map(({ message }) => message.trim());
  expect(subjects("long").sort()).toEqual(["after", "early", "first", "main", "side"]);
  expect(subjects("tail")).toEqual(["first"]);
  expect(history.commitsOfFile("new.ts").map(({ message }) => message.trim())).toContain("moved");
  expect(history.commits.map(({ message }) => message.trim())).not.toContain("merge");
});

test("commits since a file's change are counted from the latest commit", async () => {
  fixture.commit("first", { "a.ts": body("f", "return 1;"), "b.ts": body("g", "return 1;") });
  fixture.commit("second", { "b.ts": body("g", "return 2;") });
  fixture.commit("third", { "b.ts": body("g", "return 3;") });
  const { history } = await open();
  expect(["b.ts", "a.ts", "none.ts"].map((path) => history.commitsSince(path))).toEqual([0, 2, undefined]);
});

test("churn covers the 30 days before the commit", async () => {
  fixture.commit("first", { "a.ts": body("f", "return 1;"), "b.ts": body("g", "return 1;") });
  fixture.nextCommitMs += 40 * 86_400_000;
  fixture.commit("second", { "a.ts": body("f", "return 2;") });
  expect(await changesOf("f", "g")).toEqual(["f: second first; 1", "g: first; 0"]);
});

test("history has co-changed symbols and authors", async () => {
  const write = (n: number) => ({ "a.ts": body("a", `return ${n};`), "b.ts": body("b", `return ${n};`) });
  fixture.commit("first", { ...write(0), "c.ts": body("c", "return 0;") });
  fixture.commit("both", write(1));
  fixture.commit("both again", write(2));
  fixture.commit("a alone", { "a.ts": body("a", "return 3;") });
  const { history, idOf } = await open();
  const [partner, ...others] = history.coChangesOf(idOf("a"));
  expect(others).toMatchObject([{ symbol: idOf("c"), support: 1, confidence: 1 / (4 + 3) }]);
  expect(partner).toMatchObject({ symbol: idOf("b"), support: 3, confidence: 3 / (4 + 3) });
  expect(partner?.weight).toBeCloseTo(2 / Math.log2(3) + 1 / Math.log2(4), 1);
  const ofC = history.coChangesOf(idOf("c"));
  expect(ofC.map(({ symbol }) => symbol).sort()).toEqual([idOf("a"), idOf("b")].sort());
  expect(ofC[0]).toMatchObject({ support: 1, confidence: 1 / (1 + 3) });
  expect(history.authorsOf(idOf("a"))).toMatchObject([{ author: "Ada", commits: 4 }]);
});

test("a commit of many symbols does not count for co-change", async () => {
  const all = (n: number) => ({ "a.ts": Array.from({ length: 30 }, (_, i) => body(`f${i}`, `return ${n};`)).join("") });
  fixture.commit("first", all(0));
  fixture.commit("sweep", all(1));
  fixture.commit("sweep again", all(2));
  const { history, idOf } = await open();
  expect(history.coChangesOf(idOf("f1"))).toEqual([]);
  expect(history.churnOf(idOf("f1"))).toBe(3);
});

test("unsaved and uncommitted edits do not change the history", async () => {
  fixture.commit("first", { "a.ts": body("a", "return 1;") + body("b", "return 1;") });
  fixture.commit("second", { "a.ts": body("a", "return 1;") + body("b", "return 2;") });
  const clean = await read();
  fixture.write({ "a.ts": `// a comment\n\n${body("b", "return 3;")}` });
  expect(await read()).toEqual(clean);
});

test("reading history in steps equals reading it at once; a secret in a message is masked", async () => {
  for (let n = 0; n < 6; n++) {
    fixture.commit(`change ${n} ghp_${"a1B2".repeat(9)}`, {
      "a.ts": body("a", `return ${n};`) + body("b", `return ${n >> 1};`),
    });
    await read();
  }
  const stepwise = await read();
  fixture.write({ ".sdl/git/commits": "rubbish" });
  expect(await read()).toEqual(stepwise);
  expect(stepwise?.touches).toHaveLength(6);
  expect(JSON.stringify(stepwise)).not.toContain("ghp_a1B2");
  expect((await read(3))?.touches).toHaveLength(3);
});

test("without git, or before the first commit, there is no history", async () => {
  fixture.write({ "a.ts": body("a", "return 1;") });
  expect(await read()).toBeUndefined();
  fixture.write({ ".git/HEAD": "rubbish" });
  expect(await read()).toBeUndefined();
});
