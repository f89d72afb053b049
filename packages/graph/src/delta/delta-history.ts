/** What a delta asks of the history of a repository. */
import type { SymbolRecord } from "@sdl/model";

/** What the history of a repository says of its symbols. */
export interface DeltaHistory {
  /** The share of the repository's symbols that changed less in the last 30 days of its history, 0..1. */
  churnPercentile(symbol: SymbolRecord): number;
}
