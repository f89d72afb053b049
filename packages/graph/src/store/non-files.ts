/**
 * Removal of non-files from an environment's folder: a folder, pipe or dangling link at the path of one of its files. Opening a pipe would block
 * forever. Such an entry contains no data of the store; after its removal, the file is created as if it had been missing.
 */
import { lstatSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** The data file may be a link to a file. */
const DATA_FILE = "data.mdb";
const OTHER_FILES = ["lock.mdb", "stamp"];

/** Removes the non-files. Does not throw: an entry that cannot be removed is reported when the store is opened. @param folder of the environment */
export function removeNonFiles(folder: string): void {
  for (const name of OTHER_FILES) removeUnlessFile(join(folder, name), lstatSync);
  removeUnlessFile(join(folder, DATA_FILE), statSync);
}

function removeUnlessFile(path: string, look: (path: string) => Stats): void {
  if (pathKind(path, lstatSync) === "nothing" || pathKind(path, look) === "file") return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return; // the folder is not writable
  }
}

function pathKind(path: string, look: (path: string) => Stats): "file" | "other" | "nothing" {
  try {
    return look(path).isFile() ? "file" : "other";
  } catch {
    return "nothing";
  }
}
