/** Translation of native errors of the store. This module alone interprets error numbers of LMDB and the system. */
import { GraphError, messageOf } from "@sdl/model";
import { REBUILD_HINT } from "../errors.js";

/** Disk full: ENOSPC, EDQUOT, EFBIG, MDB_MAP_FULL, MDB_TXN_FULL; ERROR_DISK_FULL on Windows. */
const DISK_FULL_CODES = new Set([28, 122, 27, -30792, -30788, 112]);
/** Writing refused by the medium or by permissions: EROFS, EACCES, EPERM. */
const READ_ONLY_CODES = new Set([30, 13, 1]);
/** Limits of the process reached (files, memory, threads): EMFILE, ENFILE, ENOMEM, EAGAIN. */
const LIMIT_REACHED_CODES = new Set([24, 23, 12, 11]);
/** A file, folder, link or pipe at a path where another type is expected: ENOTDIR, EISDIR, EEXIST, ELOOP, ENXIO. */
const WRONG_FILE_TYPE_CODES = new Set([20, 21, 17, 40, 6]);
/** MDB_PANIC, recognised by its text because reads report it under another number. */
const PANIC_PATTERN = /MDB_PANIC/;
/** MDB_READERS_FULL: LMDB's table of readers is full. */
const READERS_FULL = -30790;
/**
 * Range of LMDB's own error codes. A code in this range that no other rule handles means a corrupt file (MDB_CORRUPTED, MDB_PAGE_NOTFOUND,
 * MDB_CURSOR_FULL and others): this program's calls cause no other such error.
 */
const LMDB_CODES = { first: -30799, last: -30769 } as const;
/** MDB_BAD_VALSIZE: invalid key length, a bug of this program and not of the file. */
const BAD_VALSIZE_CODE = -30781;
const CLOSED_PATTERN = /closed (database|transaction)|database has been closed/i;

/** @param doing the failed operation for the message, for example "reading the facts table" */
export function toGraphError(error: unknown, doing: string): GraphError {
  if (error instanceof GraphError) return error;
  const number = errorNumber(error);
  const text = messageOf(error);
  const options = { cause: error };
  if (PANIC_PATTERN.test(text)) {
    const message = `${doing}: an earlier write failed (${text}); the stored data is intact, open the store again`;
    return new GraphError("STORE_FAILED", message, options);
  }
  if (isFullFailure(error)) {
    return storageFullError(doing, error);
  }
  if (isReadOnlyFailure(error)) {
    return new GraphError(
      "STORE_READ_ONLY",
      `${doing}: the store cannot be written here; pass --store with a writable folder`,
      options,
    );
  }
  if (CLOSED_PATTERN.test(text))
    return new GraphError("STORE_CLOSED", `${doing}: the ledger is closed; open it again`, options);
  if (LIMIT_REACHED_CODES.has(number)) {
    const message = `${doing}: the system refuses this process more files or memory (${text}); raise its limits (ulimit -n, ulimit -v) and try again`;
    return new GraphError("STORE_BUSY", message, options);
  }
  if (WRONG_FILE_TYPE_CODES.has(number)) {
    const message = `${doing}: another kind of file is at the store's path (${text}); move it away, or pass --store with another folder`;
    return new GraphError("STORE_BLOCKED", message, options);
  }
  if (number === READERS_FULL) {
    const message = `${doing}: too many processes read this store; end some of them and try again`;
    return new GraphError("STORE_BUSY", message, options);
  }
  if (number >= LMDB_CODES.first && number <= LMDB_CODES.last && number !== BAD_VALSIZE_CODE) {
    return new GraphError("STORE_CORRUPT", `${doing}: the store is damaged (${text}); ${REBUILD_HINT}`, options);
  }
  return new GraphError("STORE_IO", `${doing} failed (${text}); try again, then run "sdl doctor"`, options);
}

/** @param doing the failed operation; "writing the store" means that the store can still be read */
export function storageFullError(doing: string, cause: unknown): GraphError {
  const next = doing === "writing the store" ? "; the store can still be read" : "";
  return new GraphError("STORAGE_FULL", `${doing}: the disk is full; free space and try again${next}`, { cause });
}

/** Whether the error means that a file of the store was removed before it could be opened (ENOENT). */
export function isGone(error: unknown): boolean {
  return errorNumber(error instanceof GraphError ? error.cause : error) === 2;
}

/** Whether the error is EINVAL. Of the library calls of this program, only a call on destroyed locks fails with it. */
export function isInvalidArgument(error: unknown): boolean {
  return errorNumber(error) === 22;
}

/** Whether a native error means that the disk or a quota is full. */
export function isFullFailure(error: unknown): boolean {
  const text = messageOf(error);
  return DISK_FULL_CODES.has(errorNumber(error)) || /no space left|disk quota|file too large/i.test(text);
}

/** Whether a native error means that the store cannot be written. */
export function isReadOnlyFailure(error: unknown): boolean {
  const text = messageOf(error);
  return (
    READ_ONLY_CODES.has(errorNumber(error)) || /read-only file system|permission denied|EROFS|EACCES|EPERM/i.test(text)
  );
}

/** The error number as a positive or LMDB number: LMDB's errors have a numeric `code`, the system's a name in `code` and a signed `errno`. */
function errorNumber(error: unknown): number {
  if (typeof error !== "object" || error === null || !("code" in error)) return 0;
  if (typeof error.code === "number") return error.code;
  return "errno" in error && typeof error.errno === "number" ? Math.abs(error.errno) : 0;
}
