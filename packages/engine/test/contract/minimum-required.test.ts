/**
 * Tests of budgets below the smallest answer, as JSON and as text: the answer states `minimumRequired`, and the same call with exactly that budget
 * keeps it. Calls are drawn from a seeded generator over the actions with a budget.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CountTokens, loadTokenCounter } from "@sdl/slice";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../src/contract/prune-answer.js";
import { makeToolStyle } from "../../src/contract/tool-calls.js";
import { runAction } from "../../src/dispatch.js";
import { decodeAnswer } from "../../src/features/slice/build-slice.js";
import { CATALOG } from "../../src/table.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

const RUNS = process.env["SDL_LONG"] === "1" ? 4000 : 240;

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
  // Lines that exceed small budgets, in functions that call each other.
  const sum = Array.from({ length: 40 }, (_, i) => `rate(${i}, "step ${i}")`).join(" + ");
  const lines = (next: string) =>
    `export function ${next}Before(): number {\n  const sum = ${sum};\n  return ${next}(sum);\n}\n`;
  writeFileSync(
    join(example.root, "src", "wide.ts"),
    `function rate(by: number, of: string): number { return by + of.length; }\nexport function last(n: number): number { return n; }\n${lines("last")}${lines("lastBefore")}${lines("lastBeforeBefore")}`,
  );
  await runAction("indexRefresh", {}, example);
  await runAction("policySet", { policyPatch: { defaultDenyRaw: false } }, example);
  await (await example.engine.open(example.engine.resolve("my-app"))).settle();
}, 120_000);
afterAll(() => example.remove());

/** An action with a budget: how to set it, and where the answer states the minimum. */
interface Budgeted {
  readonly action: string;
  readonly args: object;
  with(budget: number): object;
  floor(answer: Answer): Promise<unknown> | unknown;
  /** The part of the JSON that the budget covers, which may be absent; the whole answer if not set. */
  readonly part?: string;
}

/** All actions with a budget and a stated minimum. */
const BUDGETED = [
  "sdl.agent.orchestrate",
  "sdl.chain",
  "sdl.code.getHotPath",
  "sdl.code.getSkeleton",
  "sdl.code.needWindow",
  "sdl.context.forTask",
  "sdl.context.summary",
  "sdl.delta.get",
  "sdl.logic.slice",
  "sdl.slice.build",
];
/** Id of a symbol with a line of about 300 tokens. */
let wideId = "";

const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Answer | undefined)?.[name], value);

const NAMES = [
  "authenticate",
  "validateToken",
  "UserStore",
  "getUserById",
  "decode",
  "CLOCK_SKEW",
  "lastBeforeBefore",
] as const;
const symbol = fc.constantFrom(...NAMES);
const STYLE = makeToolStyle("underscore");

/** Tokens that the budget covers; infinite if an answer shows nothing of the requested content. */
function costOf({ action, part }: Budgeted, answer: Answer, { isText, countTokens }: Form): number {
  if (part !== undefined && (typeof answer[part] !== "string" || answer[part] === "")) return Number.POSITIVE_INFINITY;
  if (isText) return countTokens(CATALOG.get(action).text(answer, STYLE));
  return countTokens(part === undefined ? JSON.stringify(answer) : String(answer[part]));
}

interface Form {
  readonly isText: boolean;
  readonly countTokens: CountTokens;
}
const words = fc.constantFrom("expired token", "users of the store", "src/auth/token.ts", "zzzyyyxxx", "decode");

