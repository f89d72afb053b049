/** Action sdl.code.needWindow: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  fresh,
  identifiersToFind,
  isStale,
  listOf,
  queryAnswer,
  range,
  sliceHandle,
  symbolId,
  symbolRequest,
  symbolText,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { announceSlice } from "../slice/live-slice.js";
import { windowText } from "./code-text.js";
import { answerWindowRequest } from "./window/need-window.js";

const sliceContext = () =>
  z
    .strictObject({
      sliceHandle: sliceHandle.optional(),
      taskText: z.string().min(1).max(20_000).optional(),
      stackTrace: z.string().min(1).max(100_000).optional(),
      failingTestPath: z.string().min(1).max(4096).optional(),
      editedFiles: z.array(z.string().min(1).max(4096)).max(100).optional(),
      entrySymbols: z.array(symbolText).max(100).optional(),
    })
    .describe("The slice of your task: its handle, or its seeds");

const answerWindow = asQuery(answerWindowRequest);

/** Returns raw source, if the gate approves the request. */
export const codeNeedWindow = defineAction({
  name: "sdl.code.needWindow",
  title: "Window of raw code",
  description:
    "Raw code of a symbol, a block of it or the file around it, if the policy allows it and the request justifies it: the last step after card, skeleton and hot path.",
  input: () =>
    symbolRequest({
      reason: z
        .string()
        .min(1)
        .max(2000)
        .describe("Why you need the code; may contain AUDIT: or BREAK-GLASS: if the policy allows break-glass"),
      expectedLines: z
        .int()
        .min(1)
        .max(100_000)
        .describe("Number of lines you expect; for a fileWindow, its length in lines"),
      identifiersToFind: identifiersToFind(0).describe("Identifiers of which the code must contain at least one"),
      granularity: z
        .enum(["symbol", "block", "fileWindow"])
        .default("symbol")
        .describe("block: the innermost block around the identifiers"),
      maxTokens: z
        .int()
        .min(16)
        .max(100_000)
        .optional()
        .describe("Default: the policy's maxWindowTokens; in a text answer, of the whole text"),
      sliceContext: sliceContext().optional(),
      fresh,
    }),
  output: () =>
    z.union([
      queryAnswer({
        approved: z.literal(true),
        symbolId,
        file: z.string(),
        range: range(),
        code: z.string(),
        whyApproved: z.string(),
        estimatedTokens: z.int(),
        downgradedFrom: z
          .enum(["symbol", "block", "fileWindow"])
          .optional()
          .describe("The requested granularity, which exceeds the limits"),
        matchedIdentifiers: listOf(z.string()),
        matchedLineNumbers: listOf(z.int()),
        missingIdentifiers: listOf(z.string()),
        isStale,
      }),
      queryAnswer({
        approved: z.literal(false),
        symbolId,
        symbol: z.string().describe("path:line"),
        whyDenied: z.string(),
        suggestedNextRequest: z
          .record(z.string(), z.unknown())
          .describe("This request changed so that it can be approved; fill in `<…>`"),
        minimumRequired: z
          .int()
          .optional()
          .describe("Tokens of the smallest code, if maxTokens is lower and the policy allows them"),
        nextBestAction: z.strictObject({
          tool: z.string(),
          args: z.record(z.string(), z.unknown()),
          rationale: z.string(),
        }),
      }),
    ]),
  // Read-only: the record in the audit log is not a change of the repository.
  annotations: READS,
  examples: [
    {
      title: "The body of a function",
      args: {
        repoId: "my-app",
        symbol: "src/auth/token.ts#validateToken",
        reason: "check how the expiry of a token is compared",
        expectedLines: 20,
        identifiersToFind: ["exp"],
      },
    },
  ],
  guide: {
    tags: ["raw", "source", "body", "read", "code"],
    prerequisites: ["sdl.symbol.getCard", "sdl.code.getSkeleton"],
    fallbacks: ["sdl.code.getHotPath", "sdl.code.getSkeleton"],
    aliases: ["codeWindow"],
    rung: "raw",
  },
  text: windowText,
  run: async (context, request) => {
    const { sliceHandle: handle } = request.sliceContext ?? {};
    if (handle !== undefined) await announceSlice(context, { repoId: request.repoId, handle });
    return answerWindow(context, request);
  },
});
