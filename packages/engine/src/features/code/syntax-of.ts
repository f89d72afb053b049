/** A symbol or a file as syntax: its text as it is now, the stretch that it takes, and the tree of that. */
import { parseExcerpt, type SyntaxTree } from "@sdl/indexer";
import { type Language, type Range, SdlError, type SymbolHandle } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { loadParser, type SourceFile, type SourceReader } from "@sdl/repository/source";

/** A stretch of whole lines, but for what stands in front of it on its first line. */
export interface Stretch {
  readonly source: SourceFile;
  readonly language: Language;
  readonly range: Range;
  /** Offsets, half-open. */
  readonly from: number;
  readonly to: number;
  readonly isMember: boolean;
}

export interface ParsedStretch extends Stretch {
  /** Valid until the next parse: used before anything is awaited. */
  readonly tree: SyntaxTree;
}

/** @throws {SdlError} as the reader; `file_not_indexed` for what has no syntax */
export async function symbolStretch(
  sources: SourceReader,
  graph: { symbol(handle: SymbolHandle): SymbolRecord },
  handle: SymbolHandle,
): Promise<Stretch> {
  const { symbol, source } = await sources.locate(handle);
  const container = symbol.container === undefined ? undefined : graph.symbol(symbol.container);
  const range = container === undefined ? source.range : symbol.range;
  const [from, to] = source.offsetsOf(range);
  return { source, language: languageOf(source), range, from, to, isMember: container?.kind === "class" };
}

/** @throws {SdlError} as the reader; `file_not_indexed` for what has no syntax */
export async function fileStretch(sources: SourceReader, file: string): Promise<Stretch> {
  const source = await sources.read(file);
  return {
    source,
    language: languageOf(source),
    range: source.range,
    from: 0,
    to: source.length,
    isMember: false,
  };
}

export async function parseStretch(stretch: Stretch): Promise<ParsedStretch> {
  const { source, language, from, to, isMember } = stretch;
  const parser = await loadParser([language]);
  const tree = parseExcerpt(parser, { language, text: source.unmasked, from, to, isMember });
  return { ...stretch, tree };
}

function languageOf({ file, language }: SourceFile): Language {
  if (language !== undefined) return language;
  throw new SdlError(
    "file_not_indexed",
    `${file} is no source file of an indexed language; read it with your own tools`,
  );
}
