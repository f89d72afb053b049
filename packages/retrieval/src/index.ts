/** Public API of @sdl/retrieval: search and seeds. */

export type { RankSignal } from "./lists.js";
export { EVIDENCE } from "./order/evidence.js";
export { SIGNS } from "./relevance/signs.js";
export {
  createSeedFinder,
  type SearchOptions,
  searchByRelevance,
  searchEvidence,
  searchSigns,
  searchSymbols,
} from "./search.js";
export { queryDirection } from "./vector-index.js";
