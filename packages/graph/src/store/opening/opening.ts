/** Library options for opening an environment; also creates its lock file. */

import { GraphError } from "@sdl/model";
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from "lmdb";
import { isInvalidArgument } from "../failures.js";
import { pauseThread } from "../pause.js";
import { statDataBytes } from "./file-pair.js";
import { makeLockFile, requireLockRights } from "./lock-file.js";
import { mapRoom } from "./map-room.js";

/** Maximum number of concurrent readers; the library's default is close to what a busy machine reaches. */
const MAX_READERS = 512;

/**
 * Upper bounds of the random pause before each try, in milliseconds. Two dozen tries outlast everything but a burst of many processes opening the
 * store.
 */
const PAUSES_MS: readonly number[] = [0, 1, 2, 4, 8, 16, ...Array.from({ length: 18 }, () => 32)];

/** @throws {GraphError} `STORAGE_FULL` if the process cannot map the file @throws {Error} system error if the disk is full */
export function openingOptions(path: string, mode: "read" | "write") {
  const mapSize = mapRoom(statDataBytes(path), mode);
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
 * Opens an environment. If its last user closes it while another process opens it, the library leaves the opener, and every process that opens it
 * meanwhile, with destroyed locks until all of them have closed it. So an opener that fails this way closes the environment and tries again.
 *
 * @throws {GraphError} `STORE_BUSY` if all tries fail; opening may succeed some milliseconds later
 */
export function openRoot(options: RootDatabaseOptionsWithPath): RootDatabase {
  let cause: unknown;
  for (const pauseMs of PAUSES_MS) {
    // Random pauses: with equal ones, processes that collided once would collide again.
    pauseThread(pauseMs * Math.random());
    try {
      return openOrClose(options);
    } catch (error) {
      if (!isInvalidArgument(error)) throw error;
      cause = error;
    }
  }
  throw new GraphError("STORE_BUSY", "other processes are opening and closing the store; try again", { cause });
}

/**
 * Type of the result of `open` with the option `asClass`, which the library's types omit: a class whose first instance is the environment's root.
 */
type RootClass = new (name: null, options: RootDatabaseOptionsWithPath & { readonly isRoot: true }) => RootDatabase;

/**
 * Opens an environment and closes it if that fails. The library opens the environment before it creates the object with the `close` method, and the
 * failing step is the creation: without this code the environment would stay open.
 */
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
