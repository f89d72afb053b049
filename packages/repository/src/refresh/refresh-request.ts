/** What a refresh is asked for, how far it is, and what came of it. */
import type { SkippedFile, VersionId } from "@sdl/model";

/** `wait`: another process indexes the repository; `work`: a step beside a refresh that takes a while, in the words of its message. */
export type RefreshPhase = "wait" | "discover" | "extract" | "link" | "publish" | "work";

/** File times come from a clock that may lag the wall clock by this much. */
export const CLOCK_TICK_MS = 20;

/** How far a refresh is, or what is done beside it. `total` grows while files are discovered. */
export interface RefreshProgress {
  readonly phase: RefreshPhase;
  /** Files done in this phase. */
  readonly done: number;
  readonly total: number;
  /** Source bytes done and to do, for rates and time left. */
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** What the user should know, in words: of `wait`, for whom. */
  readonly message?: string;
}

/** A step whose length nobody knows. @param message in a few words: `reading v1.2` */
export function workProgress(message: string): RefreshProgress {
  return { phase: "work", done: 0, total: 0, doneBytes: 0, totalBytes: 0, message };
}

export interface RefreshOptions {
  /** `incremental` trusts unchanged file stats; `full` hashes every file again. Both reuse facts of unchanged content. */
  readonly mode: "full" | "incremental";
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RefreshProgress) => void) | undefined;
  /** How long to wait for another process that indexes the repository, in milliseconds. Default 30 s. */
  readonly waitMs?: number | undefined;
  /** Why, for the log. */
  readonly reason?: string | undefined;
  /** Nobody waits for the result: what can be done at low priority is, until somebody asks for a refresh. */
  readonly isAutomatic?: boolean;
}

/** One refresh, for all who asked for it. */
export interface RefreshRun extends RefreshOptions {
  /** Present where nobody waits for it yet, and fires when somebody does: until then it works at low priority. */
  readonly whenAskedFor?: AbortSignal;
}

export interface RefreshResult {
  readonly versionId: VersionId;
  /** Whether a new version was made. */
  readonly created: boolean;
  readonly changedFiles: number;
  readonly addedFiles: number;
  readonly removedFiles: number;
  readonly symbols: number;
  readonly edges: number;
  readonly skipped: readonly SkippedFile[];
  readonly durationMs: number;
  /** The directories whose entries decide which files there are, the root as "". */
  readonly directories: readonly string[];
}

/** How the index compares with the disk. */
export interface Freshness {
  /** When files were last compared with the disk, in milliseconds since the epoch. */
  readonly checkedAtMs: number;
  /** How many files changed, came or went since the index was made. */
  readonly staleFiles: number;
  /** The first of them by path; at most three. */
  readonly staleNames: readonly string[];
  /** Why this program does not bring them up to date, in words; absent where it does. */
  readonly hindrance?: string;
}

/** Where each phase begins and ends, as shares of a refresh; measured on first indexes. */
const PHASES: Readonly<Record<RefreshPhase, readonly [number, number]>> = {
  wait: [0, 0],
  discover: [0, 0.05],
  extract: [0.05, 0.8],
  link: [0.8, 0.95],
  publish: [0.95, 1],
  work: [0, 0],
};

/** How much of a refresh is done, 0..1. */
export function shareDone({ phase, done, total, doneBytes, totalBytes }: RefreshProgress): number {
  const [start, end] = PHASES[phase];
  const share = totalBytes > 0 ? doneBytes / totalBytes : total > 0 ? done / total : 0;
  return start + (end - start) * Math.min(1, share);
}
