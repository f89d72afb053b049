/**
 * The lock file of an LMDB environment, made whole before the library opens it. The library makes a hollow one and writes into it through
 * memory: on a full disk that ends the process, where a write would have been an error.
 */
import { accessSync, constants, existsSync, linkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GraphError } from "@sdl/model";
import { draftOf, removeAbandonedDrafts } from "../drafts.js";
import { isFullFailure } from "../failures.js";

/** Of the file's head and of each reader's place; with a page to spare. */
const HEAD_BYTES = 4096;
const READER_BYTES = 64;

/**
 * Does nothing when there is one, or where none can be made but for want of room.
 * @param readers processes that may read at once
 * @throws {Error} the system's, when the disk is full
 */
export function makeLockFile(folder: string, readers: number): void {
  const path = join(folder, "lock.mdb");
  if (existsSync(path)) return;
  const draft = draftOf(path);
  try {
    writeFileSync(draft, new Uint8Array(HEAD_BYTES + readers * READER_BYTES), { flag: "wx" });
    // Whole or not at all, and never over another's.
    linkSync(draft, path);
  } catch (error) {
    if (isFullFailure(error)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  removeAbandonedDrafts(folder);
}

/**
 * The library ends the process where it may not open the file as it wants to: for reading and writing, where the environment is opened for that.
 * @throws {Error} the system's, where writing is refused: it can be opened for reading then @throws {GraphError} `STORE_BLOCKED` where reading is
 */
export function requireLockRights(folder: string, mode: "read" | "write"): void {
  const path = join(folder, "lock.mdb");
  if (!existsSync(path)) return;
  try {
    accessSync(path, mode === "write" ? constants.R_OK | constants.W_OK : constants.R_OK);
  } catch (cause) {
    if (mode === "write") throw cause;
    throw new GraphError("STORE_BLOCKED", `${path} may not be read; change its rights and try again`, { cause });
  }
}
