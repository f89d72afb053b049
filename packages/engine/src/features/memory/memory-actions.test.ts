/** Tests of the memory and feedback actions on a real index. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makePlace, writeFiles } from "@sdl/repository/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import type { Answer } from "../../contract/prune-answer.js";
import { makeToolStyle } from "../../contract/tool-calls.js";
import { openEngine } from "../../opened/open-engine.js";
import { loadSettings } from "../../registry/settings.js";
import { memoryQuery } from "./memory-query.action.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

async function run(name: string, args: object = {}): Promise<Answer> {
  return runAction(name, args, { engine: example.engine });
}

async function idOf(name: string): Promise<string> {
  const { symbolId } = await run("symbolGetCard", { symbolRef: { name } });
  return String(symbolId);
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(example.root, file);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** Title, staleness and links of the memories that a query finds. */
async function known(args: object = {}): Promise<unknown[]> {
  const { memories = [] } = (await run("memoryQuery", args)) as {
    memories?: { title: string; stale: boolean; linkedSymbols?: string[] }[];
  };
  return memories.map(({ title, stale, linkedSymbols }) => [title, stale, linkedSymbols]);
}

test("memories that came with the repository are available without a call", async () => {
  expect(await run("memoryQuery", { query: "clock of a client" })).toMatchObject({
    memories: [
      { memoryId: "5d1c0ffee0ddba11", origin: "repository", stale: false, linkedFiles: ["src/auth/token.ts"] },
    ],
    total: 1,
  });
});

test("an edit above a symbol keeps its memories, an edit inside makes them stale, a rename keeps the link", async () => {
  const validate = await idOf("validateToken");
  await run("memoryStore", { type: "bugfix", title: "Skew", content: "Clocks differ.", symbolIds: [validate] });
  const skew = { query: "skew" };
  edit("src/auth/token.ts", (text) => `// moved down\n\n${text}`);
  await run("indexRefresh");
  expect(await known(skew)).toEqual([["Skew", false, [validate]]]);
  edit("src/auth/token.ts", (text) => text.replace("token.exp + CLOCK_SKEW", "CLOCK_SKEW + token.exp"));
  const { versionId } = await run("indexRefresh");
  expect(await run("memoryQuery", { staleOnly: true })).toMatchObject({
    memories: [{ title: "Skew", stale: true, staleVersion: versionId }],
  });
  edit("src/auth/token.ts", (text) =>
    text.replace("CLOCK_SKEW + token.exp", "token.exp + CLOCK_SKEW").replaceAll("validateToken", "checkToken"),
  );
  await run("indexRefresh");
  expect(await known(skew)).toEqual([["Skew", false, [await idOf("checkToken")]]]);
});

test("a moved file keeps its memories", async () => {
  const store = await idOf("UserStore");
  await run("memoryStore", { type: "decision", title: "Users in memory", content: "No disk.", symbolIds: [store] });
  mkdirSync(join(example.root, "src/people"));
  renameSync(join(example.root, "src/users/store.ts"), join(example.root, "src/people/store.ts"));
  await run("indexRefresh");
  expect(await known({ query: "disk" })).toEqual([["Users in memory", false, [await idOf("UserStore")]]]);
});

/** Linked files and staleness of the memory with that title. */
async function filesOf(title: string): Promise<unknown> {
  const { memories = [] } = (await run("memoryQuery", { query: title })) as {
    memories?: { title: string; stale: boolean; linkedFiles?: string[] }[];
  };
  return memories.filter((one) => one.title === title).map(({ stale, linkedFiles }) => [stale, linkedFiles]);
}

function move(from: string, to: string): void {
  mkdirSync(dirname(join(example.root, to)), { recursive: true });
  renameSync(join(example.root, from), join(example.root, to));
}

