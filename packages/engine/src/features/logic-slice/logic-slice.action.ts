/** Action sdl.logic.slice: parameters, answer, examples and guide. */
import { EDGE_KINDS } from "@sdl/model";
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  answerTokens,
  confidence,
  fresh,
  listOf,
  minimumRequired,
  nextArguments,
  queryAnswer,
  symbolId,
  symbolLabel,
  symbolRequest,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { buildLogicSlice } from "./logic-slice.js";
import { logicSliceText } from "./logic-slice-text.js";

const sourced = () =>
  z.strictObject({
    ...symbolLabel(),
    endLine: z.int(),
    source: z.string().optional(),
    containedIn: symbolId.optional().describe("The entry whose source contains this one's"),
    unavailable: z.string().optional().describe("Why there is no source"),
    linesCut: z.int().optional().describe("Lines left out at the end"),
  });

/** Fields of a logic slice in answers. */
export const logicSliceFields = () => ({
  root: sourced(),
  dependencies: listOf(sourced()).describe("Breadth first"),
  edges: listOf(z.strictObject({ from: symbolId, to: symbolId, kind: z.enum(EDGE_KINDS), confidence })).describe(
    "Edges of members are attributed to their class, edges of inner functions to the outer function",
  ),
  level: z.enum(["L1", "L2", "L3", "L4"]),
  sourceWithheld: z.string().optional().describe("Why there is no source, or excerpts only"),
  truncation: z.strictObject({ truncated: z.literal(true), reason: z.literal("token_budget_exceeded") }).optional(),
});

/** Returns a symbol's source with the source of its dependencies. */
export const logicSlice = defineAction({
  name: "sdl.logic.slice",
  title: "Logic slice",
  description:
    "A symbol's source with the source of what it depends on, within a budget: L1 itself (150 lines), L2 direct dependencies, L3 all by pages, L4 all that fits.",
  input: () =>
    symbolRequest({
      detail: z
        .enum(["L1", "L2", "L3", "L4"])
        .default("L2")
        .describe(
          "L1: the symbol, 150 lines; L2: also direct dependencies; L3: all dependencies, in pages; L4: all dependencies, cut at the budget",
        ),
      budget: answerTokens.default(8_000).describe("o200k tokens of the whole answer; for L3, of each page"),
      cursor: z.string().min(1).max(200).optional().describe("Cursor of the previous page; L3 only"),
      fresh,
    }).refine(({ cursor, detail }) => cursor === undefined || detail === "L3", "cursor requires detail L3"),
  output: () =>
    queryAnswer({
      ...logicSliceFields(),
      hasMore: z.boolean().optional(),
      cursor: z.string().optional(),
      next: nextArguments(),
      estimatedTokens: z.int().describe("Of this answer, exact"),
      minimumRequired,
    }),
  annotations: READS,
  examples: [
    { title: "A function with what it calls", args: { repoId: "my-app", symbolRef: { name: "authenticate" } } },
    {
      title: "All that it needs, within 4,000 tokens",
      args: { repoId: "my-app", symbolRef: { name: "handleLogin" }, detail: "L4", budget: 4000 },
    },
  ],
  guide: {
    tags: ["source", "body", "code", "dependencies", "closure", "implementation"],
    prerequisites: ["sdl.symbol.search"],
    nextActions: ["sdl.context.forTask", "sdl.symbol.references"],
    fallbacks: ["sdl.code.getSkeleton", "sdl.symbol.getCard"],
    aliases: ["get_logic_slice"],
    rung: "raw",
  },
  text: logicSliceText,
  run: asQuery(buildLogicSlice),
});
