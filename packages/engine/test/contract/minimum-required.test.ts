/**
 * Budgets below what the smallest answer takes: the answer says `minimumRequired`, and the same call with exactly that number keeps it. Calls are
 * drawn from a seeded generator over the actions with a budget.
 */
import { loadTokenCounter } from "@sdl/slice";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../src/actions/dispatch.js";
import type { Answer } from "../../src/actions/prune-answer.js";
import { decodeAnswer } from "../../src/queries/slices.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

const RUNS = process.env["SDL_LONG"] === "1" ? 2000 : 60;

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
  await (await example.engine.open(example.engine.resolve("my-app"))).workspace.settle();
}, 120_000);
afterAll(() => example.remove());

/** An action with a budget: where the number goes in, and where the answer states the floor. */
interface Budgeted {
  readonly action: string;
  readonly args: object;
  with(budget: number): object;
  floor(answer: Answer): Promise<unknown> | unknown;
}

const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Answer | undefined)?.[name], value);

const symbol = fc.constantFrom("authenticate", "validateToken", "UserStore", "getUserById", "decode", "CLOCK_SKEW");
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
      floor: async ({ slice }: Answer) => (await decodeAnswer({ slice })).budget.minimumRequired,
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
);

test("asked again with exactly minimumRequired, the answer keeps it", async () => {
  const countTokens = await loadTokenCounter();
  const ask = async ({ action, with: withBudget, floor }: Budgeted, budget: number) => {
    const answer = await runAction(action, withBudget(budget), example);
    return { tokens: countTokens(JSON.stringify(answer)), minimum: await floor(answer) };
  };
  await fc.assert(
    fc.asyncProperty(budgeted, fc.integer({ min: 1, max: 400 }), async (call, budget) => {
      const first = await ask(call, budget);
      if (first.minimum === undefined) {
        expect(first.tokens).toBeLessThanOrEqual(budget);
        return;
      }
      expect(first.minimum).toBeGreaterThan(budget);
      const again = await ask(call, Number(first.minimum));
      expect(again.minimum).toBeUndefined();
      expect(again.tokens).toBeLessThanOrEqual(Number(first.minimum));
    }),
    { numRuns: RUNS, seed: 20 },
  );
}, 600_000);
