/** Free disk space: checked before a write, and to explain a write that failed. */
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { storageFullError } from "./failures.js";
import { removeAbandonedTemporaries, temporaryPath } from "./temporary-files.js";

/** Upper bound of a record's disk space, as a multiple of its bytes: large records fill whole pages. */
const ROOM_PER_BYTE = 2;
/** Bytes for the B-tree pages above the records, which a commit copies. */
const SPARE_BYTES = 1024 * 1024;

const PIECE_BYTES = 64 * 1024;
const DISK_FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/**
 * Refuses a commit that the disk has no space for. A write that the system refuses can end the process: LMDB's library (at least up to lmdb 3.5.6)
 * then prints a message into a buffer that is too short for it, `last_error` in `mdb_page_flush`.
 *
 * @param writtenBytes total size of the commit's records
 * @param doing the operation, for the message
 * @throws {GraphError} `STORAGE_FULL`
 */
export function requireRoom(folder: string, writtenBytes: number, doing = "writing the store"): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < SPARE_BYTES + ROOM_PER_BYTE * writtenBytes) throw storageFullError(doing, undefined);
}

/**
 * Whether the system refuses to grow a file in this folder. Tested by writing one, because quotas and limits are not visible otherwise.
 *
 * @param sizeBytes length of the file that could not grow
 */
export function isRefusedRoom(folder: string, sizeBytes: number): boolean {
  removeAbandonedTemporaries(folder);
  const path = temporaryPath(join(folder, "room"));
  try {
    const file = openSync(path, "wx");
    try {
      writeSync(file, new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES, sizeBytes + PIECE_BYTES);
    } finally {
      closeSync(file);
    }
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && DISK_FULL_CODES.has(String(error.code));
  } finally {
    rmSync(path, { force: true });
  }
}
