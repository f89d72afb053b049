/** Action sdl.graph.path: parameters, answer, examples and guide. */
import { EDGE_KINDS } from "@sdl/model";
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  confidence,
  fresh,
  listOf,
  queryAnswer,
  repoId,
  site,
  symbolLabel,
  symbolRef,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { findPaths } from "./find-paths.js";
import { pathsText } from "./paths-text.js";

/** Finds up to three best paths between two symbols. */
export const graphPath = defineAction({
  name: "sdl.graph.path",
  title: "Paths between two symbols",
  description:
    "Paths from one symbol to another: up to three best paths along calls, imports and other edges, with the location of each step.",
  input: () =>
    z.strictObject({
      repoId,
      from: symbolRef().describe("path:line, path#name or a name"),
      to: symbolRef().describe("path:line, path#name or a name"),
      maxHops: z.int().min(1).max(10).default(6).describe("Maximum number of edges on a path"),
      kinds: z.array(z.enum(EDGE_KINDS)).min(1).optional().describe("Only along these edges; default: all"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      direction: z.enum(["forward", "backward", "none"]).describe("backward: the paths lead from `to` to `from`"),
      paths: listOf(
        z.strictObject({
          score: z.number().describe("Product of weight × confidence over the edges"),
          symbols: z.array(z.strictObject(symbolLabel())),
          edges: z.array(
            z.strictObject({
              kind: z.enum(EDGE_KINDS),
              weight: z.number(),
              confidence,
              resolverId: z.string(),
              site: site().optional(),
            }),
          ),
        }),
      ),
      hint: z.string().optional(),
    }),
  annotations: READS,
  examples: [
    {
      title: "How does a login reach the decoder?",
      args: { repoId: "my-app", from: { name: "handleLogin" }, to: { name: "decode" } },
    },
  ],
  guide: {
    tags: ["path", "connection", "how does it reach", "call chain"],
    prerequisites: ["sdl.symbol.search"],
    nextActions: ["sdl.symbol.getCards"],
    fallbacks: ["sdl.symbol.references"],
  },
  text: pathsText,
  run: asQuery(findPaths),
});
