/** Temporary files in an environment's folder: files written under another name before they are renamed, and files that probe for free space. */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ABANDONED_FILE_MS, isTemporaryFileName, temporaryFileName } from "@sdl/model";

/** A temporary name beside a file, unique across processes and threads. */
export function temporaryPath(path: string): string {
  return temporaryFileName(path, randomBytes(6).toString("hex"));
}

/** Removes temporary files of processes that died. Does not throw: the files only take space. */
export function removeAbandonedTemporaries(folder: string): void {
  try {
    for (const name of readdirSync(folder).filter(isTemporaryFileName)) {
      const path = join(folder, name);
      const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - writtenMs > ABANDONED_FILE_MS) rmSync(path, { force: true });
    }
  } catch {
    return; // the folder no longer exists or is not writable
  }
}
