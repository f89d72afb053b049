import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import { listRepositoryAudit } from "../../audit/repository-audit.js";
import type { Answer } from "../../contract/prune-answer.js";
import { decodeAnswer } from "../slice/build-slice.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

const DEFAULTS = {
  maxWindowLines: 180,
  maxWindowTokens: 1400,
  requireIdentifiers: true,
  allowBreakGlass: false,
  defaultDenyRaw: true,
  sourceInAnswers: "bodies",
};

async function cardCount({ slice }: Readonly<Record<string, unknown>>): Promise<number> {
  return decodeAnswer({ slice }).cards.length;
}

const get = () => runAction("policyGet", {}, example);
const set = (policyPatch: object) => runAction("policySet", { policyPatch }, example);

test("a repository begins with the default policy; a patch changes only its own fields and is stored", async () => {
  expect(await get()).toEqual(DEFAULTS);
  const budgetCaps = { maxCards: 5 };
  expect(await set({ maxWindowLines: 10, budgetCaps })).toEqual({ ...DEFAULTS, maxWindowLines: 10, budgetCaps });
  expect(await set({ allowBreakGlass: true })).toMatchObject({ maxWindowLines: 10, allowBreakGlass: true });
  await example.engine.register({ rootPath: example.root, settings: { maxFileBytes: 1000 } });
  const other = openEngine({ cwd: example.root, env: { SDL_HOME: example.engine.home } });
  expect(await runAction("policyGet", {}, { engine: other })).toMatchObject({ maxWindowLines: 10, budgetCaps });
  await other.close();
  expect(await set({ budgetCaps: null, maxWindowLines: 180, allowBreakGlass: false })).toEqual(DEFAULTS);
});

/** Warnings about the budget only; derived layers may not be built yet. */
function budgetWarnings({ warnings }: Answer): unknown[] {
  return Array.isArray(warnings) ? warnings.filter((warning) => String(warning).startsWith("budget")) : [];
}

test("a slice's budget is limited to the policy's caps", async () => {
  await set({ budgetCaps: { maxCards: 2, maxEstimatedTokens: 700 } });
  const budget = { maxCards: 100, maxEstimatedTokens: 5000 };
  const answer = await runAction(
    "sliceBuild",
    { taskText: "validate the token", budget, wireFormat: "standard" },
    example,
  );
  expect(answer).toMatchObject({ slice: { budget: { allowed: 700 } } });
  expect(await cardCount(answer)).toBeLessThanOrEqual(2);
  expect(budgetWarnings(answer)).toEqual([
    expect.stringContaining("budget.maxCards: 100 exceeds the policy's cap of 2"),
    expect.stringContaining("budget.maxEstimatedTokens: 5000 exceeds the policy's cap of 700"),
  ]);
  await set({ budgetCaps: null });
});

test("a cap lower than any slice's tokens is named in the error", async () => {
  await set({ budgetCaps: { maxEstimatedTokens: 10 } });
  const ask = (budget: object) =>
    runAction("sliceBuild", { taskText: "token", budget, wireFormat: "standard" }, example);
  const first = await ask({});
  const { minimumRequired } = (first["slice"] as { budget: { minimumRequired: number } }).budget;
  expect(budgetWarnings(first)).toEqual([]);
  const again = await ask({ maxEstimatedTokens: minimumRequired });
  expect(again).toMatchObject({ slice: { budget: { allowed: 10, minimumRequired: expect.any(Number) } } });
  expect(budgetWarnings(again)).toEqual([expect.stringContaining(`${minimumRequired} exceeds the policy's cap of 10`)]);
  await set({ budgetCaps: null });
});

test.each([
  [{ maxWindowLines: 0 }, "maxWindowLines: received 0"],
  [{ maxWindowTokens: "many" }, 'maxWindowTokens: received "many"'],
  [{ maxWindowLine: 5 }, "Did you mean"],
])("refuses %o", async (patch, message) => {
  await expect(set(patch)).rejects.toMatchObject({ code: "invalid_params", message: expect.stringContaining(message) });
});

test("a damaged policy counts as absent, because the defaults allow the least", async () => {
  const { path } = example.engine.registry;
  await set({ allowBreakGlass: true });
  writeFileSync(path, readFileSync(path, "utf8").replace('"allowBreakGlass": true', '"allowBreakGlass": "yes"'));
  expect(await get()).toEqual(DEFAULTS);
});

test("each policy change is recorded before it is made, also the loss of a policy by unregistering", async () => {
  await set({ maxWindowLines: 60 });
  await runAction("repoUnregister", { repoId: "my-app", deleteIndex: false }, example);
  await example.engine.register({ rootPath: example.root, settings: {} });
  expect(await get()).toEqual(DEFAULTS);
  const records = await listRepositoryAudit(example.engine, undefined, 2);
  expect(records).toMatchObject([
    { event: "policy", patch: { maxWindowLines: 60 } },
    { event: "policy", forgotten: { maxWindowLines: 60 } },
  ]);
});
