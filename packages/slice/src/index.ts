/** Public API of slices: symbols relevant to a task, packed into an exact token budget. Runs in a browser. */
export { type BuiltSlice, buildSlice, buildSourcedSlice, type FeedbackTask, type SliceBody } from "./build-slice.js";
export { behaviourStatements } from "./cards/behaviour-statements.js";
export { type BuildCardOptions, buildCard } from "./cards/build-card.js";
export { type Card, type CardDetail, DETAIL_LEVELS } from "./cards/card.js";
export { resolutionOf } from "./cards/resolution.js";
export { SliceError } from "./errors.js";
export { type LogicEdge, LogicGraph } from "./logic/dependencies.js";
export type { SliceMemory } from "./pack/fit-memories.js";
export { canonicalRequest, parseCanonicalRequest, requestHash, type SliceBuildRequest } from "./request.js";
export { KIND_SCORES, SCORE_WEIGHTS } from "./score/weights.js";
export { bestPaths, type Path, type PathStep } from "./search/best-paths.js";
export type { FrameMatch } from "./seeds/frame-matcher.js";
export { innermostSymbol } from "./seeds/locate.js";
export { packagesOf, type RepositoryPackage } from "./seeds/packages.js";
export type { SeedFinder } from "./seeds/seed-finder.js";
export { parseStackTrace } from "./seeds/stack-trace.js";
export { TraceMatcher, type TraceMatches } from "./seeds/trace-seeds.js";
export { EDGE_VERBS } from "./select/explain.js";
export type { Slice, SliceCard, SliceEdge, Why } from "./slice.js";
export { applySliceDelta, diffSlices, isEmptyDelta, type SliceDelta } from "./slice-delta.js";
export { decodeShape, encodeShape } from "./slice-shape.js";
export {
  type CardSource,
  lineCount,
  type ReadSource,
  type SourceBlock,
  type SourceLines,
} from "./source/source-lines.js";
export { type CountTokens, loadTokenCounter } from "./tokens/count-tokens.js";
export { estimateTokens } from "./tokens/estimate.js";
export { decodeSlice } from "./wire/decode-slice.js";
export { encodeSlice } from "./wire/encode-slice.js";
export type { WireEncoding } from "./wire/wire.js";
