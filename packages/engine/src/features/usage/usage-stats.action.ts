/** Action sdl.usage.stats: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { isoTime, listOf, repoId } from "../../contract/schemas.js";
import { reportUsage } from "./usage-stats.js";
import { usageText } from "./usage-text.js";

const measures = () => ({
  calls: z.int(),
  tokensReturned: z.int(),
  tokensOfFiles: z
    .int()
    .describe("Tokens of the files whose contents answers contained, each counted once per session"),
  saved: z.int().describe("tokensOfFiles − tokensReturned; may be negative"),
  ratio: z.number().optional().describe("tokensReturned ÷ tokensOfFiles"),
});

const tools = () => listOf(z.strictObject({ tool: z.string(), ...measures() }));

/** Returns calls and tokens by tool, of this session or past ones. */
export const usageStats = defineAction({
  name: "sdl.usage.stats",
  title: "Usage",
  description:
    "Calls and tokens by tool, compared with the tokens of reading whole files instead: of this session, past sessions, or both.",
  input: () =>
    z.strictObject({
      repoId: repoId.describe("Default: all repositories that this process worked on"),
      scope: z
        .enum(["session", "history", "both"])
        .default("both")
        .describe("session: since this process started; history: past sessions"),
      persist: z.boolean().default(true).describe("Store this session's usage in the history"),
      since: isoTime("only past sessions from this time on").optional(),
      limit: z.int().min(1).max(100).default(20).describe("Maximum number of sessions listed"),
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
