/** Occurrences of identifiers in a source range. */
import { findIdentifiers } from "@sdl/indexer";
import type { ParsedStretch } from "./syntax-of.js";

export interface Matches {
  /** The names that occur, in the order of the request. */
  readonly found: readonly string[];
  readonly missing: readonly string[];
  /** Line numbers from 1, ascending, each once. */
  readonly lines: readonly number[];
  /** Rows of the occurrences in the range's syntax tree, ascending. */
  readonly rows: readonly number[];
}

export function findMatches({ source, language, from, to, tree }: ParsedStretch, names: readonly string[]): Matches {
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
