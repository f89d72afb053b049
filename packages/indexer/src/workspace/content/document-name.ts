/** Which files are documents or configuration, by name: text for people, and data that programs read. Knows names; refuses to read. */
import { findFileKind } from "./file-kind.js";

export type DocumentKind = "document" | "configuration";

const DOCUMENT = /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt|text|org)$/i;
const CONFIGURATION =
  /\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|config|properties|env|xml|csv|tsv|lock|template|example|sample|dist)$/i;
/** `LICENSE`, `Dockerfile`, `.npmrc`, `.env.production`: a name with no extension, or that begins with a dot. */
const UNTYPED = /^(?:[^.]+|\.[^/]+)$/;

/** @returns `undefined` for code in any language, and for what is no text */
export function documentKind(name: string): DocumentKind | undefined {
  if (findFileKind(name)?.language !== undefined) return undefined;
  if (DOCUMENT.test(name)) return "document";
  if (CONFIGURATION.test(name)) return "configuration";
  if (!UNTYPED.test(name)) return undefined;
  return /^[A-Z_-]+$/.test(name) ? "document" : "configuration";
}
