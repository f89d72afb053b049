/** Action sdl.chain: parameters, answer, examples and guide. */
import { z } from "zod";
import { type Action, defineAction, WRITES } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { behind, listOf, repoId, unsaved } from "../../contract/schemas.js";
import { chainText } from "./chain-text.js";
import { runChain } from "./run-chain.js";

const step = () =>
  z.strictObject({
    fn: z
      .string()
      .min(1)
      .max(100)
      .describe("symbolSearch, sdl.symbol.getCard, …, or dataPick, dataMap, dataFilter, dataSort, dataTemplate"),
    args: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('"$0.results[0].symbolId" is replaced by that value of step 0'),
  });

const budget = () =>
  z
    .strictObject({
      maxTotalTokens: z
        .int()
        .min(1)
        .max(50_000)
        .default(20_000)
        .describe("Of the whole answer; the largest results are left out first"),
      maxSteps: z.int().min(1).max(20).default(20).describe("Maximum number of steps that run"),
      maxDurationMs: z.int().min(1).max(60_000).default(60_000).describe("No step starts after this time"),
    })
    .prefault({});

const stepResult = () =>
  z.strictObject({
    step: z.int(),
    fn: z.string(),
    ok: z.boolean(),
    result: z.unknown().optional(),
    omitted: z
      .strictObject({ tokens: z.int(), howToResume: z.string() })
      .optional()
      .describe("The result did not fit; later steps could still refer to it"),
    error: z.record(z.string(), z.unknown()).optional(),
    warning: z.string().optional(),
    tokens: z.int(),
    durationMs: z.number(),
  });

const output = () =>
  z.strictObject({
    results: listOf(stepResult()),
    stopped: z.strictObject({ step: z.int(), reason: z.enum(["error", "maxSteps", "maxDurationMs"]) }).optional(),
    budget: z.strictObject({
      used: z.strictObject({ tokens: z.int(), steps: z.int(), durationMs: z.number() }),
      allowed: z.strictObject({ maxTotalTokens: z.int(), maxSteps: z.int(), maxDurationMs: z.int() }),
      minimumRequired: z.int().optional().describe("Tokens of the smallest answer, if maxTotalTokens is lower"),
    }),
    trace: listOf(
      z.strictObject({
        step: z.int(),
        action: z.string().optional(),
        args: z.unknown().optional(),
        references: listOf(z.string()),
      }),
    ),
    traceOmitted: z.literal(true).optional().describe("The trace did not fit the token budget"),
    pinned: z.record(z.string(), z.unknown()).optional(),
    checkedAt: z.string().optional(),
    staleFiles: z.int().optional(),
    behind: behind(),
    unsaved: unsaved(),
  });

/** The action sdl.chain. @param catalog the actions that steps may call */
export function defineChain(catalog: ActionCatalog): Action {
  return defineAction({
    name: "sdl.chain",
    title: "Run several actions in one call",
    description:
      "Run several actions in one call, handing results on by reference ($0.results[0].symbolId) and reducing them (dataPick, dataFilter …). Nothing is evaluated as code.",
    input: () =>
      z.strictObject({
        repoId,
        steps: z.array(step()).min(1).max(20),
        budget: budget(),
        onError: z.enum(["continue", "stop"]).default("continue").describe("stop: no step runs after one that failed"),
        trace: z
          .strictObject({ args: z.boolean().default(true), references: z.boolean().default(true) })
          .optional()
          .describe("Show what each step was called with"),
      }),
    output,
    annotations: WRITES,
    runsOthers: true,
    examples: [
      {
        title: "Find a symbol and get its card",
        args: {
          repoId: "my-app",
          steps: [
            { fn: "symbolSearch", args: { query: "validateToken", limit: 1 } },
            { fn: "symbolGetCard", args: { symbolId: "$0.results[0].symbolId" } },
          ],
        },
      },
      {
        title: "Names and lines of a slice's functions",
        args: {
          repoId: "my-app",
          steps: [
            { fn: "sliceBuild", args: { taskText: "expired bearer token" } },
            {
              fn: "dataFilter",
              args: { input: "$0.slice.cards", where: [{ path: "kind", op: "eq", value: "function" }] },
            },
            { fn: "dataTemplate", args: { input: "$1", template: "{{name}} {{file}}:{{line}}" } },
          ],
          budget: { maxTotalTokens: 1000 },
        },
      },
    ],
    guide: {
      tags: ["batch", "pipeline", "steps", "workflow", "round trip"],
      prerequisites: ["sdl.manual"],
      nextActions: ["sdl.slice.refresh"],
      fallbacks: ["sdl.action.search"],
    },
    text: (answer, style) => chainText(answer, { catalog, style }),
    run: (context, request) => runChain(request, catalog, context),
  });
}
