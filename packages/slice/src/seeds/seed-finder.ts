/** The port through which a slice asks for the symbols that a text is about. Retrieval fits it; the engine joins them. */
import type { SymbolHandle } from "@sdl/model";
import type { RetrievalEvidence } from "@sdl/model/graph";

export interface FoundSeed {
  readonly symbol: SymbolHandle;
  /** Calibrated relevance, 0..1. */
  readonly score: number;
}

/** What the finder knows of how it found them: the slice knows what the task began with. */
export type SeedEvidence = Omit<RetrievalEvidence, "symptomType">;

interface SeedResult {
  /** Best first, each symbol once. */
  readonly seeds: readonly FoundSeed[];
  readonly evidence: SeedEvidence;
}

export interface SeedFinder {
  /** @param limit how many seeds are of use */
  findSeeds(taskText: string, limit: number): SeedResult;
}
