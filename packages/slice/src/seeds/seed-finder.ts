/** Port for finding the symbols that a text is about. The retrieval package implements it; the engine connects both. */
import type { SymbolHandle } from "@sdl/model";
import type { RetrievalEvidence } from "@sdl/model/graph";

/** A symbol with its relevance. */
export interface FoundSeed {
  readonly symbol: SymbolHandle;
  /** Calibrated relevance, 0..1. */
  readonly score: number;
}

/** The finder's part of the retrieval evidence; the slice adds the symptom type. */
export type SeedEvidence = Omit<RetrievalEvidence, "symptomType">;

interface SeedResult {
  /** Seeds by descending relevance, each symbol once. */
  readonly seeds: readonly FoundSeed[];
  readonly evidence: SeedEvidence;
}

/** Finds symbols for a task text. */
export interface SeedFinder {
  /** @param limit maximum number of seeds */
  findSeeds(taskText: string, limit: number): SeedResult;
}
