/** Stat identity of a file, from the result of the system call. */
import type { Stats } from "node:fs";
import type { FileStat } from "@sdl/model";

/** Converts the system's stats. */
export function toFileStat(stats: Stats): FileStat {
  return { sizeBytes: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, ino: stats.ino };
}
