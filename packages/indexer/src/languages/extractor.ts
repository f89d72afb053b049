/** What a language is to the indexer: the grammars it needs and a function from tree to facts. A new language is one folder. */
import type { Language } from "@sdl/model";
import type { Extraction, SharedKinds } from "../extract/extraction.js";
import type { Grammar } from "../parse/grammar.js";
import type { ElisionRulesOf } from "./elision-rules.js";

/** What the grammar's node kinds are to a language, resolved once per grammar. */
export interface LanguageExtractor {
  readonly languages: readonly Language[];
  /** Kinds for the stages that all languages share. */
  sharedKinds(grammar: Grammar): SharedKinds;
  /** What a skeleton of such source may leave out. */
  elisionRules: ElisionRulesOf;
  /** Writes symbols, references, imports and exports of the tree. Broken source is normal input: it never throws for it. */
  extract(extraction: Extraction): void;
  /**
   * A text of equal length in which what the grammar cannot read is blanked, or `undefined` when there is nothing to blank.
   * Asked only for files that parse with errors or are {@link isUnreadable}; the better of the two trees is taken.
   */
  blank?(source: string): string | undefined;
  /** Whether a source needs blanking as good as surely: it is blanked before the first parse, which saves that parse. */
  isUnreadable?(source: string, language: Language): boolean;
}
