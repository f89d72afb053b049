/** Port for the program's own small files (journals, memories). The caller that opens a book provides the implementation. */
import type { Stats } from "node:fs";

/** Access to small files. Anything that is not a regular file (a folder, a pipe, a circular link) gives the system's error and never blocks. */
export interface ProgramFiles {
  /** Status of a file; `undefined` if it does not exist or cannot be accessed. */
  stat(path: string): Stats | undefined;
  /** Reads a file as text. @throws {Error} the system's error; also for a file larger than `maxBytes` */
  read(path: string, maxBytes: number): string;
  /** Appends in one write; creates the file if needed. @throws {Error} the system's error */
  append(path: string, text: string): void;
}
