/** API for reading a repository's source text. */
export type { FileContents } from "./file-contents.js";
export type { SourceOverlay } from "./overlay.js";
export { readDocument, type VersionedContents } from "./read-document.js";
export { openSources, type SourceReader } from "./read-source.js";
export { findSites, type Link, type LinkSites, type Site, targetsAtPosition } from "./reference-sites.js";
export { SourceFile } from "./source-file.js";
export { loadParser } from "./syntax.js";
