/** Creates the folder of a new environment and excludes the family's folder from version control. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../folders/make-folder.js";
import { requireRoom } from "../room.js";
import { familyDirectory } from "./layer-place.js";

/**
 * @param directory of the store @param path folder of the environment inside it
 * @throws {GraphError} `STORAGE_FULL` @throws {Error} system errors
 */
export function prepareDirectory(directory: string, path: string): void {
  makeFolder(path);
  const ignore = join(familyDirectory(directory), ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  requireRoom(path, 0, `making the store in ${directory}`);
}
