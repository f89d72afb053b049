/** Action sdl.context.summary: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  answerTokens,
  fresh,
  kind,
  listOf,
  minimumRequired,
  queryAnswer,
  repoId,
  symbolId,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { summarise } from "./summarise.js";
import { summaryText } from "./summary-text.js";

const sections = () => ({
  keySymbols: listOf(
    z.strictObject({
      symbolId,
      name: z.string(),
      kind,
      file: z.string(),
      line: z.int(),
      signature: z.string().optional(),
      summary: z.string().optional(),
    }),
  ).describe("Best first"),
  dependencyGraph: listOf(z.strictObject({ from: z.string(), to: z.string(), kind: z.string() })),
  riskAreas: listOf(z.strictObject({ name: z.string(), file: z.string(), line: z.int(), reason: z.string() })).describe(
    "Fan-in of 15 or more, or 5 commits in 30 days",
  ),
  filesTouched: listOf(z.strictObject({ file: z.string(), symbols: z.int() })),
});

/** Writes a briefing on a symbol, file or task. */
export const contextSummary = defineAction({
  name: "sdl.context.summary",
  title: "Summary of a context",
  description:
    "A briefing on a symbol, a file or a task within a token budget: key symbols, dependencies, risk areas, files; as Markdown, JSON or plain text.",
  input: () =>
    z.strictObject({
      repoId,
      query: z.string().min(1).max(20_000).describe("Description of a task, a path, or a symbol's name"),
      budget: answerTokens.default(2000).describe("o200k tokens of the whole answer"),
      format: z
        .enum(["markdown", "json", "clipboard"])
        .default("markdown")
        .describe("Format of content; clipboard: plain text"),
      scope: z.enum(["symbol", "file", "task"]).optional().describe("Default: detected from the query's form"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      repoId: z.string(),
      format: z.enum(["markdown", "json", "clipboard"]),
      content: z.string(),
      summary: z.strictObject({
        ...sections(),
        metadata: z.strictObject({
          query: z.string(),
          scope: z.enum(["symbol", "file", "task"]),
          summaryTokens: z.int().describe("Exact tokens of content"),
          totalTokens: z.int().describe("Exact tokens of this answer"),
          budget: z.int(),
          minimumRequired,
          truncated: z.boolean(),
          indexVersion: z.string(),
        }),
      }),
    }),
  annotations: READS,
  examples: [
    {
      title: "A task",
      args: { repoId: "my-app", query: "auth middleware", budget: 2000, format: "markdown", scope: "task" },
    },
    { title: "A file, to paste", args: { repoId: "my-app", query: "src/auth/token.ts", format: "clipboard" } },
  ],
  guide: {
    tags: ["brief", "briefing", "summary", "markdown", "paste", "explain"],
    prerequisites: ["sdl.index.refresh"],
    nextActions: ["sdl.symbol.getCard", "sdl.slice.build"],
    fallbacks: ["sdl.slice.build", "sdl.symbol.search"],
  },
  text: summaryText,
  run: asQuery(summarise, () => "used"),
});
