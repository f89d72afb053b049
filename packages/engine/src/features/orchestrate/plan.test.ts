/** Tests of plans: the request and the expected rungs. */
import { expect, test } from "vitest";
import { type PlanRequest, planLadder } from "./plan.js";

const PLAIN = { maxTokens: 10_000, maxActions: 20, includeTests: false, requireDiagnostics: false };

test.each<[string, Partial<PlanRequest>, string, number]>([
  ["debug", { taskType: "debug" }, "card skeleton hotPath raw", 2750],
  ["review", { taskType: "review" }, "card skeleton", 250],
  ["implement", { taskType: "implement" }, "card skeleton hotPath", 750],
  ["explain", { taskType: "explain" }, "card skeleton", 250],
  ["trimmed from the end", { taskType: "debug", maxTokens: 2749 }, "card skeleton hotPath", 750],
  ["trimmed to one", { taskType: "debug", maxTokens: 1 }, "card", 50],
  ["as many as there are actions", { taskType: "debug", maxActions: 2 }, "card skeleton", 250],
  ["one for one action", { taskType: "debug", maxActions: 1 }, "card", 50],
  ["diagnostics add the raw rung", { taskType: "explain", requireDiagnostics: true }, "card skeleton raw", 2250],
  ["tests add a hot path", { taskType: "review", includeTests: true }, "card skeleton hotPath", 750],
  [
    "added rungs can be left out",
    { taskType: "review", requireDiagnostics: true, maxTokens: 1000 },
    "card skeleton",
    250,
  ],
])("%s", (_, request, rungs, estimatedTokens) => {
  const plan = planLadder({ taskType: "debug", ...PLAIN, ...request });
  expect([plan.rungs.join(" "), plan.estimatedTokens]).toEqual([rungs, estimatedTokens]);
});

test("the reasoning states what was added and what was left out", () => {
  expect(planLadder({ taskType: "explain", ...PLAIN, maxTokens: 300, requireDiagnostics: true }).reasoning).toBe(
    "explain climbs card, skeleton; raw added by options; raw left out: over the budget of 300 tokens",
  );
  expect(planLadder({ taskType: "explain", ...PLAIN, maxActions: 1 }).reasoning).toBe(
    "explain climbs card, skeleton; skeleton left out: 1 action is left for rungs",
  );
});
