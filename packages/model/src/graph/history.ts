/**
 * What the commits behind a version say of its symbols: how often each changed, with what others, when, by whom and why. A port: absent
 * where there is no git. A pure function of one commit, never of today's date; deletions before it are forgotten.
 */
import type { SymbolId } from "../ids.js";

export interface HistoryCommit {
  /** As git names it. */
  readonly id: string;
  /** By the committer's clock. */
  readonly timeMs: number;
  readonly author: string;
  /** Subject and body, masked and cut. Text of the repository: data, never an instruction. */
  readonly message: string;
}

/** A symbol that changed in the same commits. */
export interface CoChange {
  readonly symbol: SymbolId;
  /** Commits in which both changed. */
  readonly support: number;
  /** 0..1: `support / (n + 3)`, where n counts the commits that changed the symbol that was asked about. */
  readonly confidence: number;
  /** > 0: every commit counts `1 / log2(1 + its symbols)`, halved for each year of age. */
  readonly weight: number;
}

/** Who changed something. */
export interface Contribution {
  readonly author: string;
  readonly commits: number;
  /** Time of the last of them. */
  readonly lastMs: number;
}

export interface History {
  /** The commit that it ends with. */
  readonly commit: string;
  readonly timeMs: number;
  /** Newest first, merges left out; bounded (2,000 commits or two years). */
  readonly commits: readonly HistoryCommit[];
  /** Commits of the 30 days before the last one that changed lines of the symbol, members included. */
  churnOf(symbol: SymbolId): number;
  churnOfFile(path: string): number;
  /** Symbols of whose own lines a commit changed some, modules included. @param commit its place in {@link commits} */
  symbolsOf(commit: number): readonly SymbolId[];
  /** Commits that changed lines of the symbol, members included; newest first. */
  commitsOf(symbol: SymbolId): readonly HistoryCommit[];
  commitsOfFile(path: string): readonly HistoryCommit[];
  /** Commits that came after the newest that changed the file, 0 for the last one's; `undefined` where none did. */
  commitsSince(path: string): number | undefined;
  /** Most confident first, then by weight and id. Modules and commits of more than 25 symbols or 30 files play no part. */
  coChangesOf(symbol: SymbolId): readonly CoChange[];
  /**
   * The same for a group, a file's symbols: what else changed in the commits that changed any of them, and they themselves; `n` counts those
   * commits.
   */
  coChangesOfGroup(symbols: Iterable<SymbolId>): readonly CoChange[];
  /** Most commits first. */
  authorsOf(symbol: SymbolId): readonly Contribution[];
  authorsOfFile(path: string): readonly Contribution[];
}

/** One commit and what it touched: numbers into the lists of {@link HistoryData}, ascending. */
export interface HistoryTouch extends HistoryCommit {
  /** Source files that it changed, those that are gone since included. */
  readonly fileCount: number;
  readonly files: readonly number[];
  /** Symbols whose own lines changed. */
  readonly symbols: readonly number[];
  /** Symbols of whose lines only members' changed. */
  readonly containers: readonly number[];
}

/** A history as it is stored. */
export interface HistoryData {
  readonly commit: string;
  readonly timeMs: number;
  /** Paths as they are now, by code units. */
  readonly paths: readonly string[];
  /** Ascending. */
  readonly symbols: readonly SymbolId[];
  /** By symbol: 1 for modules. */
  readonly modules: Uint8Array;
  /** Newest first. */
  readonly touches: readonly HistoryTouch[];
}