test("a memory on a file follows the file: renamed, edited meanwhile, moved with its folder, copied and deleted", async () => {
  const lines = (name: string) => `export function ${name}(a) {\n  return ${name}Of(a) + "${name}";\n}\n`;
  const text = ["begin", "middle", "finish"].map(lines).join("\n");
  mkdirSync(join(example.root, "src/flow"), { recursive: true });
  writeFileSync(join(example.root, "src/flow/steps.ts"), text);
  const byHand = "---\ntype: decision\ntitle: By hand\nfiles: [src/flow/steps.ts]\n---\nWritten by hand.\n";
  writeFileSync(join(example.root, ".sdl-memory/00000000000000bb.md"), byHand);
  await run("indexRefresh");
  const stored = { type: "decision", title: "Steps", content: "Three steps.", fileRelPaths: ["src/flow/steps.ts"] };
  const { memoryId } = await run("memoryStore", stored);
  const both = async () => [await filesOf("Steps"), await filesOf("By hand")];
  const at = (file: string, stale = false) => [[[stale, [file]]], [[stale, [file]]]];
  expect(await both()).toEqual(at("src/flow/steps.ts"));
  move("src/flow/steps.ts", "src/flow/stages.ts");
  await run("indexRefresh");
  expect(await both()).toEqual(at("src/flow/stages.ts"));
  move("src/flow", "src/deep/stream");
  edit("src/deep/stream/stages.ts", (before) => before.replace("beginOf(a)", "beginOf(a, 1)"));
  await run("indexRefresh");
  expect(await both()).toEqual(at("src/deep/stream/stages.ts"));
  // A slice of a symbol of the file includes its memories.
  const { cards, memories } = await slice({ entrySymbols: ["middle"], budget: { maxEstimatedTokens: 6000 } });
  expect(cards.map(({ name }) => name)).toContain("middle");
  expect(memories?.map(({ title }) => title)).toEqual(expect.arrayContaining(["Steps", "By hand"]));
  // Another process, which reads only the files and the journal.
  writeFileSync(join(example.root, "src/copy.ts"), readFileSync(join(example.root, "src/deep/stream/stages.ts")));
  await run("indexRefresh");
  expect(await both()).toEqual(at("src/deep/stream/stages.ts"));
  // Stored again, the memory links the current files, and the copy is recognised as a copy.
  await run("memoryStore", { ...stored, content: "Still three.", fileRelPaths: undefined, memoryId });
  expect(await filesOf("Steps")).toEqual([[false, ["src/deep/stream/stages.ts"]]]);
  rmSync(join(example.root, "src/deep/stream/stages.ts"));
  await run("indexRefresh");
  expect(await filesOf("Steps")).toEqual([[true, ["src/deep/stream/stages.ts"]]]);
});

test("errors state what was wrong", async () => {
  const memory = { type: "decision", title: "t", content: "c" };
  await expect(run("memoryStore", { ...memory, symbolIds: ["0000000000000000"] })).rejects.toMatchObject({
    code: "symbol_not_found",
  });
  await expect(run("memoryStore", { ...memory, fileRelPaths: ["../x.ts"] })).rejects.toMatchObject({
    code: "path_outside_repo",
  });
  await expect(run("memoryStore", { ...memory, title: "x".repeat(121) })).rejects.toMatchObject({
    code: "invalid_params",
  });
  await expect(run("memoryRemove", { memoryId: "0000000000000000" })).rejects.toMatchObject({ code: "invalid_params" });
});

test("the first call of a repository may name a symbol: the repository is indexed for it", async () => {
  const { root, home, remove } = makePlace("app");
  writeFiles(root, { "src/total.ts": "export function total(): number {\n  return 1;\n}\n" });
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  const memory = { type: "decision", title: "Whole numbers", content: "Sums are whole.", symbolIds: ["total"] };
  expect(await runAction("memoryStore", memory, { engine })).toMatchObject({ ok: true, created: true });
  expect(await runAction("memoryQuery", { symbolIds: ["total"] }, { engine })).toMatchObject({ total: 1 });
  await engine.close();
  remove();
});

test("secrets reach neither the memory file nor the answer", async () => {
  const token = ["ghp", "a".repeat(36)].join("_");
  const { memoryId } = await run("memoryStore", {
    type: "task_context",
    title: "Login",
    content: `curl -H ${token}`,
    tags: [token],
  });
  expect(readFileSync(join(example.root, `.sdl-memory/task_context/${String(memoryId)}.md`), "utf8")).not.toContain(
    token,
  );
  expect(JSON.stringify(await run("memoryQuery", { query: "login" }))).not.toContain(token);
});

/** A slice to report on. */
async function sliceToReport(args: object = {}): Promise<{ readonly sliceHandle: string; readonly versionId: string }> {
  const { sliceHandle, ledgerVersion } = await run("sliceBuild", { taskText: "report a user", ...args });
  return { sliceHandle: String(sliceHandle), versionId: String(ledgerVersion) };
}

