/**
 * Derived layers: clusters, test links, processes, vectors and history, computed from one version off the hot path. Answers omit them until they
 * are available; stable values (ids, etags) do not depend on them.
 */
import type { SymbolHandle } from "../ids.js";
import type { History } from "./history.js";
import type { SymbolVectors } from "./vectors.js";

/** A group of symbols with more edges among each other than to other symbols. */
export interface Cluster {
  /** Depends on the members only: derived from the most central member. */
  readonly id: string;
  /** Folder of most members, and their common words: `src/auth: token, session`. */
  readonly label: string;
  readonly memberCount: number;
  /** Indexes of the clusters with the most common edges, most first. */
  readonly related: readonly number[];
}

/** A test that exercises a symbol. */
export interface TestLink {
  /** A test function, or the module symbol of a file whose tests have no names. */
  readonly test: SymbolHandle;
  /** Number of calls from the test's file to the symbol; 1 if the test only refers to it, 4 if it is linked by names alone. */
  readonly distance: number;
  /** Estimated probability that the test is about the symbol, 0.6..1, a multiple of 0.01. */
  readonly proximity: number;
}

export const PROCESS_ROLES = ["entry", "intermediate", "exit"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Role of a symbol in a process, a chain of calls that begins at an entry point. */
export interface ProcessPart {
  readonly processId: string;
  /** The entry point and its longest chain of calls: `POST /login → authenticate → validateToken`. */
  readonly label: string;
  readonly role: ProcessRole;
  /** Number of calls from the entry point. */
  readonly depth: number;
}

/** Derived layers of one version. Immutable: two reads give equal values. */
export interface DerivedLayers {
  /** Identifier of the layers' content: equal identifiers mean equal answers. */
  readonly version: string;
  /** Index of the symbol's cluster; `undefined` for isolated symbols and tests. */
  clusterOf(symbol: SymbolHandle): number | undefined;
  /** The cluster with an index. @throws if there is none */
  cluster(number: number): Cluster;
  /** Tests of a symbol, best first; limited in number, the best test of each file before further ones. */
  testsOf(symbol: SymbolHandle): readonly TestLink[];
  /** Processes of a symbol, nearest to the entry point first; limited in number. */
  processesOf(symbol: SymbolHandle): readonly ProcessPart[];
  /** Number of commits in 30 days that changed the symbol, as {@link History.churnOf}, but reads one page only; `undefined` without a history. */
  churnOf(symbol: SymbolHandle): number | undefined;
  /** Vectors of the symbols; `undefined` if the layers have none. The first call reads all of them. */
  vectors(): SymbolVectors | undefined;
  /** History of the version; `undefined` without git or if it could not be read. The first call reads all of it. */
  history(): History | undefined;
}
