/** Parameters of sdl.slice.build. Handles of a team's servers state them too, and are parsed by the same schema. */
import { z } from "zod";
import {
  answerTokens,
  asOfVersion,
  confidence,
  DETAIL_LEVELS,
  etags,
  fresh,
  repoId,
  sliceHandle,
  symbolText,
} from "../../contract/schemas.js";

const file = z.string().min(1).max(4096);

/** All parameters, without the rules on several of them. */
export const sliceParameters = () =>
  z.strictObject({
    repoId,
    taskText: z.string().min(1).max(20_000).optional().describe("Description of the task"),
    entrySymbols: z.array(symbolText).min(1).max(100).optional().describe("path:line, path#name or names"),
    editedFiles: z
      .array(file)
      .min(1)
      .max(100)
      .optional()
      .describe("Files edited: seeds are their symbols, then callers"),
    stackTrace: z
      .string()
      .min(1)
      .max(200_000)
      .optional()
      .describe("As printed; frames of installed and bundled code are matched by module and name, with a note"),
    failingTestPath: file.optional(),
    cursor: sliceHandle
      .optional()
      .describe("Instead of seeds: a slice's handle, to continue with the candidates that it left out"),
    budget: z
      .strictObject({
        maxCards: z.int().min(1).max(500).default(30),
        maxEstimatedTokens: answerTokens.default(4000),
      })
      .prefault({})
      .describe("Covers the whole answer, in o200k tokens"),
    minConfidence: confidence.default(0.5).describe("Edges with a lower confidence are not followed"),
    minCallConfidence: confidence.optional().describe("minConfidence for calls only"),
    ifNoneMatch: z.string().min(1).max(200).optional().describe("Known sliceHash; if equal: notModified"),
    knownCardEtags: etags.optional().describe("Symbol to etag; unchanged cards are sent as references"),
    cardDetail: z.enum(DETAIL_LEVELS).optional().describe("Detail of all cards; default: by distance"),
    adaptiveDetail: z.boolean().optional().describe("cardDetail is the maximum"),
    wireFormat: z.enum(["standard", "compact"]).optional().describe("JSON format; default standard"),
    wireFormatVersion: z.literal([1, 2, 3]).optional().describe("Default 2"),
    includeResolutionMetadata: z.boolean().default(false),
    includeRetrievalEvidence: z.boolean().default(false),
    source: z.enum(["none", "auto", "full"]).optional().describe("Default: auto in texts; JSON: none"),
    explain: z.boolean().default(false).describe("State why each card is included"),
    includeMemories: z.boolean().default(true),
    memoryLimit: z.int().min(0).max(20).default(5),
    feedback: z.enum(["on", "off"]).default("on"),
    asOfVersion,
    fresh,
  });
