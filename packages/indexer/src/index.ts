/** Source files to facts, one file at a time, and facts to the links between files. */

export { EXTRACTOR_VERSION } from "./extract/extraction.js";
export { factsKeyOf } from "./extract/facts-key.js";
export { symbolIdsOf } from "./extract/symbol-ids.js";
export { extractFacts, type SourceFile } from "./languages/extract-file.js";
export * from "./link/index.js";
export { ParseEngine } from "./parse/parser.js";
export type { SyntaxTree } from "./parse/syntax-tree.js";
export { ExtractionPool, type PoolOptions, type PoolRun } from "./pool/extraction-pool.js";
export { runExtractionWorker } from "./pool/extraction-worker.js";
export type { ExtractJob, ExtractOutcome } from "./pool/messages.js";
export * from "./settings/index.js";
export * from "./syntax/index.js";
export * from "./workspace/index.js";
