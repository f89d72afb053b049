/** Action sdl.symbol.search: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  asOfVersion,
  fresh,
  kind,
  listOf,
  queryAnswer,
  repoId,
  retrievalEvidence,
  symbolLabel,
  symbolWording,
} from "../../contract/schemas.js";
import { runQuery } from "../../query/run-query.js";
import { loadSettings } from "../../registry/settings.js";
import { searchRepository } from "./search.js";
import { searchEverywhere } from "./search-everywhere.js";
import { searchText } from "./search-text.js";

/** Finds symbols by name or by words, best first. */
export const symbolSearch = defineAction({
  name: "sdl.symbol.search",
  title: "Search symbols",
  description:
    "Find symbols by name, parts of a name, words of their docs, or what you have in hand: an error message, option, environment variable, route or test title. Best first, with location and signature.",
  input: () =>
    z.strictObject({
      repoId,
      query: z.string().min(1).max(2000),
      kinds: z.array(kind).min(1).optional().describe("Only these kinds"),
      limit: z.int().min(1).max(1000).default(50),
      semantic: z.boolean().default(false).describe("Also use vectors and commit history, if available"),
      includeRetrievalEvidence: z.boolean().default(false),
      asOfVersion,
      fresh,
    }),
  output: () =>
    queryAnswer({
      results: listOf(
        z.strictObject({
          ...symbolLabel(),
          repoId: z.string().optional().describe("Only if the call names no repository of several"),
          score: z.number().describe("Probability of a match, 0..1"),
          ...symbolWording(),
        }),
      ),
      packages: listOf(
        z.strictObject({
          repoId: z.string(),
          name: z.string(),
          role: z.enum(["provides", "uses"]),
          file: z.string().describe("The manifest that says so"),
        }),
      ).describe(
        "Only if the call names no repository of several: who provides the package of that name, then who depends on it",
      ),
      noGoodMatch: z.literal(true).optional().describe("Nothing matches well; these are the nearest"),
      retrievalMode: z.enum(["hybrid", "legacy"]),
      retrievalEvidence: retrievalEvidence().optional(),
      truncation: z.strictObject({ truncated: z.literal(true), howToResume: z.string() }).optional(),
    }),
  annotations: READS,
  examples: [
    { title: "By name", args: { repoId: "my-app", query: "validateToken", limit: 20 } },
    {
      title: "By words, functions only",
      args: { repoId: "my-app", query: "expired bearer token", kinds: ["function", "method"] },
    },
  ],
  guide: {
    tags: ["find", "name", "lookup", "where is"],
    prerequisites: ["sdl.index.refresh"],
    nextActions: ["sdl.symbol.getCard", "sdl.symbol.getCards", "sdl.slice.build"],
    fallbacks: ["sdl.slice.build", "sdl.file.outline"],
  },
  text: searchText,
  run: (context, request) => {
    const search = context.engine.searchOf(request.repoId);
    if (search !== undefined) return searchEverywhere(context.engine, search, { ...request, isWorded: false });
    return runQuery(context, request, (query) =>
      searchRepository(
        query,
        { ...request, isWorded: context.text !== undefined },
        {
          mode: () => loadSettings(context.engine.home).settings["semantic.retrieval.mode"],
          embedder: context.engine.queryEmbedder,
        },
      ),
    );
  },
});
