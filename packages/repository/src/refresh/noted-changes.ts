/** Changes of files that a watcher noted: they save a look at all files, and tell a large change before the files are looked at. */
import { posix } from "node:path";
import { findFileKind, statsInRoot } from "@sdl/indexer";
import type { VersionId } from "@sdl/model";
import { MAX_STALE_NAMES } from "./plan.js";
import type { Freshness } from "./refresh-request.js";

/** What a watcher noted since the last refresh. */
export interface NotedChanges {
  /** Repository-relative paths of files and folders that were created, removed, renamed or written. */
  readonly paths: ReadonlySet<string>;
  /** Whether nothing else can have changed since this process last looked at the files. */
  readonly isComplete: boolean;
  /** When the last change was noted, in milliseconds since the epoch. */
  readonly lastMs: number;
}

/** Number and first names of the noted files that an index may have. */
export function notedFiles({ paths }: NotedChanges): Pick<Freshness, "staleFiles" | "staleNames"> {
  const files = [...paths].filter((path) => findFileKind(posix.basename(path)) !== undefined).sort();
  return { staleFiles: files.length, staleNames: files.slice(0, MAX_STALE_NAMES) };
}

/** Whether a version was published after the last noted change, by another process: it probably has the changes. */
export function isPublishedAfter({ lastMs }: NotedChanges, latest: VersionId | undefined): boolean {
  return latest !== undefined && Number(latest.slice(1)) >= lastMs;
}

/** Whether the noted files have more bytes than this together now. */
export function exceedsBytes(rootPath: string, noted: NotedChanges, limitBytes: number): boolean {
  const statOf = statsInRoot(rootPath);
  let bytes = 0;
  for (const path of noted.paths) {
    if (findFileKind(posix.basename(path))?.language !== undefined) bytes += statOf(path)?.sizeBytes ?? 0;
    if (bytes > limitBytes) return true;
  }
  return false;
}
