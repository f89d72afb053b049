/** Slices: what must be known for a task, chosen by relevance and packed to an exact token budget. Runs in a browser. */
export {
  type BuildSliceOptions,
  type BuiltSlice,
  buildSlice,
  type FeedbackTask,
  type SliceBody,
} from "./build-slice.js";
export { type BuildCardOptions, buildCard } from "./cards/build-card.js";
export {
  type CallResolution,
  type Card,
  type CardBody,
  type CardDeps,
  type CardDetail,
  type CardMetrics,
  type CardSignature,
  DETAIL_LEVELS,
  type ResolvedCall,
} from "./cards/card.js";
export type { CardOptions } from "./cards/card-facts.js";
export type { CanonicalTest, CardCluster, CardProcess } from "./cards/derived-fields.js";
export { type Resolution, type ResolutionMetadata, resolutionOf } from "./cards/resolution.js";
export { symbolWords } from "./cards/symbol-words.js";
export { SliceError, type SliceErrorCode } from "./errors.js";
export { type Dependency, type LogicEdge, LogicGraph } from "./logic/dependencies.js";
export type { SliceMemory } from "./pack/fit-memories.js";
export {
  canonicalRequest,
  parseCanonicalRequest,
  requestDigits,
  type SliceBudget,
  type SliceBuildRequest,
  type WireFormat,
  type WireFormatVersion,
} from "./request.js";
export { HOTNESS_WEIGHTS, KIND_SCORES, PATH_PRIORS, SCORE_WEIGHTS } from "./score/weights.js";
export { bestPaths, type Path, type PathRequest, type PathStep } from "./search/best-paths.js";
export { innermostSymbol, PathLocator } from "./seeds/locate.js";
export type { FoundSeed, SeedFinder, SeedResult } from "./seeds/seed-finder.js";
export { parseStackTrace, type StackCause, type StackFrame } from "./seeds/stack-trace.js";
export * from "./slice.js";
export { applySliceDelta, diffSlices, isEmptyDelta, type SliceDelta } from "./slice-delta.js";
export { decodeShape, encodeShape } from "./slice-shape.js";
export { type CountTokens, loadTokenCounter } from "./tokens/count-tokens.js";
export { estimateTokens } from "./tokens/estimate.js";
export { decodeSlice } from "./wire/decode-slice.js";
export { encodeSlice } from "./wire/encode-slice.js";
export type { WireEncoding } from "./wire/wire.js";
