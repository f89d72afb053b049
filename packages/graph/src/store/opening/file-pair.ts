/** Identity of the two files of an environment. */
import { statSync } from "node:fs";
import { join } from "node:path";

/** Data file and lock file, each as `device.inode`. */
export interface FilePair {
  readonly data: string;
  readonly lock: string;
  /** Length of the data file in bytes; it never shrinks. */
  sizeBytes: number;
}

/** @returns `undefined` if one of the files is missing */
export function statFilePair(path: string): FilePair | undefined {
  const data = statSync(join(path, "data.mdb"), { throwIfNoEntry: false });
  const lock = statSync(join(path, "lock.mdb"), { throwIfNoEntry: false });
  if (data === undefined || lock === undefined) return undefined;
  return { data: `${data.dev}.${data.ino}`, lock: `${lock.dev}.${lock.ino}`, sizeBytes: data.size };
}

/** Length of an environment's data file in bytes; 0 if there is none. */
export function statDataBytes(path: string): number {
  try {
    return statSync(join(path, "data.mdb")).size;
  } catch (error) {
    // A file in place of the folder is reported when the store is opened.
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return 0;
    throw error;
  }
}
