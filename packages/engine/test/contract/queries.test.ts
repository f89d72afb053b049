/** Tests of actions' answers on the example repository. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../src/contract/prune-answer.js";
import { runAction } from "../../src/dispatch.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

async function run(name: string, args: object): Promise<Answer> {
  return runAction(name, args, { engine: example.engine });
}

async function cardOf(name: string): Promise<Answer> {
  return run("symbolGetCard", { symbolRef: { name } });
}

test("search filters by kind before the limit", async () => {
  const answer = await run("symbolSearch", { query: "token", kinds: ["interface"], limit: 1 });
  expect(answer).toMatchObject({ results: [{ name: "Token", kind: "interface", file: "src/auth/token.ts", line: 3 }] });
});

test("a search without results has no results field, and states its version", async () => {
  const answer = await run("symbolSearch", { query: "zzzyyyxxx" });
  expect(Object.keys(answer)).toEqual(["retrievalMode", "pinned", "checkedAt", "staleFiles"]);
});

test("a cut search states how to see more", async () => {
  expect(await run("symbolSearch", { query: "token", limit: 1 })).toHaveProperty("truncation.truncated", true);
  expect(await run("symbolSearch", { query: "validateToken", limit: 1000 })).not.toHaveProperty("truncation");
});

test("a semantic search without vectors is lexical and states why", async () => {
  const answer = await run("symbolSearch", { query: "token", semantic: true, includeRetrievalEvidence: true });
  expect(answer).toMatchObject({
    retrievalMode: "legacy",
    retrievalEvidence: { fallbackReason: expect.stringContaining("vector") },
  });
});

test("a card by name", async () => {
  expect(await cardOf("validateToken")).toMatchObject({
    repoId: "my-app",
    file: "src/auth/token.ts",
    range: { startLine: 12, startCol: 0, endLine: 16, endCol: 1 },
    kind: "function",
    name: "validateToken",
    exported: true,
    summary: "Decodes a bearer token and checks its expiry.",
    detailLevel: "full",
  });
});

test("a card with a known etag is not sent", async () => {
  const { etag, symbolId } = await cardOf("validateToken");
  const again = await run("symbolGetCard", { symbolId, ifNoneMatch: etag });
  expect(again).toMatchObject({ notModified: true, etag, ledgerVersion: expect.stringMatching(/^v\d+$/) });
  expect(again).not.toHaveProperty("name");
});

test("a symbol must be named in exactly one way", async () => {
  const { symbolId } = await cardOf("validateToken");
  await expect(run("symbolGetCard", {})).rejects.toMatchObject({
    code: "invalid_params",
    message: expect.stringContaining("exactly one of symbol, symbolId, symbolRef"),
  });
  await expect(run("symbolGetCard", { symbolId, symbolRef: { name: "x" } })).rejects.toMatchObject({
    code: "invalid_params",
  });
});

test.each([
  ["Class.method", { name: "UserStore.getUserById" }, "src/users/store.ts"],
  ["the end of a path", { name: "decode", file: "token.ts" }, "src/auth/token.ts"],
  ["a line inside it", { name: "decode", line: 20 }, "src/auth/token.ts"],
  ["a module by its path", { name: "src/server.ts" }, "src/server.ts"],
])("a reference by %s", async (_, symbolRef, file) => {
  expect(await run("symbolGetCard", { symbolRef })).toMatchObject({ file });
});

test("several symbols of one name are listed as candidates, never guessed", async () => {
  // UserStore.add and Report.add
  await expect(cardOf("add")).rejects.toMatchObject({
    code: "symbol_ambiguous",
    candidates: expect.arrayContaining([
      expect.objectContaining({ file: "src/users/store.ts" }),
      expect.objectContaining({ file: "tools/report.py" }),
    ]),
  });
  expect(await run("symbolGetCard", { symbolRef: { name: "add", file: "tools/report.py" } })).toMatchObject({
    qualifiedName: "Report.add",
  });
});

test("a condition that no symbol matches lists the symbols that it excluded", async () => {
  await expect(run("symbolGetCard", { symbolRef: { name: "decode", kind: "class" } })).rejects.toMatchObject({
    code: "symbol_not_found",
    candidates: [expect.objectContaining({ name: "decode" })],
  });
});

test("cards come in the requested order, and a failure leaves no gap", async () => {
  const first = await cardOf("authenticate");
  const answer = await run("symbolGetCards", {
    symbolRefs: [{ name: "authenticate" }, { name: "nobody" }, { name: "add" }, { name: "decode" }],
    knownEtags: { [String(first["symbolId"])]: first["etag"] },
  });
  expect(answer).toMatchObject({
    cards: [{ symbolId: first["symbolId"], notModified: true }, { name: "decode" }],
    partial: true,
    succeeded: ["authenticate", "decode"],
    failed: ["nobody", "add"],
    failures: [
      { input: "nobody", classification: "not_found" },
      { input: "add", classification: "ambiguous" },
    ],
  });
});

test("an unknown id fails without affecting the other cards", async () => {
  const { symbolId } = await cardOf("decode");
  expect(await run("symbolGetCards", { symbolIds: ["missingNode", symbolId] })).toMatchObject({
    succeeded: [symbolId],
    failures: [{ input: "missingNode", classification: "not_found", fallbackTools: ["sdl.symbol.search"] }],
  });
});

test("the innermost symbol at a position, with its containers", async () => {
  expect(await run("symbolAt", { file: "src/users/store.ts", line: 15 })).toMatchObject({
    symbol: { name: "UserStore.getUserById", kind: "method" },
    containers: [{ name: "UserStore" }, { name: "src/users/store.ts", kind: "module" }],
  });
});

test("a line past the end is not found", async () => {
  await expect(run("symbolAt", { file: "src/users/store.ts", line: 999 })).rejects.toMatchObject({
    code: "symbol_not_found",
  });
});

test("an outline is a tree", async () => {
  const answer = await run("fileOutline", { file: join(example.root, "src/users/store.ts") });
  expect(answer).toMatchObject({
    file: "src/users/store.ts",
    symbols: [
      { name: "User" },
      { name: "UserStore", children: [{ name: "UserStore.add" }, { name: "UserStore.getUserById" }] },
    ],
  });
});

test.each([
  ["../outside.ts", "path_outside_repo"],
  ["/etc/passwd", "path_outside_repo"],
  ["src/none.ts", "file_not_indexed"],
])("outline of %s: %s", async (file, code) => {
  await expect(run("fileOutline", { file })).rejects.toMatchObject({ code });
});

test("a file that is not indexed fails with files of similar names", async () => {
  await expect(run("fileOutline", { file: "token.ts" })).rejects.toMatchObject({ candidates: ["src/auth/token.ts"] });
});

test("the error for an unknown repository names no other repository", async () => {
  await expect(run("symbolSearch", { repoId: "my-ap", query: "x" })).rejects.toMatchObject({
    code: "repo_not_found",
    message: expect.not.stringContaining('"my-app"'),
  });
});

test("fresh includes an edit; a refresh without changes creates no version", async () => {
  writeFileSync(join(example.root, "src", "fresh.ts"), "export function freshlyWritten() {}\n");
  const before = await run("symbolSearch", { query: "freshlyWritten", fresh: false });
  const after = await run("symbolSearch", { query: "freshlyWritten", fresh: true });
  expect(before).not.toHaveProperty("results.0.name", "freshlyWritten");
  expect(before).toMatchObject({ staleFiles: 1, behind: { files: 1, names: ["src/fresh.ts"] } });
  expect(after).toHaveProperty("results.0.name", "freshlyWritten");
  expect(after).toHaveProperty("staleFiles", 0);
  const idle = await run("indexRefresh", {});
  expect(idle).toMatchObject({
    changedFiles: 0,
    addedFiles: 0,
    removedFiles: 0,
    versionId: Object(after["pinned"]).ledgerVersion,
  });
});

test("if the index is behind the disk, a not-found error states it", async () => {
  // Files written within one clock tick of their indexing count as changed until they are checked again.
  await run("indexRefresh", {});
  const file = join(example.root, "src", "later.ts");
  const questions = [
    ["symbolGetCard", { symbol: "writtenLater" }],
    ["fileOutline", { file: "src/later.ts" }],
  ] as const;
  for (const [action, args] of questions) {
    writeFileSync(file, "export function writtenLater() {}\n");
    const message = expect.stringMatching(/^index of 20.* UTC, without 1 changed file: src\/later\.ts: /);
    await expect(run(action, { ...args, fresh: false })).rejects.toMatchObject({ message });
    await expect(run(action, { ...args, fresh: true })).resolves.toMatchObject({ staleFiles: 0 });
    rmSync(file);
    await run("indexRefresh", {});
  }
});

test("a cancelled refresh rejects and keeps the version", async () => {
  const before = await run("repoStatus", {});
  writeFileSync(join(example.root, "src", "late.ts"), "export const late = 1;\n");
  const refresh = runAction("indexRefresh", { mode: "full" }, { engine: example.engine, signal: AbortSignal.abort() });
  await expect(refresh).rejects.toMatchObject({ name: "AbortError" });
  expect((await run("repoStatus", {}))["latestVersionId"]).toBe(before["latestVersionId"]);
});

test("equal pinned versions and equal requests give equal bytes", async () => {
  const request = { taskText: "expired bearer token", explain: true };
  const strip = ({ checkedAt: _c, staleFiles: _s, lease: _l, ...rest }: Answer) => JSON.stringify(rest);
  expect(strip(await run("sliceBuild", request))).toBe(strip(await run("sliceBuild", request)));
});
