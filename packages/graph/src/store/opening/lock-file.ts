/**
 * Lock file of an LMDB environment, created at full size before the library opens it. The library would create a sparse file and write to it
 * through memory: on a full disk that ends the process, where an ordinary write returns an error.
 */
import { accessSync, constants, existsSync, linkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GraphError } from "@sdl/model";
import { isFullFailure } from "../failures.js";
import { removeAbandonedTemporaries, temporaryPath } from "../temporary-files.js";

/** Size of the file's head and of one reader slot; the head includes a spare page. */
const HEAD_BYTES = 4096;
const READER_BYTES = 64;

/**
 * Creates the lock file; does nothing if there is one, or if it cannot be created for a reason other than a full disk.
 * @param readers maximum number of concurrent readers
 * @throws {Error} system error if the disk is full
 */
export function makeLockFile(folder: string, readers: number): void {
  const path = join(folder, "lock.mdb");
  if (existsSync(path)) return;
  const draft = temporaryPath(path);
  try {
    writeFileSync(draft, new Uint8Array(HEAD_BYTES + readers * READER_BYTES), { flag: "wx" });
    // A link is atomic and never replaces another process's file.
    linkSync(draft, path);
  } catch (error) {
    if (isFullFailure(error)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  removeAbandonedTemporaries(folder);
}

/**
 * Checks the permissions of the lock file, because the library ends the process if it cannot open the file in the mode it needs.
 * @throws {Error} system error if `mode` is "write" and the file is not writable: the store can then be opened for reading
 * @throws {GraphError} `STORE_BLOCKED` if the file is not readable
 */
export function requireLockRights(folder: string, mode: "read" | "write"): void {
  const path = join(folder, "lock.mdb");
  if (!existsSync(path)) return;
  try {
    accessSync(path, mode === "write" ? constants.R_OK | constants.W_OK : constants.R_OK);
  } catch (cause) {
    if (mode === "write") throw cause;
    throw new GraphError("STORE_BLOCKED", `${path} is not readable; change its permissions and try again`, { cause });
  }
}
