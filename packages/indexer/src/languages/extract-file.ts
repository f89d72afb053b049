/**
 * One file's bytes to its facts page. Sees one file and no other; never throws for what the source holds.
 */
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

export interface SourceFile {
  readonly language: Language;
  readonly text: string;
  readonly generated: boolean;
  /** Under what its trees are kept for its next text; they are not when absent. Changes no fact. */
  readonly treeKey?: string | undefined;
}

export interface ExtractedFile {
  /** The packed facts page. */
  readonly page: Uint8Array;
  /** The page's symbols by ordinal: whoever needs their ids need not read the page. */
  readonly symbols: readonly NamedSymbol[];
}

/** @returns the packed facts page */
export function extractFacts(engine: ParseEngine, file: SourceFile, masker: SecretFinder): Uint8Array {
  return extractFile(engine, file, masker).page;
}

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

/** A source's tree as extraction reads it. @returns valid until the engine's next parse */
export function parseSource(engine: ParseEngine, file: SourceFile): SyntaxTree {
  return parseReadable(engine, file, extractorFor(file.language)).tree;
}

/**
 * The tree with the fewest errors, of the source as it is and of the source with what the grammar cannot read blanked. The tree that
 * is asked for first is the likelier one; which one that is changes no result but for ties, where the blanked one wins.
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

/** @param source the file's text, blanked or not: the two keep trees of their own */
function parseCounted(engine: ParseEngine, { language, text, treeKey }: SourceFile, source: string): ParsedFile {
  const key = treeKey === undefined ? undefined : `${source === text ? "plain" : "blanked"} ${treeKey}`;
  const tree = engine.parse(language, source, { shown: text, key });
  return { tree, errors: countErrors(tree) };
}

/** ERROR and missing nodes of a tree. */
export function countErrors(tree: SyntaxTree): number {
  let errors = 0;
  for (let node = 0; node < tree.count; node++) {
    if (tree.kind[node] === ERROR_KIND || ((tree.flags[node] ?? 0) & NodeFlag.Missing) !== 0) errors++;
  }
  return errors;
}
