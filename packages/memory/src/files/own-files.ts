/** The program's own small files, as whoever opens a book reads and writes them: this package is handed them. */
import type { Stats } from "node:fs";

/** What stands in a file's place and is none (a folder, a pipe, a link to itself) ends in the system's error, never in a wait. */
export interface OwnFiles {
  /** `undefined` for nothing, or nothing that can be looked at. */
  stat(path: string): Stats | undefined;
  /** @throws {Error} the system's, also for a file larger than `maxBytes` */
  read(path: string, maxBytes: number): string;
  /** Appends in one write; makes the file. @throws {Error} the system's */
  append(path: string, text: string): void;
}
