/** Listing of folders that may be missing. */
import { readdirSync } from "node:fs";

/** Names of a folder's entries, sorted; empty if the folder is missing or not readable. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // the folder is missing or not readable
  }
}
