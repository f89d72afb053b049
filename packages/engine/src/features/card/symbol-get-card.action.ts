import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  asOfVersion,
  card,
  confidence,
  coreSymbolRequest,
  fresh,
  notModified,
  queryAnswer,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { plainText } from "../../text/plain-text.js";
import { getCard } from "./cards.js";

export const symbolGetCard = defineAction({
  name: "sdl.symbol.getCard",
  title: "Get a symbol's card",
  description:
    "One symbol's card: signature, summary, dependencies, metrics; 50 to 150 tokens instead of its file. Pass symbolId or symbolRef.",
  core: true,
  input: () =>
    coreSymbolRequest({
      ifNoneMatch: z.string().min(1).max(200).optional().describe("Known etag; unchanged: notModified"),
      minCallConfidence: confidence.optional().describe("Leave out calls below"),
      includeResolutionMetadata: z.boolean().default(false).describe("How each call was resolved"),
      asOfVersion,
      fresh,
    }),
  output: () => z.union([queryAnswer({ ...card() }), queryAnswer({ ...notModified() })]),
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
  text: plainText,
  run: asQuery(getCard, () => "used"),
});
