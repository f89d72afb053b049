/** Internals of the built indexer and engine that the profile runs, by path: they are no public API. */

export { Extraction } from "../../../packages/indexer/dist/extract/extraction.js";
export { factsKeyOf } from "../../../packages/indexer/dist/extract/facts-key.js";
export { symbolIdsOf } from "../../../packages/indexer/dist/extract/symbol-ids.js";
export { TermCounter } from "../../../packages/indexer/dist/extract/term-counter.js";
export { containerReader } from "../../../packages/indexer/dist/languages/containers/index.js";
export { extractFacts } from "../../../packages/indexer/dist/languages/extract-file.js";
export { allGrammarsOf, extractorFor } from "../../../packages/indexer/dist/languages/registry.js";
export { ParseEngine } from "../../../packages/indexer/dist/parse/parser.js";
export { cutBatches } from "../../../packages/indexer/dist/pool/batches.js";
export type { ExtractJob } from "../../../packages/indexer/dist/pool/messages.js";
export { type DiscoveredFile, discoverFiles, readSource } from "../../../packages/indexer/dist/workspace/index.js";
export { createMasker } from "../../../packages/repository/dist/masking/masker.js";
