/** Tests of runs on the example repository, with tests linked. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";

const countTokens = await loadTokenCounter();
let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
  await (await example.engine.open(example.engine.resolve("my-app"))).settle();
});
afterAll(() => example.remove());

interface Run {
  readonly success: boolean;
  readonly answer: string;
  readonly summary: string;
  readonly nextBestAction: string;
  readonly error?: string;
  readonly path: { readonly rungs: readonly string[] };
  readonly actionsTaken?: readonly {
    readonly type: string;
    readonly status: string;
    readonly input: object;
    readonly evidence?: readonly string[];
  }[];
  readonly finalEvidence?: readonly { readonly type: string; readonly reference: string }[];
  readonly metrics: Readonly<Record<"totalTokens" | "totalActions" | "failedActions" | "cacheHits", number>>;
}

async function orchestrate(args: object): Promise<Run> {
  return (await runAction("agentOrchestrate", args, { engine: example.engine })) as unknown as Run;
}

const TRACE = `logins fail
TokenExpiredError: token expired
    at validateToken (/srv/app/src/auth/token.ts:14:51)
    at authenticate (/srv/app/src/server.ts:8:17)
    at node:internal/process:1:2`;

const DEBUG = { taskType: "debug", taskText: TRACE, budget: { maxTokens: 6000 }, options: { includeTests: true } };

test("a stack trace gives its frames, the callees of the innermost frame, and its tests", async () => {
  const { answer, success, finalEvidence } = await orchestrate(DEBUG);
  expect(success).toBe(true);
  expect(answer).toContain(
    "- frame 1: validateToken (src/auth/token.ts:14)\n- frame 2: authenticate (src/server.ts:8)",
  );
  expect(answer).toContain("- calls decode (src/auth/token.ts:18)");
  expect(answer).toContain("- tested by testExpiredToken (test/token.test.ts:3)");
  expect(answer).toContain("validateToken: Decodes a bearer token and checks its expiry.");
  expect(finalEvidence?.every(({ reference }) => /^[\w./-]+:\d+$/.test(reference))).toBe(true);
});

test("every action is one of the table, with the locations in its output", async () => {
  const { actionsTaken = [], metrics } = await orchestrate(DEBUG);
  expect(actionsTaken.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["discover", "callees", "tests", "card", "skeleton", "hotPath"]),
  );
  expect(actionsTaken.find(({ type }) => type === "card")?.evidence).toContain("src/auth/token.ts:12");
  expect(metrics.totalActions).toBe(actionsTaken.length);
});

test("without a focus a run finds its own symbols; with one it starts there", async () => {
  const own = await orchestrate({ taskType: "explain", taskText: "how does a bearer token expire?" });
  expect(own.answer).toContain("src/auth/token.ts");
  expect(own.actionsTaken?.[0]).toMatchObject({ type: "discover", input: { action: "sdl.slice.build" } });
  const named = await orchestrate({ taskType: "explain", taskText: "users", options: { focusSymbols: ["UserStore"] } });
  expect(named.finalEvidence?.[0]?.reference).toBe("src/users/store.ts:7");
  const inPath = await orchestrate({ taskType: "explain", taskText: "token", options: { focusPaths: ["tools/"] } });
  expect(new Set(inPath.finalEvidence?.map(({ reference }) => reference.split(":")[0]))).toEqual(
    new Set(["tools/report.py"]),
  );
});

test.each([
  [{ focusSymbols: ["nobody"] }, "symbol_not_found"],
  [{ focusSymbols: ["add"] }, "symbol_ambiguous"],
  [{ focusPaths: ["nowhere/"] }, "file_not_indexed"],
  [{ focusPaths: ["../out"] }, "path_outside_repo"],
])("an unknown focus %j fails with %s", async (options, code) => {
  await expect(orchestrate({ taskType: "explain", taskText: "x", options })).rejects.toMatchObject({ code });
});

test("tokens are those of the whole answer and never exceed the budget", async () => {
  const floor = (await orchestrate({ ...DEBUG, budget: { maxTokens: 1 } })).metrics.totalTokens;
  for (const maxTokens of [500, 900, 1500, 2500, 4000]) {
    const run = await orchestrate({ ...DEBUG, budget: { maxTokens } });
    expect(run.metrics.totalTokens).toBe(countTokens(JSON.stringify(run)));
    expect(run.metrics.totalTokens).toBeLessThanOrEqual(Math.max(maxTokens, floor));
    expect(run.answer.length).toBeGreaterThan(0);
  }
});

test("at most the allowed number of actions runs, and missing ones are stated", async () => {
  const run = await orchestrate({ ...DEBUG, budget: { maxActions: 2 } });
  expect(run.metrics.totalActions).toBe(2);
  expect(run.answer).toContain("Missing: ");
  expect(run.answer).toContain("maxActions reached");
  expect(run.nextBestAction).toContain("budget.maxActions");
});

const FOCUSES: readonly object[] = [{}, { focusSymbols: ["validateToken"] }, { focusPaths: ["src/auth/"] }];

test.each(
  ["debug", "review", "implement", "explain"].flatMap((type) => FOCUSES.map((focus) => [type, focus] as const)),
)("one action suffices for one rung: %s of %j", async (taskType, options) => {
  for (const maxActions of [1, 2, 3]) {
    const budget = { maxActions };
    const run = await orchestrate({ taskType, taskText: TRACE, budget, options: { ...options, includeTests: true } });
    expect(run).toMatchObject({ success: true, metrics: { failedActions: 0 } });
    expect(run.metrics.totalActions).toBeLessThanOrEqual(maxActions);
    expect(run.actionsTaken?.some(({ type }) => type === "card")).toBe(true);
    expect(run.answer).toContain("validateToken");
  }
  const least = await orchestrate({ taskType, taskText: TRACE, budget: { maxActions: 1, maxTokens: 1 }, options });
  expect(least).toMatchObject({ success: true, path: { rungs: ["card"] }, metrics: { totalActions: 1 } });
});

test("a run stops at its maximum duration", async () => {
  const run = await orchestrate({ ...DEBUG, budget: { maxDurationMs: 1 } });
  expect(run.answer).toContain("maxDurationMs reached");
});

test("a task that matches no symbol fails with a suggestion", async () => {
  const run = await orchestrate({ taskType: "explain", taskText: "zzzyyyxxx qqqwww" });
  expect(run).toMatchObject({ success: false, error: "no symbol matches the task" });
  expect(run.nextBestAction).toContain("focusSymbols");
});

test("actions answered by an earlier run at the same versions do not run again", async () => {
  const task = {
    taskType: "explain",
    taskText: "users of the store",
    options: { focusSymbols: ["UserStore", "authenticate"] },
  };
  const first = await orchestrate(task);
  const second = await orchestrate(task);
  expect(first.metrics.cacheHits).toBe(0);
  expect(second.metrics.cacheHits).toBe(1);
  expect(second.answer).toBe(first.answer);
  const path = join(example.root, "src/users/store.ts");
  writeFileSync(path, readFileSync(path, "utf8").replace("export class UserStore", "\n\n\nexport class UserStore"));
  const moved = await orchestrate({ ...task, fresh: true });
  expect(moved.metrics.cacheHits).toBe(0);
  expect(moved.finalEvidence?.[0]?.reference).toBe("src/users/store.ts:10");
});

test("every action gets the repository of the call", async () => {
  const other = join(example.root, "..", "other");
  mkdirSync(other);
  writeFileSync(
    join(other, "zebra.ts"),
    "/** Counts stripes. */\nexport function stripes(n: number) {\n  return n;\n}\n",
  );
  await runAction("repoRegister", { rootPath: other, repoId: "other" }, { engine: example.engine });
  await runAction("indexRefresh", { repoId: "other" }, { engine: example.engine });
  const run = await orchestrate({ repoId: "other", taskType: "implement", taskText: "count stripes" });
  expect(run.metrics.failedActions).toBe(0);
  expect(run.answer).toContain("stripes: Counts stripes. (zebra.ts:2)");
});
