import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  asOfVersion,
  confidence,
  fresh,
  listOf,
  nextArguments,
  queryAnswer,
  site,
  symbolLabel,
  symbolRequest,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { DIRECTIONS } from "./directions.js";
import { findReferences } from "./find-references.js";
import { referencesText } from "./references-text.js";

export const symbolReferences = defineAction({
  name: "sdl.symbol.references",
  title: "Find references",
  description: "Who calls, uses, implements or tests a symbol, or what it calls and extends, with the place of each.",
  input: () =>
    symbolRequest({
      direction: z
        .enum(DIRECTIONS)
        .default("references")
        .describe("references: every use; implementations, supertypes: also of members; tests: at any distance"),
      depth: z.int().min(1).max(5).default(1).describe("Steps"),
      minConfidence: confidence.optional().describe("Leave out edges (tests: proximity) below"),
      cursor: z.string().min(1).max(200).optional().describe("Of the page before"),
      limit: z.int().min(1).max(500).default(50),
      asOfVersion,
      fresh,
    }),
  output: () =>
    queryAnswer({
      symbol: z.strictObject(symbolLabel()),
      direction: z.enum(DIRECTIONS),
      total: z.int().describe("Items of all pages"),
      items: listOf(
        z.strictObject({
          ...symbolLabel(),
          confidence: z.number().describe("Of the surest shortest way: the product of its edges"),
          depth: z.int(),
          sites: listOf(site()).describe("Where the farther refers to the nearer symbol, or the other way round"),
          moreSites: z.int().optional().describe("Places not listed"),
        }),
      ),
      cursor: z.string().optional(),
      next: nextArguments(),
      hasMore: z.boolean(),
    }),
  annotations: READS,
  examples: [
    {
      title: "Who calls it, and who calls those?",
      args: { repoId: "my-app", symbolRef: { name: "validateToken" }, direction: "callers", depth: 2 },
    },
    {
      title: "Every use, sure ones only",
      args: { repoId: "my-app", symbolRef: { name: "Token" }, direction: "references", minConfidence: 0.8 },
    },
  ],
  guide: {
    tags: ["callers", "callees", "who calls", "usages", "implementations", "tests", "impact"],
    prerequisites: ["sdl.symbol.search"],
    nextActions: ["sdl.symbol.getCards", "sdl.graph.path"],
    fallbacks: ["sdl.symbol.search", "sdl.slice.build"],
  },
  text: referencesText,
  run: asQuery(findReferences, ({ direction }) => (direction === "tests" ? "needed" : undefined)),
});
