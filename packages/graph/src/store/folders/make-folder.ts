/** Creation of folders on any file system. */
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its missing parents. Replaces Node.js' option `recursive`, which loops forever if the file system denies the existence of
 * the parent when a folder is created in it, as `/proc` does.
 * @param mode permissions of every created folder
 * @returns whether the folder was missing
 * @throws {Error} system errors; `EPERM` if the file system cannot contain folders
 */
export function makeFolder(path: string, mode = 0o777): boolean {
  try {
    mkdirSync(path, mode);
    return true;
  } catch (error) {
    if (isFolder(path)) return false;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    if (isFolder(parent)) throw refusedError(path);
    makeFolder(parent, mode);
    return makeFolder(path, mode);
  }
}

function refusedError(path: string): Error {
  return Object.assign(new Error(`EPERM: the file system allows no new folder, mkdir '${path}'`), {
    code: "EPERM",
    path,
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
