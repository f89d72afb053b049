/** How the library is told to open any environment of ours, whose lock file is made whole on the way. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { GraphError } from "../errors.js";
import { isInvalidArgument } from "./failures.js";
import { makeLockFile } from "./lock-file.js";
import { mapRoom } from "./map-room.js";

/** Processes that may read at once; the library's own limit is near what a busy machine reaches. */
const MAX_READERS = 512;

const COLLECT_MS = 2;

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

/**
 * Runs `open`. Where the last user of an environment closes it while another opens it, the library leaves the opener with locks that were
 * taken down, and whoever opens it meanwhile, until all of them have closed it. What could not be opened is closed when it is collected.
 *
 * @throws {GraphError} `STORE_BUSY` in that case: it may be opened some milliseconds later
 */
export function openUnlessClosing<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!isInvalidArgument(error)) throw error;
    // The library's timer for this turn of the event loop still holds it.
    setTimeout(collectGarbage, COLLECT_MS).unref();
    throw new GraphError("STORE_BUSY", "another process was closing the store at this moment; try again", {
      cause: error,
    });
  }
}

let collectNow: (() => void) | undefined;

function collectGarbage(): void {
  if (collectNow === undefined) {
    setFlagsFromString("--expose-gc");
    collectNow = runInNewContext("gc") as () => void;
  }
  collectNow();
}
