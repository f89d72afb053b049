/** Action sdl.symbol.references: parameters, answer, examples and guide. */
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

/** Lists users of a symbol, or what it uses, by direction. */
export const symbolReferences = defineAction({
  name: "sdl.symbol.references",
  title: "Find references",
  description:
    "Symbols that call, use, implement or test a symbol, or that it calls or extends, with the location of each reference.",
  input: () =>
    symbolRequest({
      direction: z
        .enum(DIRECTIONS)
        .default("references")
        .describe(
          "references: every use, of a file's module those of its symbols by other files; implementations, supertypes: also of members; tests: that call or name it",
        ),
      depth: z.int().min(1).max(5).default(1).describe("Maximum number of edges from the symbol"),
      minConfidence: confidence.optional().describe("Leave out edges with a lower confidence (tests: proximity)"),
      cursor: z.string().min(1).max(200).optional().describe("Cursor of the previous page"),
      limit: z.int().min(1).max(500).default(50),
      asOfVersion,
      fresh,
    }),
  output: () =>
    queryAnswer({
      symbol: z.strictObject(symbolLabel()),
      direction: z.enum(DIRECTIONS),
      total: z.int().describe("Total number of items over all pages"),
      items: listOf(
        z.strictObject({
          ...symbolLabel(),
          confidence: z
            .number()
            .describe("Product of the edges' confidences along the most confident of the shortest paths"),
          depth: z.int(),
          sites: listOf(site()).describe("Locations of the reference between this symbol and the next one on the path"),
          moreSites: z.int().optional().describe("Number of sites not listed"),
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
      title: "All uses with a high confidence",
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
