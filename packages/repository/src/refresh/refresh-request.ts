/** Request, progress and result of a refresh. */
import type { SkippedFile, VersionId } from "@sdl/model";

/** `wait`: another process indexes the repository. `work`: a longer step besides a refresh, described by the message. */
export type RefreshPhase = "wait" | "discover" | "extract" | "link" | "publish" | "work";

/** File times come from a clock that may lag behind the wall clock by this many milliseconds. */
export const CLOCK_TICK_MS = 20;

/** Progress of a refresh, or of a step besides it. `total` grows while files are discovered. */
export interface RefreshProgress {
  readonly phase: RefreshPhase;
  /** Files done in this phase. */
  readonly done: number;
  readonly total: number;
  /** Source bytes done and to do, for rates and remaining time. */
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** Message for the user; in phase `wait`, it names the other process. */
  readonly message?: string;
}

/** Progress of a step of unknown length. @param message a few words: `reading v1.2` */
export function workProgress(message: string): RefreshProgress {
  return { phase: "work", done: 0, total: 0, doneBytes: 0, totalBytes: 0, message };
}

/** How a refresh reads files, waits, and reports. */
export interface RefreshOptions {
  /** `incremental` trusts unchanged file stats; `full` hashes every file again. Both reuse facts of unchanged content. */
  readonly mode: "full" | "incremental";
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RefreshProgress) => void) | undefined;
  /** How long to wait for another process that indexes the repository, in milliseconds. Default 30 s. */
  readonly waitMs?: number | undefined;
  /** Reason of the refresh, for the log. */
  readonly reason?: string | undefined;
  /** Whether files of which a watcher noted no change need not be looked at. Default false. */
  readonly trustsWatcher?: boolean;
  /** Whether no caller waits for the result: work then runs at low priority if possible, until a caller requests a refresh. */
  readonly isAutomatic?: boolean;
}

/** One refresh, shared by all its callers. */
export interface RefreshRun extends RefreshOptions {
  /** Present if no caller waits for the refresh yet; fires when one does. Until then it runs at low priority. */
  readonly whenAskedFor?: AbortSignal;
}

/** The version after a refresh, and what differed from the one before. */
export interface RefreshResult {
  readonly versionId: VersionId;
  /** Whether a new version was created. */
  readonly created: boolean;
  readonly changedFiles: number;
  readonly addedFiles: number;
  readonly removedFiles: number;
  readonly symbols: number;
  readonly edges: number;
  readonly skipped: readonly SkippedFile[];
  readonly durationMs: number;
  /** The directories whose entries decide which files exist; the root is "". */
  readonly directories: readonly string[];
}

/** How the index compares with the disk. */
export interface Freshness {
  /** When files were last compared with the disk, in milliseconds since the epoch. */
  readonly checkedAtMs: number;
  /** Number of files changed, added or removed since the index was made. */
  readonly staleFiles: number;
  /** The first of them by path; at most three. */
  readonly staleNames: readonly string[];
  /** Why this program cannot update the index; absent if it can. */
  readonly hindrance?: string;
}

/** Start and end of each phase, as shares of a refresh; measured on first indexes. */
const PHASES: Readonly<Record<RefreshPhase, readonly [number, number]>> = {
  wait: [0, 0],
  discover: [0, 0.05],
  extract: [0.05, 0.8],
  link: [0.8, 0.95],
  publish: [0.95, 1],
  work: [0, 0],
};

/** The share of a refresh that is done, 0..1. */
export function shareDone({ phase, done, total, doneBytes, totalBytes }: RefreshProgress): number {
  const [start, end] = PHASES[phase];
  const share = totalBytes > 0 ? doneBytes / totalBytes : total > 0 ? done / total : 0;
  return start + (end - start) * Math.min(1, share);
}
