/** Action sdl.agent.feedback: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import { repoId, sliceHandle, symbolText } from "../../contract/schemas.js";
import { recordFeedback } from "./feedback.js";
import { recordedText } from "./feedback-text.js";

/** Kinds of tasks that feedback distinguishes. */
export const taskType = z.enum(["debug", "review", "implement", "explain"]);

/** Records which symbols of a slice were useful or missing. */
export const agentFeedback = defineAction({
  name: "sdl.agent.feedback",
  title: "Report on a slice",
  description:
    "Records which symbols of a slice were useful and which were missing: slices for similar tasks rank them higher.",
  input: () =>
    z.strictObject({
      repoId: repoId.describe("Default: the slice handle's repository"),
      versionId: z.string().min(1).max(100).describe("The slice's ledgerVersion"),
      sliceHandle: sliceHandle.describe("Accepted until one day after its lease ended"),
      usefulSymbols: z
        .array(symbolText)
        .min(1)
        .max(500)
        .describe("Symbols that the task needed, each as path:line, path#name or a name"),
      missingSymbols: z
        .array(symbolText)
        .max(500)
        .optional()
        .describe("Symbols that the task needed and the slice lacked"),
      taskTags: z
        .array(z.string().min(1).max(100))
        .max(50)
        .optional()
        .describe("Stored; sdl.agent.feedback.query returns them"),
      taskType: taskType.optional().describe("Stored; sdl.agent.feedback.query returns it"),
      taskText: z
        .string()
        .min(1)
        .max(20_000)
        .optional()
        .describe("Task description, by which similar tasks are recognised"),
    }),
  output: () =>
    z.strictObject({
      ok: z.literal(true),
      feedbackId: z.string(),
      repoId: z.string(),
      versionId: z.string(),
      symbolsRecorded: z.int(),
    }),
  annotations: { readOnly: false, destructive: false, idempotent: false },
  examples: [
    {
      title: "After a bug was found",
      args: {
        repoId: "my-app",
        versionId: "v1770600000000",
        sliceHandle: "h_0123456789abcdef",
        usefulSymbols: ["0123456789abcdef"],
        taskType: "debug",
        taskText: "traced the auth timeout to the expiry of tokens",
      },
    },
  ],
  text: recordedText,
  run: recordFeedback,
});
