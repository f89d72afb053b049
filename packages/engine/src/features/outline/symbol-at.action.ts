/** Action sdl.symbol.at: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { fresh, line, listOf, queryAnswer, range, repoId, symbolLabel } from "../../contract/schemas.js";
import { resolveIndexedFile } from "../../query/repository-path.js";
import { runQuery } from "../../query/run-query.js";
import { findSymbolAt } from "./outline.js";
import { symbolAtText } from "./outline-text.js";

/** Finds the innermost symbol at a line or column. */
export const symbolAt = defineAction({
  name: "sdl.symbol.at",
  title: "Symbol at a place",
  description: "The innermost symbol at a line (and column) of a file, with its containers, innermost first.",
  input: () =>
    z.strictObject({
      repoId,
      file: z.string().min(1).max(4096).describe("Its path"),
      line: line.describe("From 1"),
      col: z.int().min(0).max(100_000_000).optional().describe("From 0, UTF-16 units; default: anywhere on the line"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      symbol: z.strictObject({ ...symbolLabel(), range: range() }),
      containers: listOf(z.strictObject(symbolLabel())),
    }),
  annotations: READS,
  examples: [{ title: "What is at line 12?", args: { repoId: "my-app", file: "src/auth/token.ts", line: 12 } }],
  guide: {
    tags: ["line", "position", "cursor", "enclosing"],
    prerequisites: ["sdl.index.refresh"],
    nextActions: ["sdl.symbol.getCard"],
    fallbacks: ["sdl.file.outline"],
  },
  text: symbolAtText,
  run: (context, request) =>
    runQuery(context, request, (query) =>
      findSymbolAt(query.graph, resolveIndexedFile(query.graph, query, request.file), request),
    ),
});
