/**
 * Tells symbols that a slice found from symbols that its client named. Naming a symbol says nothing about whether it matters to a task:
 * only a found symbol opens a window on raw code.
 */
import { isSymbolId } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { isTextStopWord, queryTerms } from "@sdl/model/text";
import type { SliceBuildRequest } from "@sdl/slice";

/**
 * The request without what names symbols: entry symbols, and a task text of names alone.
 * @param symbol the symbol that a window is wanted for
 * @returns `undefined` where nothing else is asked for
 */
export function withoutNames(request: SliceBuildRequest, symbol: SymbolRecord): SliceBuildRequest | undefined {
  const { entrySymbols: _, taskText, ...rest } = request;
  const isSentence = taskText !== undefined && !isNamesAlone(taskText, symbol);
  const seeds = [rest.editedFiles, rest.stackTrace, rest.failingTestPath];
  if (!isSentence && !seeds.some((seed) => seed !== undefined && seed.length > 0)) return undefined;
  return isSentence ? { ...rest, taskText } : rest;
}

/** Whether a request names symbols, so that its slice holds more than it found. */
export function namesSymbols({ entrySymbols, taskText }: SliceBuildRequest, symbol: SymbolRecord): boolean {
  return (entrySymbols?.length ?? 0) > 0 || (taskText !== undefined && isNamesAlone(taskText, symbol));
}

/** Words that stand in code and not in prose: `checkExpiry`, `check_expiry`, `Session.check`, `src/a.ts#check`, `a.ts:12`, `check()`. */
const CODE_WORD = /[\p{Ll}\d]\p{Lu}|[\p{L}\d][_.#:/][\p{L}\d]|^_|\(\)$|^@/u;

/** Whether a text has no words but names: those of the symbol itself, and others that are spelt as only names are. */
export function isNamesAlone(text: string, { id, name, qualifiedName, file }: SymbolRecord): boolean {
  const own = new Set([id, name, qualifiedName, file, ...qualifiedName.split(".")].map((word) => word.toLowerCase()));
  const words = text.split(/[\s,;'"`]+/).filter((word) => word !== "");
  return words.every((word) => {
    const bare = word.replace(/^[^\p{L}\p{N}_@$]+|[^\p{L}\p{N}_$)]+$/gu, "");
    return bare === "" || own.has(bare.toLowerCase()) || isSymbolId(bare) || CODE_WORD.test(bare) || isFiller(bare);
  });
}

/** A word that says nothing by itself: `the`, `of`. */
function isFiller(word: string): boolean {
  return queryTerms(word).every(({ term }) => isTextStopWord(term));
}
