/** Action sdl.file.outline: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { asOfVersion, fresh, kind, listOf, queryAnswer, repoId, symbolId } from "../../contract/schemas.js";
import { resolveIndexedFile } from "../../query/repository-path.js";
import { runQuery } from "../../query/run-query.js";
import { buildOutline } from "./outline.js";
import { outlineText } from "./outline-text.js";

function treeOfSymbols() {
  const node = z.strictObject({
    symbolId,
    name: z.string(),
    kind,
    line: z.int(),
    endLine: z.int(),
    exported: z.boolean(),
    signature: z.string().optional().describe("Only in text answers"),
    get children() {
      return listOf(node);
    },
  });
  return z.array(node);
}

/** Returns the tree of a file's symbols. */
export const fileOutline = defineAction({
  name: "sdl.file.outline",
  title: "Outline of a file",
  description: "A file's symbols as a tree with ids, kinds and lines.",
  input: () =>
    z.strictObject({
      repoId,
      file: z.string().min(1).max(4096).describe("Its path"),
      asOfVersion,
      fresh,
    }),
  output: () =>
    queryAnswer({
      file: z.string(),
      symbolId: symbolId.describe("The module symbol: the file's top-level code"),
      symbolCount: z.int(),
      symbols: treeOfSymbols().optional(),
    }),
  annotations: READS,
  examples: [{ title: "What is in a file?", args: { repoId: "my-app", file: "src/auth/token.ts" } }],
  guide: {
    tags: ["file", "structure", "contents", "symbols of a file"],
    prerequisites: ["sdl.index.refresh"],
    nextActions: ["sdl.symbol.getCards", "sdl.code.getSkeleton"],
    fallbacks: ["sdl.repo.overview"],
  },
  text: outlineText,
  run: (context, request) =>
    runQuery(context, request, (query) =>
      buildOutline(query.graph, resolveIndexedFile(query.graph, query, request.file), context.text !== undefined),
    ),
});
