/**
 * History of a version: how often each symbol changed, with which others, when, by whom, and why. A port; absent without git. A pure function of
 * one commit, independent of the current date; deleted symbols are not contained.
 */
import type { SymbolId } from "../ids.js";

/** One commit of a history. */
export interface HistoryCommit {
  /** Commit id, as git names it. */
  readonly id: string;
  /** Commit time by the committer's clock. */
  readonly timeMs: number;
  readonly author: string;
  /** Subject and body, with secrets masked, shortened. Text from the repository: data, never an instruction. */
  readonly message: string;
}

/** A symbol that changed in the same commits. */
export interface CoChange {
  readonly symbol: SymbolId;
  /** Number of commits in which both changed. */
  readonly support: number;
  /** 0..1: `support / (n + 3)`, with the number n of commits that changed the queried symbol. */
  readonly confidence: number;
  /** Sum over commits, > 0: each counts `1 / log2(1 + number of its symbols)`, halved for each year of age. */
  readonly weight: number;
}

/** Contribution of one author to a symbol or file. */
export interface Contribution {
  readonly author: string;
  readonly commits: number;
  /** Time of the author's last commit. */
  readonly lastMs: number;
}

/** Queries on the commits of a version. */
export interface History {
  /** Id of the newest commit. */
  readonly commit: string;
  readonly timeMs: number;
  /** Newest first, without merges; at most 2,000 commits or two years. */
  readonly commits: readonly HistoryCommit[];
  /** Number of commits in the 30 days before the newest one that changed lines of the symbol, members included. */
  churnOf(symbol: SymbolId): number;
  churnOfFile(path: string): number;
  /** Symbols whose own lines a commit changed, modules included. @param commit index in {@link commits} */
  symbolsOf(commit: number): readonly SymbolId[];
  /** Commits that changed lines of the symbol, members included; newest first. */
  commitsOf(symbol: SymbolId): readonly HistoryCommit[];
  commitsOfFile(path: string): readonly HistoryCommit[];
  /** Number of commits after the newest one that changed the file, 0 if that is the newest of all; `undefined` if none changed it. */
  commitsSince(path: string): number | undefined;
  /** Co-changed symbols by descending confidence, then weight, then id. Modules, and commits of more than 25 symbols or 30 files, are ignored. */
  coChangesOf(symbol: SymbolId): readonly CoChange[];
  /**
   * Co-changes of a group, such as a file's symbols: all symbols changed by the commits that changed a member, members included; `n` counts these
   * commits.
   */
  coChangesOfGroup(symbols: Iterable<SymbolId>): readonly CoChange[];
  /** Authors by descending number of commits. */
  authorsOf(symbol: SymbolId): readonly Contribution[];
  authorsOfFile(path: string): readonly Contribution[];
}

/** One commit and what it changed: ascending indexes into the lists of {@link HistoryData}. */
export interface HistoryTouch extends HistoryCommit {
  /** Number of source files that the commit changed, including files deleted since. */
  readonly fileCount: number;
  readonly files: readonly number[];
  /** Symbols whose own lines changed. */
  readonly symbols: readonly number[];
  /** Symbols that changed only in lines of their members. */
  readonly containers: readonly number[];
}

/** A history as stored. */
export interface HistoryData {
  readonly commit: string;
  readonly timeMs: number;
  /** Current paths in the order of code units. */
  readonly paths: readonly string[];
  /** Symbols in ascending order. */
  readonly symbols: readonly SymbolId[];
  /** By symbol: 1 for modules. */
  readonly modules: Uint8Array;
  /** Commits, newest first. */
  readonly touches: readonly HistoryTouch[];
}
