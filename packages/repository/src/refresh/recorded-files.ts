/** Files that a version records, as a refresh compares them with the disk. */
import type { Ledger, LedgerSnapshot } from "@sdl/graph";
import { type FileStat, isUnlinked, type SkippedFile } from "@sdl/model";
import type { RecordedFiles } from "./plan.js";

/** Files and skipped files recorded by the ledger. */
export interface Recorded extends RecordedFiles {
  readonly skips: readonly SkippedFile[];
  /** Paths of the indexed files whose linking failed. */
  readonly unlinked: readonly string[];
}

/** Reads the files and skipped files of a version. */
export function recordedFiles(snapshot: LedgerSnapshot): Recorded {
  const skips = snapshot.skipped();
  const skipped = new Map<string, FileStat>();
  for (const { path, stat } of skips) if (stat !== undefined) skipped.set(path, stat);
  const files = new Map<string, FileStat>();
  for (const { path, language, stat } of snapshot.fileEntries()) if (language !== "config") files.set(path, stat);
  return {
    files,
    configs: new Map(snapshot.configs().map((entry) => [entry.path, entry.stat])),
    skipped,
    skips,
    unlinked: skips.flatMap(({ path, reason }) => (isUnlinked(reason) ? [path] : [])),
    producer: snapshot.producer(),
  };
}

/** Reads them of the latest version. */
export function readRecorded(ledger: Ledger): Recorded {
  const snapshot = ledger.snapshot();
  try {
    return recordedFiles(snapshot);
  } finally {
    snapshot.close();
  }
}
