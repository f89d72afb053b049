/** Whether the system lets the program open as many files, and write as large ones, as it needs. The store's library ends the process where it may not. */
import { readFileSync } from "node:fs";
import { SdlError } from "@sdl/model";

/** Of an index with all its workers; counted with lsof, and some to spare. */
const NEEDED_FILES = 64;
/** Of the store of a repository of some thousand files, and some to spare. */
const NEEDED_BYTES = 64 * 1024 * 1024;
const OPEN_FILES = /^Max open files +(\d+)/m;
const FILE_BYTES = /^Max file size +(\d+)/m;

/** @throws {SdlError} `busy` with the limit */
export function requireLimits(limits: () => string = readLimits): void {
  const text = limits();
  const files = limitOf(OPEN_FILES, text);
  if (files < NEEDED_FILES) throw tooLow(`may open ${files} files and needs ${NEEDED_FILES}`, "ulimit -n");
  const bytes = limitOf(FILE_BYTES, text);
  if (bytes < NEEDED_BYTES)
    throw tooLow(`may write files of ${bytes} bytes and needs ${NEEDED_BYTES / 1024 / 1024} MB`, "ulimit -f");
}

function limitOf(pattern: RegExp, text: string): number {
  return Number(pattern.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
}

function tooLow(what: string, command: string): SdlError {
  return new SdlError("busy", `this process ${what}; raise the limit (${command}) and try again`);
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "latin1");
  } catch {
    return ""; // not this kind of system
  }
}
