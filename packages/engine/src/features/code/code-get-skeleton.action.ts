/** Action sdl.code.getSkeleton: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  fresh,
  identifiersToFind,
  isStale,
  nextArguments,
  oneOf,
  queryAnswer,
  range,
  repoId,
  SYMBOL_NAMES,
  symbolNames,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { skeletonText } from "./code-text.js";
import { getSkeleton } from "./skeleton.js";

/** Returns a symbol or file with its statements left out. */
export const codeGetSkeleton = defineAction({
  name: "sdl.code.getSkeleton",
  title: "Skeleton of a symbol or file",
  description:
    "Signatures, members, docs' first lines and control flow of a symbol or file; other statements become /* … */ (Python: ...). Pass symbol or file.",
  input: () =>
    oneOf(
      {
        repoId,
        ...symbolNames(),
        file: z.string().min(1).max(4096).optional().describe("Its path, instead of a symbol"),
        exportedOnly: z.boolean().default(false).describe("Of a file, only what it exports"),
        maxLines: z.int().min(1).max(10_000).optional().describe("Of a page; default: no limit but maxTokens"),
        maxTokens: z
          .int()
          .min(16)
          .max(50_000)
          .default(2000)
          .describe("Exact o200k tokens: of a page; in a text answer, of the whole text"),
        identifiersToFind: identifiersToFind(0).optional().describe("Keep statements that mention one of these"),
        skeletonOffset: z.int().min(0).default(0).describe("truncation.nextOffset of the previous page"),
        fresh,
      },
      [...SYMBOL_NAMES, "file"],
    ),
  output: () =>
    queryAnswer({
      skeleton: z.string(),
      file: z.string(),
      range: range(),
      estimatedTokens: z.int(),
      originalLines: z.int().describe("Lines of the range in the source"),
      truncated: z.boolean(),
      truncation: z
        .strictObject({
          truncated: z.literal(true),
          droppedLines: z.int(),
          nextOffset: z.int(),
          howToResume: z.string(),
        })
        .optional(),
      next: nextArguments(),
      minimumRequired: z.int().optional().describe("Tokens of the smallest page as text, if maxTokens is lower"),
      isStale,
    }),
  annotations: READS,
  examples: [
    { title: "Of a file's exports", args: { repoId: "my-app", file: "src/auth/token.ts", exportedOnly: true } },
    {
      title: "Keeping what mentions a name",
      args: { repoId: "my-app", file: "src/users/store.ts", identifiersToFind: ["getUserById"], maxTokens: 500 },
    },
  ],
  guide: {
    tags: ["outline", "structure", "signatures", "overview", "code"],
    prerequisites: ["a symbol of sdl.symbol.search, or a file of the repository"],
    nextActions: ["sdl.code.getHotPath", "sdl.code.needWindow"],
    fallbacks: ["sdl.file.outline", "sdl.symbol.getCard"],
    aliases: ["codeSkeleton"],
    rung: "skeleton",
  },
  text: skeletonText,
  run: asQuery(getSkeleton),
});
