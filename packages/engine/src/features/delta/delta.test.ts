/** Tests of deltas and risk analyses as clients request them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import { toErrorAnswer } from "../../contract/error-answer.js";
import { indexRefresh } from "../refresh/index-refresh.action.js";
import { prRiskAnalyze } from "../risk/pr-risk-analyze.action.js";
import { deltaGet } from "./delta-get.action.js";

const LAST = { repoId: "my-app", fromVersion: "@latest~1", toVersion: "@latest" };

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

const context = () => ({ engine: example.engine });

test("the delta of the last refresh has each changed symbol and the affected symbols", async () => {
  const { delta } = await deltaGet.execute(LAST, context());
  expect(
    delta.changedSymbols?.map(({ name, changeType, signatureDiff }) => [changeType, name, signatureDiff?.before]),
  ).toEqual([["modified", "validateToken", "export validateToken(bearer: string): Token"]]);
  expect(delta.blastRadius?.map(({ name, distance, signal }) => `${distance} ${signal} ${name}`)).toEqual([
    "1 directDependent authenticate",
    "1 directDependent testExpiredToken",
  ]);
});

test("the reverse delta has the same symbols, with added and removed exchanged", async () => {
  const { delta } = await deltaGet.execute({ ...LAST, fromVersion: "@latest", toVersion: "@latest~1" }, context());
  expect(delta.changedSymbols?.map(({ signatureDiff }) => signatureDiff?.after)).toEqual([
    "export validateToken(bearer: string): Token",
  ]);
});

test("a version has no difference from itself", async () => {
  const same = { ...LAST, fromVersion: "@latest" };
  const { delta, amplifiers } = await deltaGet.execute(same, context());
  expect([delta.changedSymbols, delta.blastRadius, amplifiers, delta.truncation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const { analysis, policyDecision } = await prRiskAnalyze.execute(same, context());
  expect([analysis.riskScore, analysis.findings, policyDecision.decision]).toEqual([0, undefined, "allow"]);
});

test("an unknown version fails with the known versions", async () => {
  const asked = deltaGet.execute({ ...LAST, fromVersion: "@latest~9" }, context());
  const answer = await asked.catch(toErrorAnswer);
  expect(answer).toMatchObject({
    code: "version_not_found",
    candidates: [expect.stringMatching(/^v\d+$/), expect.stringMatching(/^v\d+$/)],
  });
});

test("risk: findings above the threshold, existing test files, a decision with a verifiable hash", async () => {
  const all = await prRiskAnalyze.execute(LAST, context());
  expect(all.analysis.findings?.map(({ type }) => type)).toContain("interface-breaking-changes");
  expect(all.analysis.recommendedTests?.map(({ files }) => files)).toEqual([["test/token.test.ts"]]);
  expect(all.policyDecision.auditHash).toMatch(/^[0-9a-f]{64}$/);
  const again = await prRiskAnalyze.execute(LAST, context());
  expect(again.policyDecision).toEqual(all.policyDecision);
  const few = await prRiskAnalyze.execute({ ...LAST, riskThreshold: 100 }, context());
  expect(few.analysis.findings).toBeUndefined();
  expect([few.analysis.riskScore, few.policyDecision.auditHash]).toEqual([
    all.analysis.riskScore,
    all.policyDecision.auditHash,
  ]);
});

test("no budget is exceeded, and entries left out are counted", async () => {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `export function added${i}(token: string): number {\n  return ${i};\n}\n`,
  );
  writeFileSync(join(example.root, "src/many.ts"), lines.join("\n"));
  await indexRefresh.execute({ repoId: "my-app" }, context());
  const countTokens = await loadTokenCounter();
  const everything = { maxCards: 500, maxEstimatedTokens: 200_000 };
  const whole = (await deltaGet.execute({ ...LAST, fromVersion: "@latest~2", budget: everything }, context())).delta;
  const total = (whole.changedSymbols?.length ?? 0) + (whole.blastRadius?.length ?? 0);
  expect(total).toBeGreaterThan(60);
  for (const maxEstimatedTokens of [400, 700, 1300, 2600, 5000]) {
    for (const maxCards of [1, 7, 500]) {
      const answer = await deltaGet.execute(
        { ...LAST, fromVersion: "@latest~2", budget: { maxCards, maxEstimatedTokens } },
        context(),
      );
      const { delta } = answer;
      const shown = (delta.changedSymbols?.length ?? 0) + (delta.blastRadius?.length ?? 0);
      expect(shown).toBeGreaterThan(0);
      expect(shown).toBeLessThanOrEqual(maxCards);
      expect(countTokens(JSON.stringify(answer))).toBeLessThanOrEqual(maxEstimatedTokens);
      expect(shown + (delta.truncation?.droppedCards ?? 0)).toBe(total);
      expect(delta.changedSymbols?.[0]).toEqual(whole.changedSymbols?.[0]);
    }
  }
});
