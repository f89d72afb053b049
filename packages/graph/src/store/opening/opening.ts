/** How the library is told to open any environment of ours, whose lock file is made whole on the way. */

import { GraphError } from "@sdl/model";
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from "lmdb";
import { isInvalidArgument } from "../failures.js";
import { pauseThread } from "../pause.js";
import { sizeOfData } from "./file-pair.js";
import { makeLockFile, requireLockRights } from "./lock-file.js";
import { mapRoom } from "./map-room.js";

/** Processes that may read at once; the library's own limit is near what a busy machine reaches. */
const MAX_READERS = 512;

/** Before each try, in milliseconds, at most. Nobody waits beside this: two dozen tries outlast all but a storm of openers. */
const PAUSES_MS: readonly number[] = [0, 1, 2, 4, 8, 16, ...Array.from({ length: 18 }, () => 32)];

/** @throws {GraphError} `STORAGE_FULL` when the process may not map the file @throws {Error} the system's, when the disk is full */
export function openingOptions(path: string, mode: "read" | "write") {
  const mapSize = mapRoom(sizeOfData(path), mode);
  makeLockFile(path, MAX_READERS);
  requireLockRights(path, mode);
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
 * Opens an environment. Where the last user of one closes it while another process opens it, the library leaves the opener, and whoever opens it
 * meanwhile, with locks that were taken down, until all of them have closed it: so an opener closes it and opens it again.
 *
 * @throws {GraphError} `STORE_BUSY` where that goes on for long: it may be opened some milliseconds later
 */
export function openRoot(options: RootDatabaseOptionsWithPath): RootDatabase {
  let cause: unknown;
  for (const pauseMs of PAUSES_MS) {
    // Not the same pause in all processes: those that meet once would meet again.
    pauseThread(pauseMs * Math.random());
    try {
      return openOrClose(options);
    } catch (error) {
      if (!isInvalidArgument(error)) throw error;
      cause = error;
    }
  }
  throw new GraphError("STORE_BUSY", "other processes open and close the store at this moment; try again", { cause });
}

/** What `open` gives with `asClass`, which its types leave out: a class whose first object is the environment's root. */
type RootClass = new (name: null, options: RootDatabaseOptionsWithPath & { readonly isRoot: true }) => RootDatabase;

/** The library opens an environment before it makes the object that would close it, which is what fails: without that object it stays open. */
function openOrClose(options: RootDatabaseOptionsWithPath): RootDatabase {
  const rootOptions = { ...options, isRoot: true, asClass: true } as const;
  const Root = open(rootOptions) as unknown as RootClass;
  try {
    return new Root(null, rootOptions);
  } catch (error) {
    void Reflect.apply(Root.prototype.close, rootOptions, []);
    throw error;
  }
}