test("reports are counted and shared across processes", async () => {
  const [a, b] = [await idOf("getUserById"), await idOf("authenticate")];
  const report = { ...(await sliceToReport()), usefulSymbols: [a], missingSymbols: [b], taskType: "debug" };
  const { versionId } = report;
  expect(await run("agentFeedback", report)).toMatchObject({ ok: true, symbolsRecorded: 2, versionId });
  edit("src/server.ts", (text) => `${text}\nexport const later = 1;\n`);
  await run("indexRefresh");
  const next = await sliceToReport();
  await run("agentFeedback", { ...next, usefulSymbols: [a] });
  expect(await run("agentFeedbackQuery", { limit: 1 })).toMatchObject({
    feedback: [{ versionId: next.versionId }],
    aggregatedStats: {
      totalFeedback: 2,
      topUsefulSymbols: [{ symbolId: a, count: 2 }],
      topMissingSymbols: [{ symbolId: b, count: 1 }],
    },
    hasMore: true,
  });
  expect(await run("agentFeedbackQuery", { versionId, since: "2000-01-01T00:00:00Z" })).toMatchObject({
    feedback: [{ versionId }],
    hasMore: false,
  });
});

test("a report on a missing slice, version or symbol is refused, and nothing is recorded", async () => {
  const usefulSymbols = [await idOf("getUserById")];
  const report = { ...(await sliceToReport()), usefulSymbols };
  const count = async () => (await run("agentFeedbackQuery"))["aggregatedStats"];
  const before = await count();
  for (const [args, code, message] of [
    [{ sliceHandle: "h_0123456789abcdef" }, "handle_unknown", "sliceHandle: the handle"],
    [{ versionId: "v17" }, "version_not_found", `the slice ${report.sliceHandle} was sent at ${report.versionId}`],
    [{ usefulSymbols: [...usefulSymbols, "00000000000000aa"] }, "symbol_not_found", "usefulSymbols: no symbol"],
    [
      { missingSymbols: ["00000000000000aa"] },
      "symbol_not_found",
      "missingSymbols: no symbol has the id 00000000000000aa;",
    ],
  ] as const) {
    const refused = run("agentFeedback", { ...report, ...args });
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  }
  expect(await count()).toEqual(before);
});

test("a symbol deleted since may be reported while its slice or version is known", async () => {
  edit("src/server.ts", (text) => `${text}\nexport function shortLived() {}\n`);
  await run("indexRefresh");
  const shortLived = await idOf("shortLived");
  const shown = await sliceToReport({ entrySymbols: ["shortLived"], taskText: undefined });
  const other = await sliceToReport({ entrySymbols: ["authenticate"], taskText: undefined, budget: { maxCards: 1 } });
  edit("src/server.ts", (text) => text.replace("\nexport function shortLived() {}\n", ""));
  await run("indexRefresh");
  expect(await run("agentFeedback", { ...shown, usefulSymbols: [shortLived] })).toMatchObject({ ok: true });
  const missing = { usefulSymbols: [await idOf("authenticate")], missingSymbols: [shortLived] };
  expect(await run("agentFeedback", { ...other, ...missing })).toMatchObject({ ok: true, symbolsRecorded: 2 });
});

/** A slice in its standard shape. */
async function slice(args: object): Promise<{
  cards: { symbolId: string; name: string }[];
  memories?: { title: string; content: string }[];
  budget: { used: number; allowed: number };
}> {
  const answer = await run("sliceBuild", { wireFormat: "standard", ...args });
  return answer["slice"] as Awaited<ReturnType<typeof slice>>;
}

test("a slice includes the memories of its symbols, within its budget", async () => {
  const server = await idOf("authenticate");
  await run("memoryStore", {
    type: "decision",
    title: "Sessions end",
    content: "why ".repeat(5000),
    symbolIds: [server],
  });
  const task = { taskText: "authenticate a bearer token" };
  const { memories = [], budget } = await slice(task);
  expect(memories.map(({ title }) => title)).toContain("Sessions end");
  expect(memories.find(({ title }) => title === "Sessions end")?.content.endsWith("…")).toBe(true);
  expect(budget.used).toBeLessThanOrEqual(budget.allowed);
  expect(await slice({ ...task, includeMemories: false })).not.toHaveProperty("memories");
  expect(await slice({ ...task, memoryLimit: 0 })).not.toHaveProperty("memories");
  const tight = await slice({ ...task, budget: { maxEstimatedTokens: 700 } });
  expect(tight.budget.used).toBeLessThanOrEqual(700);
});

test("the status shows memories unless requested otherwise", async () => {
  expect(await run("repoStatus")).toMatchObject({
    memories: expect.arrayContaining([expect.objectContaining({ origin: "local" })]),
  });
  expect(await run("repoStatus", { surfaceMemories: false })).not.toHaveProperty("memories");
});

