/** The public API of @sdl/retrieval: search and seeds. */

export type { RankSignal } from "./lists.js";
export { EVIDENCE } from "./order/evidence.js";
export { PATH_CLASSES, PATH_PRIORS, type PathClass, pathClass } from "./path-class.js";
export type { RankedSymbol, RankSource, WeighableHit } from "./rank.js";
export {
  createSeedFinder,
  type SearchAnswer,
  type SearchOptions,
  type SeedAnswer,
  type SymbolSeeds,
  searchEvidence,
  searchSymbols,
} from "./search.js";
export { queryDirection } from "./vector-index.js";
