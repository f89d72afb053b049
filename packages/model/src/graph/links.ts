/** Linking input and output. Linking is a pure function of facts: equal facts give equal links, whatever the order of files. */
import type { FactsPage } from "../facts/page.js";
import type { FileHandle } from "../ids.js";

/** Facts of a whole repository at one time, as input of linking. */
export interface FactsSource {
  /** `undefined` if the path is not indexed. */
  file(path: string): FileHandle | undefined;
  path(file: FileHandle): string;
  facts(file: FileHandle): FactsPage;
  /** Symbol ids by ordinal, two words each (high, low). */
  symbolIds(file: FileHandle): Uint32Array;
  /** Handles of all indexed files, in path order. */
  files(): Iterable<FileHandle>;
  /** Text of a configuration file (tsconfig.json, package.json, pyproject.toml …); `undefined` if it does not exist. */
  config(path: string): string | undefined;
  /** Paths of all configuration files, in the order of code units. */
  configs(): readonly string[];
}

/** Resolved edges of one file as columns of equal length, ascending by (from, toFile, toSymbol, kind), each once. */
export interface LinkColumns {
  readonly length: number;
  /** Ordinals of symbols in the linked file. */
  readonly from: Uint32Array;
  readonly toFile: Uint32Array;
  /** Ordinals of symbols in `toFile`. */
  readonly toSymbol: Uint32Array;
  /** Codes of edge kinds, see `EDGE_CODE`. */
  readonly kind: Uint8Array;
  /** Confidence in hundredths, 1..100: the maximum over the edge's references. */
  readonly confidence: Uint8Array;
  /** Indexes into `RESOLVERS`. */
  readonly resolver: Uint8Array;
  /** Number of references per edge, at most 255. */
  readonly count: Uint8Array;
}

/** A call or import whose target is outside of the repository or unknown. Ascending by (from, kind, packageName, name), each once. */
export interface UnresolvedLink {
  readonly from: number;
  readonly kind: number;
  /** Package of the target; empty if unknown. */
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
   * Hashes of the lookups in other files, ascending, each once. The links remain valid while the results of lookups with these hashes do not
   * change; a hash collision causes an unnecessary relink, never a wrong link.
   */
  readonly lookups: Uint32Array;
}
