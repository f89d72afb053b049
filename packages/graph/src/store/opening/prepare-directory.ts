/** The folder of a new environment, kept out of version control with all of its family. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../folders/make-folder.js";
import { requireRoom } from "../room.js";
import { familyDirectory } from "./layer-place.js";

/**
 * @param directory of the store @param path of the environment in it
 * @throws {GraphError} `STORAGE_FULL` @throws {Error} the system's
 */
export function prepareDirectory(directory: string, path: string): void {
  makeFolder(path);
  const ignore = join(familyDirectory(directory), ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  requireRoom(path, 0, `making the store in ${directory}`);
}
