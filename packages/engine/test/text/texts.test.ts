/**
 * Texts of answers on the example repository: one golden file per action, beside its feature. `vitest run -u` rewrites them; review the difference
 * as a reader without context. Values that change between runs are replaced by fixed words.
 */
import { join } from "node:path";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toErrorAnswer } from "../../src/contract/error-answer.js";
import { errorText } from "../../src/contract/error-text.js";
import { makeToolStyle } from "../../src/contract/tool-calls.js";
import { CATALOG } from "../../src/table.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

const STYLE = makeToolStyle("underscore");
const FEATURES = join(import.meta.dirname, "../../src/features");

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
  // Files written within one clock tick of their indexing count as changed until they are checked again.
  await CATALOG.run("index.refresh", {}, { engine: example.engine });
  const { engine } = example;
  await (await engine.open(engine.resolve(undefined))).settle();
});
afterAll(() => example.remove());

async function textOf(name: string, args: object): Promise<string> {
  const action = CATALOG.get(name);
  try {
    const answer = await action.execute(args, { engine: example.engine, text: STYLE });
    return action.text(answer, STYLE);
  } catch (error) {
    return errorText(toErrorAnswer(error), STYLE);
  }
}

/** Replaces names, times and sizes that differ between runs. */
function settled(text: string): string {
  return text
    .replaceAll(example.root, "/home/me/my-app")
    .replace(/\bv\d{13}\b/g, "v1770600000000")
    .replace(/\b(sp|d|h)_[0-9a-f]{16}/g, "$1_0123456789abcdef")
    .replace(/\b20\d\d-\d\d-\d\d \d\d:\d\d UTC/g, "2026-01-31 12:00 UTC")
    .replace(/\b\d+ ms\b|\b[\d.]+ s\b/g, "12 ms")
    .replace(/\b[\d.]+ (?:bytes|kB|MB)/g, "1 MB")
    .replace(/\b\d+ of (\d+) tokens/g, "100 of $1 tokens");
}

const VERSIONS = { fromVersion: "@latest~1", toVersion: "@latest" };
const CHAIN = {
  steps: [
    { fn: "memorySurface", args: { limit: 1 } },
    { fn: "dataMap", args: { input: "$0.memories", fields: ["title", "type"] } },
    { fn: "sliceBild" },
  ],
};

test.each<[string, string, object]>([
  ["delta", "delta.get", VERSIONS],
  ["risk", "pr.risk.analyze", VERSIONS],
  ["summary", "context.summary", { query: "expired bearer token", budget: 400 }],
  ["overview", "repo.overview", { level: "full" }],
  ["chain", "chain", CHAIN],
  ["status", "repo.status", {}],
  ["memory", "memory.query", {}],
  ["refresh", "index.refresh", {}],
  ["registration", "repo.list", {}],
  ["versions", "version.list", {}],
  ["policy", "policy.get", {}],
  ["manual", "action.search", { query: "who calls this", limit: 1 }],
])("%s: %s %j", async (feature, name, args) => {
  const golden = join(FEATURES, feature, "golden", `${name.replaceAll(".", "-")}.text`);
  await expect(settled(await textOf(name, args))).toMatchFileSnapshot(golden);
});

test("errors", async () => {
  const calls: readonly [string, object][] = [
    ["slice.build", { task: "expired token" }],
    ["slice.build", {}],
    ["symbol.search", { query: "token", limit: 5000 }],
    ["symbol.search", { query: "token", colour: "red" }],
    ["delta.get", { from: "@latest~1", to: "@latest" }],
    ["file.outline", { file: "src/auth/tokens.ts" }],
    ["version.list", { repoId: "my-ap" }],
  ];
  const texts: string[] = [];
  for (const [name, args] of calls) {
    const text = await textOf(name, args);
    // Joins wrapped lines, because a line break depends on the length of the temporary folder's path.
    const unbroken = text.includes(example.root) ? text.replace(/\n {2}/g, " ") : text;
    texts.push(`${name} ${JSON.stringify(args)}\n${unbroken}`);
  }
  await expect(settled(texts.join("\n"))).toMatchFileSnapshot("golden/errors.text");
});

test.each<[string, (tokens: number) => object]>([
  ["delta.get", (tokens) => ({ ...VERSIONS, budget: { maxEstimatedTokens: tokens } })],
  ["context.summary", (tokens) => ({ query: "expired bearer token", budget: tokens })],
  ["chain", (tokens) => ({ ...CHAIN, budget: { maxTotalTokens: tokens } })],
  ["agent.orchestrate", (tokens) => ({ taskType: "debug", taskText: "expired token", budget: { maxTokens: tokens } })],
])("%s as text keeps its budget, or says how much it needs", async (name, args) => {
  const countTokens = await loadTokenCounter();
  for (const budget of [20, 60, 100, 150, 250, 400, 800, 2000]) {
    const text = await textOf(name, args(budget));
    const tokens = countTokens(text);
    expect(text).toMatch(new RegExp(`\\b${tokens}\\s`));
    if (tokens > budget) expect(text).toMatch(/at least \d+\s+are\s+required/);
  }
});
