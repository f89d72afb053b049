/** Extraction of one file: bytes to facts page. Sees only this file; never throws for its content. */
import type { Language } from "@sdl/model";
import type { GrammarLanguage } from "@sdl/model/facts";
import { componentName } from "@sdl/model/paths";
import type { SecretFinder } from "@sdl/model/text";
import { Extraction } from "../extract/extraction.js";
import { CellLineTable } from "../extract/line-table.js";
import { findSourceSecrets } from "../extract/secrets/find-source-secrets.js";
import type { NamedSymbol } from "../extract/symbol-ids.js";
import { ERROR_KIND } from "../parse/grammar.js";
import type { ParseEngine } from "../parse/parser.js";
import { NodeFlag, type SyntaxTree } from "../parse/syntax-tree.js";
import { type ContainerSource, containerReader } from "./containers/index.js";
import type { LanguageExtractor } from "./extractor.js";
import { extractorFor } from "./registry.js";

/** A file's decoded source and language. */
export interface SourceFile {
  readonly language: Language;
  /** Repository-relative. Facts depend on the name of a component file only, which is its component's. */
  readonly path?: string | undefined;
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
  const { tree, errors, language, component } = parseReadable(engine, file, extractor);
  const secrets = findSourceSecrets(tree, masker);
  const masked = secrets.length === 0 ? tree : tree.withSource(masker.fill(tree.source, secrets));
  const lines = file.language === "notebook" ? new CellLineTable(tree.source) : undefined;
  const extraction = new Extraction(masked, language, tree, lines);
  extraction.addSecrets(secrets);
  const name = componentName(file.language, file.path ?? "");
  extractor.extract(extraction, component === undefined || name === "" ? undefined : { ...component, name });
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
 * is parsed first; the order does not affect the result, since the blanked one wins ties. Of a container, the plain
 * source is what a parser can read.
 */
function parseReadable(engine: ParseEngine, file: SourceFile, extractor: LanguageExtractor): ReadFile {
  const inner = containerReader(file.language)?.(file.text);
  const plainText = inner?.text ?? file.text;
  const language = inner?.language ?? (file.language as GrammarLanguage);
  const whole = { language, component: inner?.component };
  const parse = (source: string): ReadFile => ({ ...whole, ...parseCounted(engine, { ...file, language }, source) });
  const isExpected = extractor.isUnreadable?.(plainText, language) === true;
  const plain = isExpected ? undefined : parse(plainText);
  if (plain?.errors === 0) return plain;
  const blanked = extractor.blank?.(plainText);
  if (blanked === undefined) return plain ?? parse(plainText);
  const readable = parse(blanked);
  if (readable.errors === 0) return readable;
  if (plain !== undefined) return readable.errors <= plain.errors ? readable : parse(plainText);
  const again = parse(plainText);
  return again.errors < readable.errors ? again : parse(blanked);
}

interface ParsedFile {
  /** Valid until the engine's next parse. */
  readonly tree: SyntaxTree;
  readonly errors: number;
}

interface ReadFile extends ParsedFile, Pick<ContainerSource, "language" | "component"> {}

/** @param source the file's text, plain or blanked: a separate tree is kept for each */
function parseCounted(
  engine: ParseEngine,
  { language, text, treeKey }: SourceFile & { readonly language: GrammarLanguage },
  source: string,
): ParsedFile {
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
