/** Variants of SDL for ablation: each changes one part. */
import type { RankSignal, SearchOptions } from "@sdl/retrieval";
import type { SliceBuildRequest } from "@sdl/slice";

/** A change of one part of SDL for ablation. */
export interface Variant {
  readonly name: string;
  readonly search?: Pick<SearchOptions, "without">;
  readonly slice?: Partial<SliceBuildRequest>;
  readonly withoutDerived?: boolean;
  /** Searches use vectors of the given sentence model. */
  readonly usesModel?: boolean;
  /** Slices find seeds without vectors and past commits. */
  readonly lexicalSeeds?: boolean;
  /**
   * After each query an agent reports which symbols of the slice were useless and which were missing. `earlier`:
   * queries of later commits use the feedback; `reworded`: the query of the same commit in the other form uses it, if
   * the forms differ.
   */
  readonly reports?: "earlier" | "reworded";
}

/** The variant that is always measured. */
export const STANDARD: Variant = { name: "standard" };

/** The variant that uses a sentence model. */
export function withModel(name: string): Variant {
  return { name: `with ${name}`, usesModel: true };
}

const SIGNALS: readonly RankSignal[] = [
  "history",
  "mentions",
  "modules",
  "neighbours",
  "order",
  "paths",
  "scope",
  "sizes",
  "synonyms",
  "vectors",
];

/** All variants of `--ablate`. */
export const ABLATIONS: readonly Variant[] = [
  ...SIGNALS.map((signal) => ({ name: `without ${signal}`, search: { without: [signal] } })),
  { name: "without all of them", search: { without: SIGNALS } },
  { name: "slices without edges", slice: { minConfidence: 1 } },
  { name: "slices without layers", withoutDerived: true },
  { name: "30 cards", slice: { budget: { maxEstimatedTokens: 4000 } } },
  { name: "wire v3", slice: { wireFormatVersion: 3 } },
  { name: "slices without vectors", lexicalSeeds: true },
  { name: "feedback on earlier commits", reports: "earlier" },
  { name: "feedback on another wording", reports: "reworded" },
];
