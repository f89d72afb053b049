/** Occurrences of identifiers in a source range. */
import { findIdentifiers } from "@sdl/indexer";
import type { ParsedSection } from "./syntax-of.js";

/** Which identifiers occur, and where. */
export interface IdentifierMatches {
  /** The names that occur, in the order of the request. */
  readonly found: readonly string[];
  readonly missing: readonly string[];
  /** Line numbers from 1, ascending, each once. */
  readonly lines: readonly number[];
  /** Rows of the occurrences in the range's syntax tree, ascending. */
  readonly rows: readonly number[];
}

/** Finds identifiers in the syntax tree; names in comments and strings do not count. */
export function findIdentifierMatches(
  { source, language, from, to, tree }: ParsedSection,
  names: readonly string[],
): IdentifierMatches {
  const occurrences = findIdentifiers(tree, { language, names, from, to });
  const found = new Set(occurrences.map(({ name }) => name));
  const asked = [...new Set(names)];
  return {
    found: asked.filter((name) => found.has(name)),
    missing: asked.filter((name) => !found.has(name)),
    lines: [...new Set(occurrences.map(({ start }) => source.lineAt(start)))].sort((a, b) => a - b),
    rows: occurrences.map(({ row }) => row),
  };
}
