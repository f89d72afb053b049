/** A file's stat identity, from what the system call gives. */
import type { Stats } from "node:fs";
import type { FileStat } from "@sdl/model";

export function toFileStat(stats: Stats): FileStat {
  return { sizeBytes: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, ino: stats.ino };
}
