/** Action sdl.code.getHotPath: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  fresh,
  identifiersToFind,
  isStale,
  listOf,
  queryAnswer,
  range,
  symbolRequest,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { hotPathText } from "./code-text.js";
import { getHotPath } from "./hot-path.js";

/** Returns the lines of a symbol around given identifiers. */
export const codeGetHotPath = defineAction({
  name: "sdl.code.getHotPath",
  title: "Lines of a symbol around identifiers",
  description:
    "The lines of a symbol that contain given identifiers, with lines around them, numbered. Identifiers are matched as syntax, not as text.",
  input: () =>
    symbolRequest({
      identifiersToFind: identifiersToFind(1).describe("Names, or Class.method for a member accessed on that name"),
      maxLines: z
        .int()
        .min(1)
        .max(10_000)
        .optional()
        .describe("Of the excerpt; context lines are left out before matches"),
      maxTokens: z
        .int()
        .min(16)
        .max(50_000)
        .default(1000)
        .describe("Exact o200k tokens: of the excerpt; in a text answer, of the whole text"),
      contextLines: z.int().min(0).max(50).default(3).describe("Around each match"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      excerpt: z.string().describe("`12| code`; `…` marks lines left out; empty if nothing matched or no match fits"),
      file: z.string(),
      range: range().describe("Of the symbol"),
      estimatedTokens: z.int(),
      matchedIdentifiers: listOf(z.string()),
      matchedLineNumbers: listOf(z.int()).describe("Of all matches, also those left out of the excerpt"),
      missingIdentifiers: listOf(z.string()).describe("Requested identifiers that the symbol does not contain"),
      truncated: z.boolean(),
      minimumRequired: z.int().optional().describe("Tokens of the first match's line, if maxTokens is lower"),
      isStale,
    }),
  annotations: READS,
  examples: [
    {
      title: "Where is the expiry checked?",
      args: {
        repoId: "my-app",
        symbol: "src/auth/token.ts#validateToken",
        identifiersToFind: ["exp", "CLOCK_SKEW"],
        contextLines: 1,
      },
    },
  ],
  guide: {
    tags: ["excerpt", "grep", "lines", "identifiers", "usage", "code"],
    prerequisites: ["sdl.symbol.search"],
    nextActions: ["sdl.code.needWindow"],
    fallbacks: ["sdl.code.getSkeleton", "sdl.symbol.references"],
    aliases: ["codeHotPath"],
    rung: "hotPath",
  },
  text: hotPathText,
  run: asQuery(getHotPath),
});
