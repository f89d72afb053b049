/** Interface of a language: the grammars it needs and a function from tree to facts. A new language is one folder. */
import type { GrammarLanguage } from "@sdl/model/facts";
import type { Extraction, SharedKinds } from "../extract/extraction.js";
import type { Grammar } from "../parse/grammar.js";
import type { Component } from "./component.js";
import type { ElisionRulesOf } from "./elision-rules.js";

/** A language's extractor. Its node kinds are resolved once per grammar. */
export interface LanguageExtractor {
  readonly languages: readonly GrammarLanguage[];
  /** Kinds for the stages that all languages share. */
  sharedKinds(grammar: Grammar): SharedKinds;
  /** What a skeleton of the language's sources may leave out. */
  elisionRules: ElisionRulesOf;
  /**
   * Writes the symbols, references, imports and exports of the tree. Never throws for broken source.
   * @param component of a component file
   */
  extract(extraction: Extraction, component?: Component): void;
  /**
   * A text of equal length in which text that the grammar cannot parse is blanked; `undefined` if there is none. Called
   * only for files that parse with errors or are {@link isUnreadable}; the tree with fewer errors is used.
   */
  blank?(source: string): string | undefined;
  /** Whether a source almost surely needs blanking: it is then blanked before the first parse, which saves a parse. */
  isUnreadable?(source: string, language: GrammarLanguage): boolean;
  /**
   * The language whose grammar may read sources of `language` that its own cannot. It is tried only for files that parse
   * with errors; the tree with fewer errors is used.
   */
  secondGrammar?(language: GrammarLanguage): GrammarLanguage | undefined;
}
