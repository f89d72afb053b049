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

export const codeGetHotPath = defineAction({
  name: "sdl.code.getHotPath",
  title: "Lines of a symbol around identifiers",
  description:
    "The lines of a symbol on which identifiers stand, with lines around them, numbered. Identifiers are matched as syntax, not as text.",
  input: () =>
    symbolRequest({
      identifiersToFind: identifiersToFind(1).describe("Names, or Class.method where it is taken from one"),
      maxLines: z.int().min(1).max(10_000).optional().describe("Of the excerpt; context goes before matches do"),
      maxTokens: z
        .int()
        .min(16)
        .max(50_000)
        .default(1000)
        .describe("Of the excerpt, exact (o200k); of a text all that is sent"),
      contextLines: z.int().min(0).max(50).default(3).describe("Around each match"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      excerpt: z
        .string()
        .describe("`12| code`; `…` where lines are left out; empty when nothing matched or not even one match fits"),
      file: z.string(),
      range: range().describe("Of the symbol"),
      estimatedTokens: z.int(),
      matchedIdentifiers: listOf(z.string()),
      matchedLineNumbers: listOf(z.int()).describe("Also of matches that the limits left out"),
      missingIdentifiers: listOf(z.string()).describe("Asked for, and not in the symbol"),
      truncated: z.boolean(),
      minimumRequired: z.int().optional().describe("maxTokens is below what the line of the first match takes"),
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
