/** The public API of @sdl/retrieval: search and seeds. */
export { PATH_CLASSES, PATH_PRIORS, type PathClass, pathClass } from "./path-class.js";
export type { RankedSymbol, RankSignal, RankSource } from "./rank.js";
export {
  createSeedFinder,
  type RetrievalEvidence,
  type SearchAnswer,
  type SearchOptions,
  type SeedAnswer,
  type SymbolSeeds,
  searchSymbols,
} from "./search.js";
export { queryDirection } from "./vector-index.js";
