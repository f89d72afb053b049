import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import { isoTime, repoId, symbolId } from "../../contract/schemas.js";
import { taskType } from "./agent-feedback.action.js";
import { queryFeedback } from "./feedback.js";

const counts = () => z.array(z.strictObject({ symbolId, count: z.int() })).optional();

export const agentFeedbackQuery = defineAction({
  name: "sdl.agent.feedback.query",
  title: "Reports on slices",
  description: "Recorded reports, newest first, with the symbols most often useful and most often missing.",
  core: false,
  input: () =>
    z.strictObject({
      repoId,
      versionId: z.string().min(1).max(100).optional().describe("Only reports on slices of this version"),
      limit: z.int().min(1).max(1000).default(20).describe("Reports in the answer; statistics count all"),
      since: isoTime("reports of then and later").optional(),
    }),
  output: () =>
    z.strictObject({
      repoId: z.string(),
      feedback: z
        .array(
          z.strictObject({
            feedbackId: z.string(),
            versionId: z.string(),
            sliceHandle: z.string(),
            usefulSymbols: z.array(symbolId),
            missingSymbols: z.array(symbolId).optional(),
            taskTags: z.array(z.string()).optional(),
            taskType: taskType.optional(),
            taskText: z.string().optional(),
            createdAt: z.string(),
          }),
        )
        .optional(),
      aggregatedStats: z.strictObject({
        totalFeedback: z.int(),
        topUsefulSymbols: counts(),
        topMissingSymbols: counts(),
      }),
      hasMore: z.boolean(),
      warnings: z.array(z.string()).optional().describe("Reports that this program cannot read"),
    }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  examples: [{ title: "The last fifty", args: { repoId: "my-app", limit: 50 } }],
  run: async (request, context) => queryFeedback(context, request),
});
