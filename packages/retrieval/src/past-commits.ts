/**
 * What earlier commits changed whose messages speak like the text. As a list of its own with little weight: as a field of the symbols it
 * costs more than it brings. Source: relevance notes §2.2; what it gains is in bench/results/replay.md.
 */
import type { SymbolHandle } from "@sdl/model";
import type { History } from "@sdl/model/graph";
import type { Corpus } from "./corpus.js";
import { MessageIndex } from "./message-index.js";

/** What a symbol gains that a commit of just this message changed alone. */
const CHANGED_BEFORE = 0.3;
/** Commits of more say little of each. */
const MAX_SYMBOLS = 25;

/** What each symbol gains, above 0: by the best of its commits, the less the more that one changed. */
export function changedBefore({ graph, kept }: Corpus, history: History, text: string): Map<SymbolHandle, number> {
  const bonuses = new Map<SymbolHandle, number>();
  for (const { commit, score } of kept.of(history, MessageIndex, kept).find(text)) {
    const symbols = history.symbolsOf(commit);
    if (symbols.length > MAX_SYMBOLS) continue;
    const bonus = (CHANGED_BEFORE * score) / Math.sqrt(Math.log2(1 + symbols.length));
    for (const id of symbols) {
      const symbol = graph.findSymbol(id);
      if (symbol !== undefined && bonus > (bonuses.get(symbol) ?? 0)) bonuses.set(symbol, bonus);
    }
  }
  return bonuses;
}
