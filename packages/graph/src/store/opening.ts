/** How the library is told to open any environment of ours, whose lock file is made whole on the way. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { makeLockFile } from "./lock-file.js";
import { mapRoom } from "./map-room.js";

/** Processes that may read at once; the library's own limit is near what a busy machine reaches. */
const MAX_READERS = 512;

/** @throws {GraphError} `STORAGE_FULL` when the process may not map the file @throws {Error} the system's, when the disk is full */
export function openingOptions(path: string, mode: "read" | "write") {
  const mapSize = mapRoom(statSync(join(path, "data.mdb"), { throwIfNoEntry: false })?.size ?? 0, mode);
  makeLockFile(path, MAX_READERS);
  return {
    path,
    mapSize,
    maxReaders: MAX_READERS,
    encoding: "binary",
    noSync: false,
    overlappingSync: false,
    noMemInit: false,
  } as const;
}
