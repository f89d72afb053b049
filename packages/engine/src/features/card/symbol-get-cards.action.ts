import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import {
  answerBasis,
  asOfVersion,
  card,
  confidence,
  etags,
  exactlyOne,
  fresh,
  notModified,
  repoId,
  symbolId,
  symbolRef,
} from "../../contract/schemas.js";
import { runQuery } from "../../query/run-query.js";
import { getCards } from "./cards.js";

export const symbolGetCards = defineAction({
  name: "sdl.symbol.getCards",
  title: "Get several cards",
  description: "Up to 100 cards in one call, in the order asked; failures lists what could not be resolved.",
  core: true,
  input: () =>
    z
      .strictObject({
        repoId,
        symbolIds: z.array(z.string().min(1).max(500)).min(1).max(100).optional(),
        symbolRefs: z.array(symbolRef()).min(1).max(100).optional().describe("Exactly one of symbolIds, symbolRefs"),
        knownEtags: etags.optional().describe("symbolId to etag; unchanged: notModified"),
        minCallConfidence: confidence.optional(),
        includeResolutionMetadata: z.boolean().default(false),
        asOfVersion,
        fresh,
      })
      .refine(
        (request) => exactlyOne(request, ["symbolIds", "symbolRefs"]),
        "pass exactly one of symbolIds, symbolRefs",
      ),
  output: () =>
    z.strictObject({
      cards: z.array(z.union([z.strictObject(card()), z.strictObject({ ...notModified(), symbolId })])).optional(),
      partial: z.boolean(),
      succeeded: z.array(z.string()).optional(),
      failed: z.array(z.string()).optional(),
      failures: z
        .array(
          z.strictObject({
            input: z.string(),
            classification: z.enum(["not_found", "ambiguous", "internal"]),
            fallbackTools: z.array(z.string()),
          }),
        )
        .optional(),
      ...answerBasis(),
    }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  examples: [
    {
      title: "Two cards",
      args: { repoId: "my-app", symbolRefs: [{ name: "authenticate" }, { name: "TokenExpiredError" }] },
    },
  ],
  guide: {
    tags: ["batch", "several", "signatures"],
    prerequisites: ["sdl.symbol.search"],
    nextActions: ["sdl.symbol.references", "sdl.code.getSkeleton"],
    fallbacks: ["sdl.symbol.getCard", "sdl.symbol.search"],
    rung: "card",
  },
  run: (request, context) => runQuery(context, request, (query) => getCards(query, request)),
});
