/**
 * What linking reads and gives. Linking is a pure function of facts: same facts, same links, whatever the order of files.
 */
import type { FactsPage } from "../facts/page.js";
import type { FileHandle } from "../ids.js";

/** The facts of a whole repository at one moment, as linking sees them. */
export interface FactsSource {
  /** `undefined` when the path is not indexed. */
  file(path: string): FileHandle | undefined;
  path(file: FileHandle): string;
  facts(file: FileHandle): FactsPage;
  /** Symbol ids by ordinal, two words each (high, low). */
  symbolIds(file: FileHandle): Uint32Array;
  /** Handles of all indexed files, in path order. */
  files(): Iterable<FileHandle>;
  /** Text of a configuration file (tsconfig.json, package.json, pyproject.toml …); `undefined` when there is none. */
  config(path: string): string | undefined;
  /** Paths of all configuration files, by code units. */
  configs(): readonly string[];
}

/** Resolved edges of one file, in columns of equal length, ascending by (from, toFile, toSymbol, kind), each once. */
export interface LinkColumns {
  readonly length: number;
  /** Ordinals in the linked file. */
  readonly from: Uint32Array;
  readonly toFile: Uint32Array;
  /** Ordinals in `toFile`. */
  readonly toSymbol: Uint32Array;
  /** `EDGE_CODE`. */
  readonly kind: Uint8Array;
  /** Hundredths, 1..100; the best of the references that make the edge. */
  readonly confidence: Uint8Array;
  /** Numbers of `RESOLVERS`. */
  readonly resolver: Uint8Array;
  /** References that make the edge, at most 255. */
  readonly count: Uint8Array;
}

/** A call or import that leads out of the repository, or nowhere. Ascending by (from, kind, packageName, name), each once. */
export interface UnresolvedLink {
  readonly from: number;
  readonly kind: number;
  /** Empty when unknown. */
  readonly packageName: string;
  readonly name: string;
  readonly count: number;
}

/** One file's links. */
export interface LinkedFile {
  readonly file: FileHandle;
  readonly edges: LinkColumns;
  readonly unresolved: readonly UnresolvedLink[];
  /**
   * Hashes of the cross-file lookups that were made, ascending, each once. The links stay right as long as no lookup of that hash
   * changes its result; a collision costs a needless relink, never a wrong link.
   */
  readonly lookups: Uint32Array;
}