const budgeted: fc.Arbitrary<Budgeted> = fc.oneof(
  fc
    .record({
      taskText: words,
      wireFormat: fc.constantFrom("standard", "compact"),
      explain: fc.boolean(),
      includeRetrievalEvidence: fc.boolean(),
    })
    .map((args) => ({
      action: "sdl.slice.build",
      args,
      with: (maxEstimatedTokens: number) => ({
        ...args,
        includeRetrievalEvidence: false,
        budget: { maxEstimatedTokens },
      }),
      floor: async ({ slice }: Answer) => decodeAnswer({ slice }).budget.minimumRequired,
    })),
  fc
    .record({ query: fc.oneof(words, symbol), format: fc.constantFrom("markdown", "json", "clipboard") })
    .map((args) => ({
      action: "sdl.context.summary",
      args,
      with: (budget: number) => ({ ...args, budget }),
      floor: (answer: Answer) => within(answer, "summary", "metadata", "minimumRequired"),
    })),
  fc
    .array(
      fc.oneof(
        words.map((query) => ({ fn: "symbolSearch", args: { query } })),
        symbol.map((name) => ({ fn: "symbolGetCard", args: { symbolRef: { name } } })),
        fc.constant({ fn: "noSuchFunction", args: {} }),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((steps) => ({
      action: "sdl.chain",
      args: { steps },
      with: (maxTotalTokens: number) => ({ steps, budget: { maxTotalTokens } }),
      floor: (answer: Answer) => within(answer, "budget", "minimumRequired"),
    })),
  fc.integer({ min: 1, max: 30 }).map((maxCards) => ({
    action: "sdl.delta.get",
    args: { maxCards },
    with: (maxEstimatedTokens: number) => ({
      fromVersion: "@latest~1",
      toVersion: "@latest",
      budget: { maxCards, maxEstimatedTokens },
    }),
    floor: (answer: Answer) => within(answer, "budget", "minimumRequired"),
  })),
  fc.record({ name: symbol, detail: fc.constantFrom("L1", "L2", "L3", "L4") }).map(({ name, detail }) => ({
    action: "sdl.logic.slice",
    args: { name, detail },
    with: (budget: number) => ({ symbolRef: { name }, detail, budget }),
    floor: (answer: Answer) => answer["minimumRequired"],
  })),
  fc
    .record({ name: symbol, taskType: fc.constantFrom("fix", "extend", "refactor", "understand") })
    .map(({ name, taskType }) => ({
      action: "sdl.context.forTask",
      args: { name, taskType },
      with: (budget: number) => ({ symbolRef: { name }, taskType, budget }),
      floor: (answer: Answer) => within(answer, "budget", "minimumRequired"),
    })),
  fc
    .record({
      taskText: fc.oneof(words, symbol),
      taskType: fc.constantFrom("debug", "review", "implement", "explain"),
      options: fc.record({ includeTests: fc.boolean(), requireDiagnostics: fc.boolean() }),
    })
    .map((args) => ({
      action: "sdl.agent.orchestrate",
      args,
      with: (maxTokens: number) => ({ ...args, budget: { maxTokens } }),
      floor: (answer: Answer) => within(answer, "metrics", "minimumRequired"),
    })),
  fc.record({ contextLines: fc.nat(3), maxLines: fc.integer({ min: 1, max: 4 }) }).map((args) => ({
    action: "sdl.code.getHotPath",
    args,
    with: (budget: number) => ({
      ...args,
      symbolId: wideId,
      identifiersToFind: ["sum", "rate"],
      maxTokens: Math.max(16, budget),
    }),
    floor: (answer: Answer) => answer["minimumRequired"],
    part: "excerpt",
  })),
  fc.constantFrom("src/wide.ts", "src/users/store.ts").map((file) => ({
    action: "sdl.code.getSkeleton",
    args: { file },
    with: (budget: number) => ({ file, maxTokens: Math.max(16, budget) }),
    floor: (answer: Answer) => answer["minimumRequired"],
    part: "skeleton",
  })),
  fc
    .record({
      granularity: fc.constantFrom("symbol", "block", "fileWindow"),
      identifiersToFind: fc.subarray(["sum", "rate"], { minLength: 1 }),
    })
    .map((args) => ({
      action: "sdl.code.needWindow",
      args,
      with: (budget: number) => ({
        ...args,
        symbolId: wideId,
        reason: "read the sum",
        expectedLines: 4,
        maxTokens: Math.max(16, budget),
      }),
      floor: (answer: Answer) => answer["minimumRequired"],
      part: "code",
    })),
);

test("with exactly minimumRequired as its budget, the repeated call keeps the budget", async () => {
  const countTokens = await loadTokenCounter();
  const found = await runAction("symbolSearch", { query: "lastBeforeBefore" }, example);
  wideId = String(within(found, "results", "0", "symbolId"));
  const met = new Set<string>();
  const ask = async (call: Budgeted, budget: number, isText: boolean) => {
    const context = { engine: example.engine, text: isText ? STYLE : undefined };
    const answer = await runAction(call.action, call.with(budget), context);
    return { tokens: costOf(call, answer, { isText, countTokens }), minimum: await call.floor(answer) };
  };
  await fc.assert(
    fc.asyncProperty(budgeted, fc.integer({ min: 16, max: 400 }), fc.boolean(), async (call, budget, isText) => {
      const first = await ask(call, budget, isText);
      if (first.minimum === undefined) {
        expect(first.tokens).toBeLessThanOrEqual(budget);
        return;
      }
      met.add(`${call.action} as ${isText ? "text" : "JSON"}`);
      expect(first.minimum).toBeGreaterThan(budget);
      // A minimum above the budget equals the answer's tokens; an excerpt's minimum is that of text that was not sent.
      if (call.part === undefined) expect(first.tokens).toBeLessThanOrEqual(Number(first.minimum));
      const again = await ask(call, Number(first.minimum), isText);
      expect(again.minimum).toBeUndefined();
      expect(again.tokens).toBeLessThanOrEqual(Number(first.minimum));
    }),
    { numRuns: RUNS, seed: 20 },
  );
  const isMet = (form: string) => BUDGETED.filter((action) => met.has(`${action} as ${form}`));
  expect(isMet("text")).toEqual(BUDGETED);
  // As JSON, a skeleton's page always fits.
  expect(isMet("JSON")).toEqual(BUDGETED.filter((action) => action !== "sdl.code.getSkeleton"));
}, 600_000);
