/**
 * Layers that are derived from one version off the hot path: clusters, test links, processes, vectors, history. An answer does without them where they
 * are not there yet; nothing that must be stable (ids, etags) depends on them.
 */
import type { SymbolHandle } from "../ids.js";
import type { History } from "./history.js";
import type { SymbolVectors } from "./vectors.js";

/** Symbols that lean on each other more than on the rest. */
export interface Cluster {
  /** Follows from the members alone: named after the most central of them. */
  readonly id: string;
  /** Where most members lie and what they are about: `src/auth: token, session`. */
  readonly label: string;
  readonly memberCount: number;
  /** Numbers of the clusters that it shares most edges with, most first. */
  readonly related: readonly number[];
}

/** A test that exercises a symbol. */
export interface TestLink {
  /** A test function, or the module of a file whose tests have no names of their own. */
  readonly test: SymbolHandle;
  /** Calls from the test to the symbol, helpers of the tests not counted; 1 also where it is only imported. */
  readonly distance: number;
  /** 0..1, in hundredths. */
  readonly proximity: number;
}

export const PROCESS_ROLES = ["entry", "intermediate", "exit"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** What a symbol does in one chain of calls that starts where the outside world calls in. */
export interface ProcessPart {
  readonly processId: string;
  /** The entry and its longest chain: `POST /login → authenticate → validateToken`. */
  readonly label: string;
  readonly role: ProcessRole;
  /** Calls from the entry. */
  readonly depth: number;
}

/** The layers of one version. Immutable: two reads give equal values. */
export interface DerivedLayers {
  /** Equal names, equal answers. */
  readonly version: string;
  /** The cluster's number; `undefined` for isolated symbols and tests. */
  clusterOf(symbol: SymbolHandle): number | undefined;
  /** @throws when there is no cluster of that number */
  cluster(number: number): Cluster;
  /** Best first, bounded. */
  testsOf(symbol: SymbolHandle): readonly TestLink[];
  /** Nearest to the entry first, bounded. */
  processesOf(symbol: SymbolHandle): readonly ProcessPart[];
  /** Commits of 30 days that changed it, as {@link History.churnOf}, at the cost of a page; `undefined` without a history. */
  churnOf(symbol: SymbolHandle): number | undefined;
  /** `undefined` where the layers have none. The first call reads all of them. */
  vectors(): SymbolVectors | undefined;
  /** `undefined` where there is no git, or its history could not be read. The first call reads all of it. */
  history(): History | undefined;
}