test("reports raise useful symbols in slices for similar tasks only", async () => {
  const task = { taskText: "greeting of an unknown user", explain: true };
  const score = async (args: object) => {
    const { cards } = (await slice(args)) as unknown as {
      cards: { name: string; why: { parts: { query: number } } }[];
    };
    return cards.find(({ name }) => name === "UserStore.getUserById")?.why.parts.query ?? 0;
  };
  const before = await score(task);
  const { sliceHandle, ledgerVersion } = await run("sliceBuild", task);
  await run("agentFeedback", {
    versionId: ledgerVersion,
    sliceHandle,
    usefulSymbols: [await idOf("getUserById")],
    taskText: task.taskText,
  });
  const after = await score(task);
  expect(after).toBeGreaterThan(before);
  expect(after / before).toBeLessThanOrEqual(1.25);
  expect(await score({ ...task, feedback: "off" })).toBe(before);
  const report = await run("agentFeedbackQuery", { limit: 1 });
  expect(report).toMatchObject({ feedback: [{ sliceHandle }] });
});

test("unknown settings are reported, and a setting holds memories back", () => {
  const home = join(example.root, "..", "other-home");
  mkdirSync(home);
  expect(loadSettings(home)).toMatchObject({ exists: false, settings: { "memory.adopt": "auto" }, warnings: [] });
  writeFileSync(join(home, "settings.json"), '{ "memory.adop": "ask", "memory.adopt": "never" }');
  const { settings, warnings } = loadSettings(home);
  expect(settings).toEqual({
    "drafts.debounceMs": 75,
    "drafts.idleCheckpointMs": 15_000,
    "drafts.maxFiles": 200,
    "memory.adopt": "auto",
    "semantic.model": "",
    "semantic.model.download": "never",
    "semantic.retrieval.mode": "hybrid",
    "store.maxBytes": 0,
  });
  expect(warnings).toEqual([
    expect.stringContaining('did you mean "memory.adopt"'),
    expect.stringContaining("the default applies"),
  ]);
});

test("a memory is not written through a symbolic link", async () => {
  const [folder, away, elsewhere] = [".sdl-memory", "memories-away", "elsewhere"].map((name) =>
    join(example.root, name),
  ) as [string, string, string];
  renameSync(folder, away);
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, folder);
  const stored = run("memoryStore", { type: "decision", title: "Linked", content: "Written nowhere." });
  await expect(stored).rejects.toMatchObject({
    code: "path_outside_repo",
    message: expect.stringContaining("contains a link"),
  });
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(folder);
  renameSync(away, folder);
});

test("a memory is found by its title, a part of the title, or its id", async () => {
  await run("memoryStore", { type: "decision", title: "Said by its title", content: "One.\n\nTwo.\n\nThree." });
  await run("memoryStore", { type: "decision", title: "Said by a part", content: "Other." });
  const whole = await run("memoryQuery", { memoryId: "said by its title" });
  expect(whole).toMatchObject({ total: 1, memories: [{ title: "Said by its title" }] });
  await run("memoryStore", { type: "decision", title: "Said by a part", content: "Anew.", memoryId: "by a part" });
  expect(await run("memoryQuery", { memoryId: "by a part" })).toMatchObject({ memories: [{ content: "Anew." }] });
  await expect(run("memoryQuery", { memoryId: "said by" })).rejects.toMatchObject({
    code: "invalid_params",
    hint: expect.stringMatching(/^Pass one of: "Said by .*", "Said by .*"\.$/),
  });
  await expect(run("memoryRemove", { memoryId: "Sid by a part" })).rejects.toMatchObject({
    code: "invalid_params",
    hint: 'Similar titles: "Said by a part".',
  });
  expect(await run("memoryRemove", { memoryId: "Said by a part" })).toMatchObject({ ok: true });
  await expect(run("memoryQuery", { memoryId: "0000000000000000" })).rejects.toMatchObject({ code: "invalid_params" });
});

test("a list shows the first lines of each memory, and the call for the full text", async () => {
  const style = makeToolStyle("underscore");
  const textOf = async (args: object) =>
    memoryQuery.text(await runAction("memoryQuery", args, { engine: example.engine }), style);
  const list = await textOf({ query: "said by its title; skew; clocks" });
  expect(list).toContain("  One.\n  \n  Two.\n  …\n");
  expect(list).toContain('Next: sdl_memory_query {"memoryId":"Said by its title"}  the full text');
  expect(await textOf({ memoryId: "Said by its title" })).toContain("  Two.\n  \n  Three.\n");
});
