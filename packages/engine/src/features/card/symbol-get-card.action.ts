/** Action sdl.symbol.getCard: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  asOfVersion,
  card,
  cardSource,
  confidence,
  fresh,
  notModified,
  queryAnswer,
  symbolRequest,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { CARD_SOURCES } from "./card-source.js";
import { cardText } from "./card-text.js";
import { getCard } from "./cards.js";

/** Returns one symbol's signature, dependencies, users, tests and source. */
export const symbolGetCard = defineAction({
  name: "sdl.symbol.getCard",
  title: "Get a symbol's card",
  description:
    "One symbol: signature, summary, what it uses, who uses it by name, its tests, and its source, short or in full.",
  input: () =>
    symbolRequest({
      ifNoneMatch: z.string().min(1).max(200).optional().describe("Known etag; unchanged: notModified"),
      minCallConfidence: confidence.optional().describe("Leave out calls below"),
      includeResolutionMetadata: z.boolean().default(false).describe("How each call was resolved"),
      source: z.enum(CARD_SOURCES).optional().describe("Default: auto in texts, a long symbol's beginning; JSON: none"),
      asOfVersion,
      fresh,
    }),
  output: () =>
    z.union([queryAnswer({ ...card(), source: cardSource().optional() }), queryAnswer({ ...notModified() })]),
  annotations: READS,
  examples: [
    { title: "By name", args: { repoId: "my-app", symbolRef: { name: "validateToken", file: "src/auth/token.ts" } } },
    {
      title: "With how its calls were resolved",
      args: {
        repoId: "my-app",
        symbolRef: { name: "authenticate" },
        minCallConfidence: 0.8,
        includeResolutionMetadata: true,
      },
    },
  ],
  guide: {
    tags: ["signature", "summary", "what does it do", "understand"],
    prerequisites: ["sdl.symbol.search"],
    nextActions: ["sdl.symbol.references", "sdl.code.getSkeleton", "sdl.code.getHotPath"],
    fallbacks: ["sdl.symbol.search"],
    rung: "card",
  },
  text: cardText,
  run: asQuery(getCard, () => "used"),
});
