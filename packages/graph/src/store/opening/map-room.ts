/**
 * Size of the address space reserved for a data file. The library maps a file again when it outgrows its map, and a map that the system refuses
 * ends the process. So the space is reserved once, at opening, within the process's limit; a file that outgrows it is opened again.
 */

import { readFileSync } from "node:fs";
import { GraphError } from "@sdl/model";

/** Preferred size of a map in bytes: unlimited address space costs nothing, and no store comes near this size. */
const WANTED_BYTES = 64 * 1024 ** 3;
/** Size of the map as a multiple of the file's length, for very large stores. */
const TIMES_FILE = 4;
/** Largest share of the free address space that a map may take; the rest of the process needs some too. */
const SHARE_OF_FREE = 0.5;
/** Largest share of a map that may be in use when a transaction begins; no transaction writes as much as the remainder. */
const MAX_FILLED = 0.75;
const PAGE_BYTES = 4096;

/** Size in bytes of the map for a file. @throws {GraphError} `STORAGE_FULL` if the process's address space is too small */
export function mapRoom(fileBytes: number, mode: "read" | "write", limits = readLimits()): number {
  const free = limits.allowedBytes - limits.takenBytes;
  const wanted = Math.max(WANTED_BYTES, TIMES_FILE * fileBytes);
  const room = Math.floor(Math.min(wanted, free * SHARE_OF_FREE) / PAGE_BYTES) * PAGE_BYTES;
  if (room > 0 && !hasOutgrownRoom(fileBytes, room, mode)) return room;
  const limit = `the limit of this process's address space (ulimit -v, ${limits.allowedBytes} bytes)`;
  throw new GraphError(
    "STORAGE_FULL",
    `a store of ${fileBytes} bytes does not fit into ${limit}; raise it and try again`,
  );
}

/** Whether a file has grown so far that it must be opened again before the next read or write. */
export function hasOutgrownRoom(fileBytes: number, room: number, mode: "read" | "write"): boolean {
  return fileBytes > (mode === "read" ? room : room * MAX_FILLED);
}

/** Address space that the process may use and already uses, in bytes. */
export interface AddressSpace {
  /** Infinity if there is no limit. */
  readonly allowedBytes: number;
  readonly takenBytes: number;
}

/** Reads the limits of this process; no limit if the system does not provide one. */
function readLimits(): AddressSpace {
  const allowed = matchNumberInFile("/proc/self/limits", /^Max address space +(\d+)/m);
  const taken = allowed === undefined ? undefined : matchNumberInFile("/proc/self/statm", /^(\d+)/);
  return { allowedBytes: allowed ?? Number.POSITIVE_INFINITY, takenBytes: (taken ?? 0) * PAGE_BYTES };
}

function matchNumberInFile(path: string, pattern: RegExp): number | undefined {
  try {
    const [, digits] = pattern.exec(readFileSync(path, "latin1")) ?? [];
    return digits === undefined ? undefined : Number(digits);
  } catch {
    return undefined; // the system has no such file
  }
}
