/**
 * Weights of the score. The five weights and two cluster terms are defined by the tool contract. Hotness, structure and kind are multiplied by
 * max(Q, T), as the contract says, because without that they measurably reduce recall.
 */
import type { SymbolKind } from "@sdl/model";

/** S = query·Q + trace·T + g·(hotness·H + structure·P + kind·K + cluster), g = max(Q, T). */
export const SCORE_WEIGHTS = {
  query: 0.4,
  trace: 0.2,
  hotness: 0.15,
  structure: 0.15,
  kind: 0.1,
  sameCluster: 0.15,
  relatedCluster: 0.05,
  /** Share of proximity to the start symbols that counts as query relevance. */
  proximity: 0.6,
} as const;

/** K by symbol kind: how much a symbol of this kind tells about a task. */
export const KIND_SCORES: Readonly<Record<SymbolKind, number>> = {
  function: 1,
  method: 1,
  class: 0.9,
  constructor: 0.8,
  interface: 0.7,
  type: 0.7,
  module: 0.5,
  variable: 0.4,
};

/** Weights of fan-in and fan-out in hotness. */
export const HOTNESS_WEIGHTS = { fanIn: 0.5, fanOut: 0.2 } as const;
