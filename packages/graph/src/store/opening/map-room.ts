/**
 * How much address space a data file is mapped into. The library maps a file anew that outgrew its map, and a map that the system refuses ends
 * the process. So room is taken once, when the file is opened, and never more than there is; a file that outgrows it is opened again.
 */

import { readFileSync } from "node:fs";
import { GraphError } from "@sdl/model";

/** Address space costs nothing where it is not limited, and no store comes near this. */
const WANTED_BYTES = 64 * 1024 ** 3;
/** Of a store larger than that is thought possible, so many times its length. */
const TIMES_FILE = 4;
/** Of what is free, so much: the rest of the process wants some too. */
const SHARE_OF_FREE = 0.5;
/** How full a map may be when a transaction begins: none writes as much as what is left. */
const MAX_FILLED = 0.75;
const PAGE_BYTES = 4096;

/** @throws {GraphError} `STORAGE_FULL` when the process may not map so much */
export function mapRoom(fileBytes: number, mode: "read" | "write", limits = readLimits()): number {
  const free = limits.allowedBytes - limits.takenBytes;
  const wanted = Math.max(WANTED_BYTES, TIMES_FILE * fileBytes);
  const room = Math.floor(Math.min(wanted, free * SHARE_OF_FREE) / PAGE_BYTES) * PAGE_BYTES;
  if (room > 0 && !outgrows(fileBytes, room, mode)) return room;
  const limit = `the limit of this process's address space (ulimit -v, ${limits.allowedBytes} bytes)`;
  throw new GraphError(
    "STORAGE_FULL",
    `a store of ${fileBytes} bytes does not fit into ${limit}; raise it and try again`,
  );
}

/** Whether a file must be opened again before it is read, or written, once more. */
export function outgrows(fileBytes: number, room: number, mode: "read" | "write"): boolean {
  return fileBytes > (mode === "read" ? room : room * MAX_FILLED);
}

/** Bytes of address space that the process may take and has taken. */
export interface AddressSpace {
  /** Infinity where there is no limit. */
  readonly allowedBytes: number;
  readonly takenBytes: number;
}

/** No limit where the system does not tell. */
function readLimits(): AddressSpace {
  const allowed = matchIn("/proc/self/limits", /^Max address space +(\d+)/m);
  const taken = allowed === undefined ? undefined : matchIn("/proc/self/statm", /^(\d+)/);
  return { allowedBytes: allowed ?? Number.POSITIVE_INFINITY, takenBytes: (taken ?? 0) * PAGE_BYTES };
}

function matchIn(path: string, pattern: RegExp): number | undefined {
  try {
    const [, digits] = pattern.exec(readFileSync(path, "latin1")) ?? [];
    return digits === undefined ? undefined : Number(digits);
  } catch {
    return undefined; // not this kind of system
  }
}
