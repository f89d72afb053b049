/** Ablations: one thing changed at a time. */
import type { SearchOptions } from "@sdl/retrieval";
import type { SliceBuildRequest } from "@sdl/slice";

export interface Variant {
  readonly name: string;
  readonly search?: Pick<SearchOptions, "kinds">;
  readonly slice?: Partial<SliceBuildRequest>;
  readonly withoutDerived?: boolean;
}

/** What is measured when nothing else is asked for. */
export const STANDARD: Variant = { name: "standard" };

export const ABLATIONS: readonly Variant[] = [
  { name: "30 cards", slice: { budget: { maxEstimatedTokens: 4000 } } },
  { name: "no edges", slice: { minConfidence: 1 } },
  { name: "no layers", withoutDerived: true },
  { name: "signatures", slice: { cardDetail: "signature" } },
  { name: "wire v3", slice: { wireFormatVersion: 3 } },
];
