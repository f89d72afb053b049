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
 * The tree with the fewest errors, of the plain source and of the source with unreadable text blanked, by the language's
 * grammar and by its second one. Readings are tried until one has no error, the likeliest first; of equal ones the one
 * of lower rank is used, so that the order of trials does not affect the result.
 */
function parseReadable(engine: ParseEngine, file: SourceFile, extractor: LanguageExtractor): ReadFile {
  const inner = containerReader(file.language)?.(file.text);
  const text = inner?.text ?? file.text;
  const language = inner?.language ?? (file.language as GrammarLanguage);
  const whole = { language, component: inner?.component };
  let best: RankedReading | undefined;
  let last: RankedReading | undefined;
  for (const reading of readingsOf({ text, language }, extractor)) {
    const parsed = parseCounted(engine, file, reading);
    if (parsed.errors === 0) return { ...whole, ...parsed };
    last = { ...reading, ...parsed };
    if (best === undefined || isBetter(last, best)) best = last;
  }
  if (best === undefined) throw new Error("a source has no reading; this is a bug in how its readings are listed");
  return { ...whole, ...(best === last ? best : parseCounted(engine, file, best)) };
}

/** A text to parse in place of a source, and the grammar to parse it with. */
interface Reading {
  readonly source: string;
  readonly grammar: GrammarLanguage;
  /** Whether {@link source} is blanked. */
  readonly isBlanked: boolean;
  /** Of readings with equally many errors the one of the lowest rank is used. */
  readonly rank: number;
}

/** Lists the readings of a source, the likeliest first. Those that are not asked for are not made. */
function* readingsOf(
  { text, language }: { readonly text: string; readonly language: GrammarLanguage },
  extractor: LanguageExtractor,
): Generator<Reading> {
  const plain = { source: text, grammar: language, isBlanked: false, rank: 1 };
  const isExpected = extractor.isUnreadable?.(text, language) === true;
  if (!isExpected) yield plain;
  const source = extractor.blank?.(text);
  const blanked = source === undefined ? undefined : { source, grammar: language, isBlanked: true, rank: 0 };
  if (blanked !== undefined) yield blanked;
  if (isExpected) yield plain;
  const grammar = extractor.secondGrammar?.(language);
  if (grammar === undefined) return;
  yield { ...plain, grammar, rank: 3 };
  if (blanked !== undefined) yield { ...blanked, grammar, rank: 2 };
}

interface ParsedFile {
  /** Valid until the engine's next parse. */
  readonly tree: SyntaxTree;
  readonly errors: number;
}

interface ReadFile extends ParsedFile, Pick<ContainerSource, "language" | "component"> {}

interface RankedReading extends Reading, ParsedFile {}

function isBetter(one: RankedReading, other: RankedReading): boolean {
  return one.errors === other.errors ? one.rank < other.rank : one.errors < other.errors;
}

/** Parses a reading of a file. Of each, a separate tree is kept. */
function parseCounted(engine: ParseEngine, { text, treeKey }: SourceFile, reading: Reading): ParsedFile {
  const { source, grammar, isBlanked } = reading;
  const key = treeKey === undefined ? undefined : `${isBlanked ? "blanked" : "plain"} ${treeKey}`;
  const tree = engine.parse(grammar, source, { shown: text, key });
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
