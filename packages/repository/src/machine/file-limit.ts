/** Whether the system lets the program open as many files as it needs. The store's library ends the process where it may not. */
import { readFileSync } from "node:fs";
import { SdlError } from "@sdl/model";

/** Of an index with all its workers; counted with lsof, and some to spare. */
const NEEDED_FILES = 64;
const OPEN_FILES = /^Max open files +(\d+)/m;

/** @throws {SdlError} `busy` with the limit */
export function requireFiles(limits: () => string = readLimits): void {
  const [, allowed] = OPEN_FILES.exec(limits()) ?? [];
  if (allowed === undefined || Number(allowed) >= NEEDED_FILES) return;
  const message = `this process may open ${allowed} files and needs ${NEEDED_FILES}; raise the limit (ulimit -n) and try again`;
  throw new SdlError("busy", message);
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "latin1");
  } catch {
    return ""; // not this kind of system
  }
}
