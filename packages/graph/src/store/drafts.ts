/** Files of an environment's folder that exist for a moment: drafts, and what is written to see whether there is room. */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ABANDONED_FILE_MS, isTemporaryFileName, temporaryFileName } from "@sdl/model";

/** A name beside a file's that no other process or thread takes. */
export function draftOf(path: string): string {
  return temporaryFileName(path, randomBytes(6).toString("hex"));
}

/** Removes drafts that processes left when they died. Never fails: they only take room. */
export function removeAbandonedDrafts(folder: string): void {
  try {
    for (const name of readdirSync(folder).filter(isTemporaryFileName)) {
      const path = join(folder, name);
      const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - writtenMs > ABANDONED_FILE_MS) rmSync(path, { force: true });
    }
  } catch {
    return; // a folder that went, or may not be written
  }
}
