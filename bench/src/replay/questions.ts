/** Questions from a commit's message: unchanged, and without paths and names that give the answer away. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { identifierTerms } from "@sdl/model/text";

/** Longest query of a search, by contract. */
export const MAX_QUERY = 2000;

const PATH = /(?:[\w@.-]+\/)+[\w@.-]+|\b[\w-]+\.(?:[cm]?[jt]sx?|pyi?)\b/g;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * Removes paths, names of touched symbols, and every other symbol name that looks like an identifier; plain words that
 * happen to name a symbol stay.
 */
export function removeGivenNames(message: string, graph: SymbolGraph, gold: readonly SymbolHandle[]): string {
  const answers = new Set(gold.map((symbol) => graph.symbol(symbol).name));
  return message.replace(PATH, " ").replace(NAME, (word) => {
    if (answers.has(word)) return " ";
    return isIdentifier(word) && graph.symbolsNamed(word).length > 0 ? " " : word;
  });
}

/** Whether a word has several parts, or characters that prose does not use. */
function isIdentifier(word: string): boolean {
  return /[_$\d]/.test(word) || identifierTerms(word).length > 1;
}
