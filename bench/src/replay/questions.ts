/** The question that a commit's message asks: as it is, and without the paths and names that give the answer away. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { identifierTerms } from "@sdl/model/text";

/** Longest query that a search takes, by contract. */
export const MAX_QUERY = 2000;

const PATH = /(?:[\w@.-]+\/)+[\w@.-]+|\b[\w-]+\.(?:[cm]?[jt]sx?|pyi?)\b/g;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * Drops paths, the names of what is looked for, and every other name of a symbol that reads as an identifier; plain words that happen to
 * name some other symbol stay.
 */
export function scrub(message: string, graph: SymbolGraph, gold: readonly SymbolHandle[]): string {
  const answers = new Set(gold.map((symbol) => graph.symbol(symbol).name));
  return message.replace(PATH, " ").replace(NAME, (word) => {
    if (answers.has(word)) return " ";
    return isIdentifier(word) && graph.symbolsNamed(word).length > 0 ? " " : word;
  });
}

/** Of several parts, or with marks that prose has none of. */
function isIdentifier(word: string): boolean {
  return /[_$\d]/.test(word) || identifierTerms(word).length > 1;
}
