/** System limits on open files and file sizes, checked at the start: the store's library ends the process when they are exceeded. */
import { readFileSync } from "node:fs";
import { SdlError } from "@sdl/model";

/** Open files of an index with all its workers, counted with lsof, plus a reserve. */
const NEEDED_FILES = 64;
/** Store size of a repository of some thousand files, plus a reserve. */
const NEEDED_BYTES = 64 * 1024 * 1024;
const OPEN_FILES = /^Max open files +(\d+)/m;
const FILE_BYTES = /^Max file size +(\d+)/m;

/** Checks the limits. @throws {SdlError} `busy` with the limit */
export function requireLimits(limits: () => string = readLimits): void {
  const text = limits();
  const files = parseLimit(OPEN_FILES, text);
  if (files < NEEDED_FILES) throw tooLow(`may open ${files} files and needs ${NEEDED_FILES}`, "ulimit -n");
  const bytes = parseLimit(FILE_BYTES, text);
  if (bytes < NEEDED_BYTES)
    throw tooLow(`may write files of ${bytes} bytes and needs ${NEEDED_BYTES / 1024 / 1024} MB`, "ulimit -f");
}

function parseLimit(pattern: RegExp, text: string): number {
  return Number(pattern.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
}

function tooLow(what: string, command: string): SdlError {
  return new SdlError("busy", `this process ${what}; raise the limit (${command}) and try again`);
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "latin1");
  } catch {
    return ""; // Another kind of system.
  }
}
