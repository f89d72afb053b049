/**
 * Symbols that past commits with similar messages changed. A separate list with a low weight: indexing the messages as a field of the symbols
 * reduces quality. Source: relevance notes §2.2; the measured gain is in bench/results/replay.md.
 */
import type { SymbolHandle } from "@sdl/model";
import type { History } from "@sdl/model/graph";
import type { Corpus } from "./corpus.js";
import { MessageIndex } from "./message-index.js";

/** Bonus of a symbol that a commit with exactly the text as its message changed alone. */
const PAST_COMMIT_BONUS = 0.3;
/** Maximum number of symbols of a commit; larger commits are ignored. */
const MAX_SYMBOLS = 25;

/** Bonus of each symbol, above 0: the maximum over its commits; commits that changed more symbols give less. */
export function changedByPastCommits(
  { graph, kept }: Corpus,
  history: History,
  text: string,
): Map<SymbolHandle, number> {
  const bonuses = new Map<SymbolHandle, number>();
  for (const { commit, score } of kept.of(history, MessageIndex, kept).find(text)) {
    const symbols = history.symbolsOf(commit);
    if (symbols.length > MAX_SYMBOLS) continue;
    const bonus = (PAST_COMMIT_BONUS * score) / Math.sqrt(Math.log2(1 + symbols.length));
    for (const id of symbols) {
      const symbol = graph.findSymbol(id);
      if (symbol !== undefined && bonus > (bonuses.get(symbol) ?? 0)) bonuses.set(symbol, bonus);
    }
  }
  return bonuses;
}
