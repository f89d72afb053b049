/**
 * One file's bytes to its facts page. Sees one file and no other; never throws for what the source holds.
 */
import type { Language, Masker } from "@sdl/model";
import type { LanguageExtractor } from "../languages/extractor.js";
import { extractorFor } from "../languages/registry.js";
import { ERROR_KIND, type Grammar } from "../parse/grammar.js";
import type { ParseEngine } from "../parse/parser.js";
import { NodeFlag, type SyntaxTree } from "../parse/syntax-tree.js";
import { Extraction, type SharedKinds } from "./extraction.js";

export interface SourceFile {
  readonly language: Language;
  readonly text: string;
  readonly generated: boolean;
}

/** The kinds of each grammar, looked up once: the tables are large. */
const KINDS = new WeakMap<Grammar, SharedKinds>();

function sharedKindsOf(extractor: LanguageExtractor, grammar: Grammar): SharedKinds {
  let kinds = KINDS.get(grammar);
  if (kinds === undefined) {
    kinds = extractor.sharedKinds(grammar);
    KINDS.set(grammar, kinds);
  }
  return kinds;
}

/** @returns the packed facts page */
export function extractFacts(engine: ParseEngine, file: SourceFile, masker: Masker): Uint8Array {
  const extractor = extractorFor(file.language);
  let tree = engine.parse(file.language, file.text);
  let errors = countErrors(tree);
  if (errors > 0) {
    const blanked = extractor.blank?.(file.text);
    if (blanked !== undefined) {
      tree = engine.parse(file.language, blanked, file.text);
      const left = countErrors(tree);
      if (left <= errors) errors = left;
      else tree = engine.parse(file.language, file.text);
    }
  }
  const extraction = new Extraction(tree, file.language, masker);
  extractor.extract(extraction);
  return extraction.finish(sharedKindsOf(extractor, tree.grammar), { errors, generated: file.generated });
}

/** ERROR and missing nodes of a tree. */
export function countErrors(tree: SyntaxTree): number {
  let errors = 0;
  for (let node = 0; node < tree.count; node++) {
    if (tree.kind[node] === ERROR_KIND || ((tree.flags[node] ?? 0) & NodeFlag.Missing) !== 0) errors++;
  }
  return errors;
}
