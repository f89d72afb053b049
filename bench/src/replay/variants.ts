/** Ablations: one thing changed at a time. */
import type { RankSignal, SearchOptions } from "@sdl/retrieval";
import type { SliceBuildRequest } from "@sdl/slice";

export interface Variant {
  readonly name: string;
  readonly search?: Pick<SearchOptions, "without">;
  readonly slice?: Partial<SliceBuildRequest>;
  readonly withoutDerived?: boolean;
  /** Searches use the vectors of the sentence model that was given. */
  readonly usesModel?: boolean;
  /** Slices find their seeds without vectors and past commits. */
  readonly lexicalSeeds?: boolean;
  /**
   * After each question an agent reports which symbols the slice held in vain, and which it needed. `earlier`: later commits' questions know;
   * `reworded`: the same commit's question knows that is put in the other form, where the two are not the same text.
   */
  readonly reports?: "earlier" | "reworded";
}

/** What is measured when nothing else is asked for. */
export const STANDARD: Variant = { name: "standard" };

/** What a sentence model changes. */
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
