/** Action sdl.agent.feedback.query: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { isoTime, listOf, repoId, symbolId } from "../../contract/schemas.js";
import { taskType } from "./agent-feedback.action.js";
import { queryFeedback } from "./feedback.js";
import { feedbackText } from "./feedback-text.js";

const counts = () =>
  listOf(
    z.strictObject({
      symbolId,
      name: z.string().optional().describe("Absent if the symbol no longer exists"),
      file: z.string().optional(),
      count: z.int(),
    }),
  );

/** Lists recorded feedback with the most useful and most missing symbols. */
export const agentFeedbackQuery = defineAction({
  name: "sdl.agent.feedback.query",
  title: "Reports on slices",
  description: "Recorded reports, newest first, with the symbols most often useful and most often missing.",
  input: () =>
    z.strictObject({
      repoId,
      versionId: z.string().min(1).max(100).optional().describe("Only reports on slices of this version"),
      limit: z.int().min(1).max(1000).default(20).describe("Reports in the answer; statistics count all"),
      since: isoTime("only reports from this time on").optional(),
    }),
  output: () =>
    z.strictObject({
      repoId: z.string(),
      feedback: listOf(
        z.strictObject({
          feedbackId: z.string(),
          versionId: z.string(),
          sliceHandle: z.string(),
          usefulSymbols: z.array(symbolId),
          missingSymbols: listOf(symbolId),
          taskTags: listOf(z.string()),
          taskType: taskType.optional(),
          taskText: z.string().optional(),
          createdAt: z.string(),
        }),
      ),
      aggregatedStats: z.strictObject({
        totalFeedback: z.int(),
        topUsefulSymbols: counts(),
        topMissingSymbols: counts(),
      }),
      hasMore: z.boolean(),
      warnings: listOf(z.string()).describe("Reports that this program cannot read"),
    }),
  annotations: READS,
  examples: [{ title: "The last fifty", args: { repoId: "my-app", limit: 50 } }],
  text: feedbackText,
  run: queryFeedback,
});
