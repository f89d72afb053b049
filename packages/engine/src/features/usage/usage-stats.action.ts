import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { isoTime, listOf, repoId } from "../../contract/schemas.js";
import { reportUsage } from "./usage-stats.js";
import { usageText } from "./usage-text.js";

const measures = () => ({
  calls: z.int(),
  tokensReturned: z.int(),
  tokensOfFiles: z.int().describe("Of the files whose contents were told, each once a session"),
  saved: z.int().describe("tokensOfFiles − tokensReturned; may be negative"),
  ratio: z.number().optional().describe("tokensReturned ÷ tokensOfFiles"),
});

const tools = () => listOf(z.strictObject({ tool: z.string(), ...measures() }));

export const usageStats = defineAction({
  name: "sdl.usage.stats",
  title: "Usage",
  description:
    "Calls and tokens by tool, beside the tokens of the files that would have been read instead: of this session, past ones, or both.",
  input: () =>
    z.strictObject({
      repoId: repoId.describe("Default: all that this process worked on"),
      scope: z
        .enum(["session", "history", "both"])
        .default("both")
        .describe("session: since this process began; history: past sessions"),
      persist: z.boolean().default(true).describe("Write this session into the history"),
      since: isoTime("past sessions of then and later").optional(),
      limit: z.int().min(1).max(100).default(20).describe("Sessions listed"),
    }),
  output: () =>
    z.strictObject({
      repoId: z.string().optional(),
      session: z.strictObject({ ...measures(), tools: tools(), since: z.string() }).optional(),
      history: z
        .strictObject({
          ...measures(),
          tools: tools(),
          sessionCount: z.int(),
          sessions: listOf(z.strictObject({ startedAt: z.string(), updatedAt: z.string(), ...measures() })).describe(
            "Latest first",
          ),
        })
        .optional(),
      persisted: z.boolean(),
    }),
  annotations: READS,
  examples: [{ title: "What did this session save?", args: { repoId: "my-app", scope: "session" } }],
  guide: {
    tags: ["tokens", "savings", "statistics", "cost", "counters"],
    nextActions: ["sdl.repo.status"],
  },
  text: usageText,
  run: reportUsage,
});
