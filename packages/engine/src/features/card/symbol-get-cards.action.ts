/** Action sdl.symbol.getCards: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  asOfVersion,
  card,
  confidence,
  etags,
  fresh,
  listOf,
  notModified,
  oneOf,
  queryAnswer,
  repoId,
  symbolId,
  symbolRef,
  symbolText,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { cardsText } from "./card-text.js";
import { getCards } from "./cards.js";

/** Returns up to 100 cards; unresolved symbols are listed as failures. */
export const symbolGetCards = defineAction({
  name: "sdl.symbol.getCards",
  title: "Get several cards",
  description: "Up to 100 cards in one call, in the order asked; failures lists what could not be resolved.",
  input: () =>
    oneOf(
      {
        repoId,
        symbolIds: z.array(symbolText).min(1).max(100).optional().describe("Each as path:line, path#name or a name"),
        symbolRefs: z.array(symbolRef()).min(1).max(100).optional().describe("Exactly one of symbolIds, symbolRefs"),
        knownEtags: etags.optional().describe("Symbol to etag; unchanged: notModified"),
        minCallConfidence: confidence.optional(),
        includeResolutionMetadata: z.boolean().default(false),
        asOfVersion,
        fresh,
      },
      ["symbolIds", "symbolRefs"],
    ),
  output: () =>
    queryAnswer({
      cards: listOf(z.union([z.strictObject(card()), z.strictObject({ ...notModified(), symbolId })])),
      partial: z.boolean(),
      succeeded: listOf(z.string()),
      failed: listOf(z.string()),
      failures: listOf(
        z.strictObject({
          input: z.string(),
          classification: z.enum(["not_found", "ambiguous", "internal"]),
          fallbackTools: z.array(z.string()),
        }),
      ),
    }),
  annotations: READS,
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
  text: cardsText,
  run: asQuery(getCards, () => "used"),
});
