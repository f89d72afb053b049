/** Reads the first source lines of a picture's symbols: masked, and in the form that the policy allows. */
import type { SymbolHandle } from "@sdl/model";
import type { PictureSource } from "@sdl/model/graph";
import { lineCount, type SourceLines } from "@sdl/slice";
import { readOwnLines } from "../../query/own-lines.js";
import type { Query } from "../../query/run-query.js";
import type { AllowedSource } from "../../query/source-in-answers.js";

/** Maximum symbols with source; with all sources, a page would be as large as the repository. */
const MOST_SOURCES = 400;
const LINES = 24;
/** Maximum lines of an excerpt, if the policy does not allow bodies. */
const LINES_OF_EXCERPT = 16;
const COLUMNS = 160;

/** @param symbols the most important first */
export async function readSourceOfDrawnSymbols(
  query: Query,
  symbols: readonly SymbolHandle[],
  { form }: AllowedSource,
): Promise<ReadonlyMap<SymbolHandle, PictureSource>> {
  if (form === "none") return new Map();
  const withCode = symbols.filter((symbol) => query.graph.kindOf(symbol) !== "module").slice(0, MOST_SOURCES);
  const lines = await readOwnLines(query, withCode);
  const sources = new Map<SymbolHandle, PictureSource>();
  for (const [symbol, blocks] of lines) {
    const isWhole = lineCount(blocks) <= LINES;
    if (blocks.length === 0 || (form === "excerpts" && isWhole)) continue;
    sources.set(symbol, cutExcerpt(blocks, form === "excerpts" ? LINES_OF_EXCERPT : LINES));
  }
  return sources;
}

function cutExcerpt(blocks: SourceLines, most: number): PictureSource {
  const [first] = blocks;
  // Shows only the first block, because the page numbers lines consecutively; later blocks follow after members that are left out.
  const lines = (first?.text ?? "").split("\n");
  const shown = lines.slice(0, most).map((line) => (line.length > COLUMNS ? `${line.slice(0, COLUMNS)}…` : line));
  const isCut = blocks.length > 1 || lines.length > most;
  return { startLine: first?.startLine ?? 1, text: shown.join("\n"), ...(isCut ? { isCut: true } : {}) };
}
