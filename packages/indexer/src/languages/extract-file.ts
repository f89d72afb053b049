/** Extraction of one file: bytes to facts page. Sees only this file; never throws for its content. */
import type { Language } from "@sdl/model";
import type { SecretFinder } from "@sdl/model/text";
import { Extraction } from "../extract/extraction.js";
import { findSourceSecrets } from "../extract/secrets/find-source-secrets.js";
import type { NamedSymbol } from "../extract/symbol-ids.js";
import { ERROR_KIND } from "../parse/grammar.js";
import type { ParseEngine } from "../parse/parser.js";
import { NodeFlag, type SyntaxTree } from "../parse/syntax-tree.js";
import type { LanguageExtractor } from "./extractor.js";
import { extractorFor } from "./registry.js";

/** A file's decoded source and language. */
export interface SourceFile {
  readonly language: Language;
  readonly text: string;
  readonly generated: boolean;
  /** Key under which the parser keeps the file's tree for its next text; if absent, no tree is kept. Does not affect facts. */
  readonly treeKey?: string | undefined;
}

/** Result of {@link extractFile}. */
export interface ExtractedFile {
  /** The packed facts page. */
  readonly page: Uint8Array;
  /** The page's symbols by ordinal, so that computing their ids does not require reading the page. */
  readonly symbols: readonly NamedSymbol[];
}

/** Extracts a file's facts. @returns the packed facts page */
export function extractFacts(engine: ParseEngine, file: SourceFile, masker: SecretFinder): Uint8Array {
  return extractFile(engine, file, masker).page;
}

/** Extracts a file's facts page and its symbols. */
export function extractFile(engine: ParseEngine, file: SourceFile, masker: SecretFinder): ExtractedFile {
  const extractor = extractorFor(file.language);
  const { tree, errors } = parseReadable(engine, file, extractor);
  const secrets = findSourceSecrets(tree, masker);
  const masked = secrets.length === 0 ? tree : tree.withSource(masker.fill(tree.source, secrets));
  const extraction = new Extraction(masked, file.language, tree);
  extraction.addSecrets(secrets);
  extractor.extract(extraction);
  const symbols = extraction.namedSymbols();
  const page = extraction.finish(extractor.sharedKinds(tree.grammar), { errors, generated: file.generated });
  return { page, symbols };
}

/** Parses a source as extraction does, blanking included. @returns tree valid until the engine's next parse */
export function parseSource(engine: ParseEngine, file: SourceFile): SyntaxTree {
  return parseReadable(engine, file, extractorFor(file.language)).tree;
}

/**
 * The tree with the fewest errors, of the plain source and of the source with unreadable text blanked. The likelier one
 * is parsed first; the order does not affect the result, since the blanked one wins ties.
 */
function parseReadable(engine: ParseEngine, file: SourceFile, extractor: LanguageExtractor): ParsedFile {
  const { text } = file;
  const parse = (source: string): ParsedFile => parseCounted(engine, file, source);
  const isExpected = extractor.isUnreadable?.(text, file.language) === true;
  const plain = isExpected ? undefined : parse(text);
  if (plain?.errors === 0) return plain;
  const blanked = extractor.blank?.(text);
  if (blanked === undefined) return plain ?? parse(text);
  const readable = parse(blanked);
  if (readable.errors === 0) return readable;
  if (plain !== undefined) return readable.errors <= plain.errors ? readable : parse(text);
  const again = parse(text);
  return again.errors < readable.errors ? again : parse(blanked);
}

interface ParsedFile {
  /** Valid until the engine's next parse. */
  readonly tree: SyntaxTree;
  readonly errors: number;
}

/** @param source the file's text, plain or blanked: a separate tree is kept for each */
function parseCounted(engine: ParseEngine, { language, text, treeKey }: SourceFile, source: string): ParsedFile {
  const key = treeKey === undefined ? undefined : `${source === text ? "plain" : "blanked"} ${treeKey}`;
  const tree = engine.parse(language, source, { shown: text, key });
  return { tree, errors: countErrors(tree) };
}

/** Counts ERROR and missing nodes. */
export function countErrors(tree: SyntaxTree): number {
  let errors = 0;
  for (let node = 0; node < tree.count; node++) {
    if (tree.kind[node] === ERROR_KIND || ((tree.flags[node] ?? 0) & NodeFlag.Missing) !== 0) errors++;
  }
  return errors;
}
