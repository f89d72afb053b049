/** The one reader of a repository's source text. */
export { DISK_ONLY, type Draft, type SourceOverlay } from "./overlay.js";
export { openSources, type SourceQuery, type SourceReader, type SourceSymbol } from "./read-source.js";
export { type SourceContent, SourceFile } from "./source-file.js";
export { loadParser } from "./syntax.js";
