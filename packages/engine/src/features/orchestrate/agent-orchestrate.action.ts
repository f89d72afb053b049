/** Action sdl.agent.orchestrate: parameters, answer, examples and guide. */
import { z } from "zod";
import { type Action, defineAction, LADDER_RUNGS, READS } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { answerTokens, fresh, listOf, queryAnswer, repoId, symbolText } from "../../contract/schemas.js";
import { runQuery } from "../../query/run-query.js";
import { orchestrate } from "./orchestrate.js";
import { runText } from "./run-text.js";

const TASKS = ["debug", "review", "implement", "explain"] as const;

const input = () =>
  z.strictObject({
    repoId,
    taskType: z.enum(TASKS),
    taskText: z.string().min(1).max(100_000).describe("The task; may contain a stack trace"),
    budget: z
      .strictObject({
        maxTokens: answerTokens.default(6000).describe("o200k tokens of the whole answer"),
        maxActions: z.int().min(1).max(100).default(20),
        maxDurationMs: z.int().min(1).max(120_000).default(30_000),
      })
      .prefault({}),
    options: z
      .strictObject({
        focusSymbols: z.array(symbolText).min(1).max(100).optional().describe("Each as path:line, path#name or a name"),
        focusPaths: z.array(z.string().min(1).max(4096)).min(1).max(100).optional().describe("Files or folders"),
        includeTests: z.boolean().default(false).describe("Add a hot path of the linked test"),
        requireDiagnostics: z.boolean().default(false).describe("Add raw source of the best symbol"),
      })
      .prefault({}),
    fresh,
  });

const actionTaken = () =>
  z.strictObject({
    id: z.string(),
    type: z.string(),
    status: z.enum(["completed", "failed"]),
    input: z.record(z.string(), z.unknown()),
    output: z.unknown().optional(),
    error: z.string().optional(),
    timestamp: z.string(),
    durationMs: z.number(),
    evidence: listOf(z.string()).describe("file:line"),
  });

/** The action sdl.agent.orchestrate. @param catalog the actions that a run may call */
export function defineOrchestrate(catalog: ActionCatalog): Action {
  return defineAction({
    name: "sdl.agent.orchestrate",
    title: "Work on a task",
    description:
      "Plan and run the ladder for a task (cards, skeletons, hot paths, source) within limits; returns an answer that cites file and line for each statement.",
    input,
    output: () =>
      queryAnswer({
        taskId: z.string(),
        taskType: z.enum(TASKS),
        success: z.boolean(),
        summary: z.string(),
        answer: z.string(),
        nextBestAction: z.string(),
        error: z.string().optional(),
        path: z.strictObject({
          rungs: z.array(z.enum(LADDER_RUNGS)),
          estimatedTokens: z.int(),
          estimatedDurationMs: z.int(),
          reasoning: z.string(),
        }),
        actionsTaken: listOf(actionTaken()),
        finalEvidence: listOf(
          z.strictObject({ type: z.string(), reference: z.string(), summary: z.string(), timestamp: z.string() }),
        ),
        metrics: z.strictObject({
          totalDurationMs: z.number(),
          totalTokens: z.int().describe("Of this answer, exact"),
          minimumRequired: z
            .int()
            .optional()
            .describe("A maxTokens that suffices for the first piece of evidence, if maxTokens is lower"),
          totalActions: z.int(),
          successfulActions: z.int(),
          failedActions: z.int(),
          cacheHits: z.int().describe("Number of actions answered from an earlier run at the same versions"),
        }),
      }),
    annotations: READS,
    examples: [
      {
        title: "Find the cause of a failure",
        args: {
          repoId: "my-app",
          taskType: "debug",
          taskText:
            "logins fail\nTokenExpiredError: token expired\n    at validateToken (src/auth/token.ts:14:51)\n    at authenticate (src/server.ts:8:17)",
          budget: { maxTokens: 4000, maxActions: 12 },
          options: { includeTests: true, focusPaths: ["src/auth/"] },
        },
      },
      {
        title: "Explain how users are kept",
        args: { repoId: "my-app", taskType: "explain", taskText: "how are users kept?" },
      },
    ],
    guide: {
      tags: ["agent", "autonomous", "plan", "debug", "review", "explain", "investigate"],
      prerequisites: ["sdl.index.refresh"],
      nextActions: ["sdl.context.forTask", "sdl.symbol.references"],
      fallbacks: ["sdl.slice.build", "sdl.symbol.search"],
    },
    text: (answer, style) => runText(answer, { catalog, style }),
    run: (context, request) =>
      runQuery(context, { ...request, layers: "used" }, (query) => orchestrate(query, request, { catalog, context })),
  });
}
