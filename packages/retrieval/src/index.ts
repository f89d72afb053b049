/** Public API of @sdl/retrieval: search and seeds. */

export type { RankSignal } from "./lists.js";
export { EVIDENCE } from "./order/evidence.js";
export { createSeedFinder, type SearchOptions, searchEvidence, searchSymbols } from "./search.js";
export { queryDirection } from "./vector-index.js";
