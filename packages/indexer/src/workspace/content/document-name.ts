/** Names of documents (text for people) and configuration files (data that programs read). Reads no files. */
import { findFileKind } from "./file-kind.js";

/** Text for people, or data that programs read. */
export type DocumentKind = "document" | "configuration";

const DOCUMENT_NAME = /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt|text|org)$/i;
const CONFIGURATION_NAME =
  /\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|config|properties|env|xml|csv|tsv|lock|template|example|sample|dist)$/i;
/** Matches names without an extension or with a leading dot: `LICENSE`, `Dockerfile`, `.npmrc`, `.env.production`. */
const UNTYPED = /^(?:[^.]+|\.[^/]+)$/;

/** The kind of a document. @returns `undefined` for code in any language, and for non-text */
export function documentKind(name: string): DocumentKind | undefined {
  if (findFileKind(name)?.language !== undefined) return undefined;
  if (DOCUMENT_NAME.test(name)) return "document";
  if (CONFIGURATION_NAME.test(name)) return "configuration";
  if (!UNTYPED.test(name)) return undefined;
  return /^[A-Z_-]+$/.test(name) ? "document" : "configuration";
}
