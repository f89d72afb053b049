/** Registry of languages. The only file outside of a language's folder that changes when a language is added. */
import type { Language } from "@sdl/model";
import { type GrammarLanguage, grammarsOf } from "@sdl/model/facts";
import type { LanguageExtractor } from "./extractor.js";
import { goExtractor } from "./go/index.js";
import { pythonExtractor } from "./python/index.js";
import { typescriptExtractor } from "./typescript/index.js";

const EXTRACTORS: readonly LanguageExtractor[] = [typescriptExtractor, pythonExtractor, goExtractor];

/** The extractor of a language; of a container, that of the code in it. */
export function extractorFor(language: Language): LanguageExtractor {
  const [inner] = grammarsOf(language);
  const found = EXTRACTORS.find(({ languages }) => languages.some((one) => one === inner));
  if (found === undefined) throw new Error(`no extractor for ${language}; add it to languages/registry.ts`);
  return found;
}

/** All grammars that reading files of a language may need; the second ones are needed by files with syntax errors only. */
export function allGrammarsOf(language: Language): readonly GrammarLanguage[] {
  return grammarsOf(language).flatMap((grammar) => [grammar, ...secondGrammarOf(grammar)]);
}

function secondGrammarOf(grammar: GrammarLanguage): readonly GrammarLanguage[] {
  const second = extractorFor(grammar).secondGrammar?.(grammar);
  return second === undefined ? [] : [second];
}
