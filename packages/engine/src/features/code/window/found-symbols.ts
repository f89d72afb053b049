/**
 * Distinguishes symbols that a slice found from symbols that its client named. Naming a symbol is no evidence that a task concerns it: only a found
 * symbol justifies a code window.
 */
import { isSymbolId } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { isTextStopWord, queryTerms } from "@sdl/model/text";
import type { SliceBuildRequest } from "@sdl/slice";

/**
 * The request without its parts that name symbols: `entrySymbols`, and a task text that consists of names only.
 * @param symbol the symbol that the code window is requested for
 * @returns `undefined` if the request has no other seeds
 */
export function withoutNamedSymbols(request: SliceBuildRequest, symbol: SymbolRecord): SliceBuildRequest | undefined {
  const { entrySymbols: _, taskText, ...rest } = request;
  const isSentence = taskText !== undefined && !isNamesOnly(taskText, symbol);
  const seeds = [rest.editedFiles, rest.stackTrace, rest.failingTestPath];
  if (!isSentence && !seeds.some((seed) => seed !== undefined && seed.length > 0)) return undefined;
  return isSentence ? { ...rest, taskText } : rest;
}

/** Whether a request names symbols, so that its slice contains symbols that it did not find. */
export function namesSymbols({ entrySymbols, taskText }: SliceBuildRequest, symbol: SymbolRecord): boolean {
  return (entrySymbols?.length ?? 0) > 0 || (taskText !== undefined && isNamesOnly(taskText, symbol));
}

/** Spellings that occur in code and not in prose: `checkExpiry`, `check_expiry`, `Session.check`, `src/a.ts#check`, `a.ts:12`, `check()`. */
const CODE_WORD = /[\p{Ll}\d]\p{Lu}|[\p{L}\d][_.#:/][\p{L}\d]|^_|\(\)$|^@/u;

/** Whether a text consists of names only: those of the symbol itself, words spelled like code, and stop words. */
export function isNamesOnly(text: string, { id, name, qualifiedName, file }: SymbolRecord): boolean {
  const own = new Set([id, name, qualifiedName, file, ...qualifiedName.split(".")].map((word) => word.toLowerCase()));
  const words = text.split(/[\s,;'"`]+/).filter((word) => word !== "");
  return words.every((word) => {
    const bare = word.replace(/^[^\p{L}\p{N}_@$]+|[^\p{L}\p{N}_$)]+$/gu, "");
    return (
      bare === "" || own.has(bare.toLowerCase()) || isSymbolId(bare) || CODE_WORD.test(bare) || isStopWordOnly(bare)
    );
  });
}

/** Whether a word has only stop words, such as `the` or `of`. */
function isStopWordOnly(word: string): boolean {
  return queryTerms(word).every(({ term }) => isTextStopWord(term));
}
