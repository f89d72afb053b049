/** Public API of the model: ids, kinds, errors, ranges and file stats that all packages share. Pure: no I/O, no other package. */
export { CACHE_BYTES, estimatedBytes } from "./cache-bytes.js";
export { addToList, defined, getOrMake } from "./collections.js";
export {
  GraphError,
  type GraphErrorCode,
  ModelError,
  messageOf,
  SDL_ERROR_CODES,
  SdlError,
  type SdlErrorCode,
} from "./errors.js";
export { type FileStat, isSameStat } from "./file-stat.js";
export {
  compareIdParts,
  type FileHandle,
  isSymbolId,
  nextVersionId,
  parseSymbolId,
  parseVersionId,
  type SymbolHandle,
  type SymbolId,
  type SymbolIdParts,
  symbolIdFromParts,
  symbolIdParts,
  symbolIdPreimage,
  type VersionId,
} from "./ids.js";
export { KeptValues } from "./kept-values.js";
export {
  EDGE_CODE,
  EDGE_KINDS,
  EDGE_WEIGHTS,
  type EdgeKind,
  ENVIRONMENT_PATH,
  FACT_LANGUAGES,
  type FactLanguage,
  KIND_CODE,
  LANGUAGE_CODE,
  LANGUAGES,
  type Language,
  SYMBOL_KINDS,
  SymbolFlag,
  type SymbolKind,
  VISIBILITIES,
  VISIBILITY_CODE,
  type Visibility,
} from "./kinds.js";
export { largestWhere } from "./largest-where.js";
export { type Range, rangeCovers } from "./range.js";
export { RecentMap } from "./recent-map.js";
export {
  failedReason,
  isUnlinked,
  SKIP_CLASSES,
  type SkipClass,
  type SkippedFile,
  skipClassOf,
  unlinkedReason,
} from "./skip-reasons.js";
export { ABANDONED_FILE_MS, isTemporaryFileName, temporaryFileName } from "./temporary-file-name.js";
