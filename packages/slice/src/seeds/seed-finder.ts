/** The port through which a slice asks for the symbols that a text is about. Retrieval fits it; the engine joins them. */
import type { SymbolHandle } from "@sdl/model";

export interface FoundSeed {
  readonly symbol: SymbolHandle;
  /** Calibrated relevance, 0..1. */
  readonly score: number;
}

/** How the seeds were found, as the contract reports it. */
export interface SeedEvidence {
  readonly mode: "hybrid" | "legacy";
  readonly sources: readonly string[];
  readonly candidateCountPerSource: Readonly<Record<string, number>>;
  readonly fusionLatencyMs: number;
  readonly fallbackReason: string | null;
}

export interface SeedResult {
  /** Best first, each symbol once. */
  readonly seeds: readonly FoundSeed[];
  readonly evidence: SeedEvidence;
}

export interface SeedFinder {
  /** @param limit how many seeds are of use */
  findSeeds(taskText: string, limit: number): SeedResult;
}
