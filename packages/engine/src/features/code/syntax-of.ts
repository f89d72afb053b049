/** Syntax trees of a symbol or a file: current text, range, tree. */
import { parseExcerpt, type SyntaxTree } from "@sdl/indexer";
import { type Language, type Range, SdlError, type SymbolHandle } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { loadParser, type SourceFile, type SourceReader } from "@sdl/repository/source";

/** A range of whole lines, except for text before the symbol on its first line. */
export interface SourceSection {
  readonly source: SourceFile;
  readonly language: Language;
  readonly range: Range;
  /** Offsets in UTF-16 units, half-open. */
  readonly from: number;
  readonly to: number;
  readonly isMember: boolean;
}

/** A source section with its syntax tree, which only a callback of {@link parseSection} sees. */
export interface ParsedSection extends SourceSection {
  readonly tree: SyntaxTree;
}

/** @throws {SdlError} any error of `SourceReader`; `file_not_indexed` if the file's language has no grammar */
export async function symbolSection(
  sources: SourceReader,
  graph: { symbol(handle: SymbolHandle): SymbolRecord },
  handle: SymbolHandle,
): Promise<SourceSection> {
  const { symbol, source } = await sources.locate(handle);
  const container = symbol.container === undefined ? undefined : graph.symbol(symbol.container);
  const range = container === undefined ? source.range : symbol.range;
  const [from, to] = source.offsetsOf(range);
  return { source, language: requireLanguage(source), range, from, to, isMember: container?.kind === "class" };
}

/** @throws {SdlError} any error of `SourceReader`; `file_not_indexed` if the file's language has no grammar */
export async function fileSection(sources: SourceReader, file: string): Promise<SourceSection> {
  const source = await sources.read(file);
  return {
    source,
    language: requireLanguage(source),
    range: source.range,
    from: 0,
    to: source.length,
    isMember: false,
  };
}

/**
 * Parses the current text of a section.
 * @param use reads the tree in the turn that parsed it: the next parse, perhaps of another request, overwrites the tree.
 * It must neither be asynchronous nor keep the tree
 */
export async function parseSection<Result>(
  section: SourceSection,
  use: (parsed: ParsedSection) => Result,
): Promise<Result> {
  const { source, language, from, to, isMember } = section;
  const parser = await loadParser([language]);
  const tree = parseExcerpt(parser, { language, text: source.unmasked, from, to, isMember });
  return use({ ...section, tree });
}

function requireLanguage({ file, language }: SourceFile): Language {
  if (language !== undefined) return language;
  throw new SdlError(
    "file_not_indexed",
    `${file} is not a source file of an indexed language; read it with your own tools`,
  );
}
