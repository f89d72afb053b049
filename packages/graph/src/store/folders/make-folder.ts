import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder, with those above it. Node.js' own `recursive` never ends in a folder of which the file system says that it is missing when
 * something is to be made in it, as in `/proc`.
 * @param mode of every folder that is made
 * @returns whether it was not there
 * @throws {Error} the system's; `EPERM` where the file system takes no folder
 */
export function makeFolder(path: string, mode = 0o777): boolean {
  try {
    mkdirSync(path, mode);
    return true;
  } catch (error) {
    if (isFolder(path)) return false;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    if (isFolder(parent)) throw refused(path);
    makeFolder(parent, mode);
    return makeFolder(path, mode);
  }
}

function refused(path: string): Error {
  return Object.assign(new Error(`EPERM: the file system takes no folder, mkdir '${path}'`), { code: "EPERM", path });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
