/** The two files of an environment, as the system knows them. */
import { statSync } from "node:fs";
import { join } from "node:path";

/** By device and inode. */
export interface FilePair {
  readonly data: string;
  readonly lock: string;
  /** Of the data file; it never shrinks. */
  sizeBytes: number;
}

/** @returns `undefined` when one of them is not there */
export function findFiles(path: string): FilePair | undefined {
  const data = statSync(join(path, "data.mdb"), { throwIfNoEntry: false });
  const lock = statSync(join(path, "lock.mdb"), { throwIfNoEntry: false });
  if (data === undefined || lock === undefined) return undefined;
  return { data: `${data.dev}.${data.ino}`, lock: `${lock.dev}.${lock.ino}`, sizeBytes: data.size };
}

/** Bytes of an environment's data file; 0 where there is none. */
export function sizeOfData(path: string): number {
  try {
    return statSync(join(path, "data.mdb")).size;
  } catch (error) {
    // A file where a folder belongs is met, and named, where the store is opened.
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return 0;
    throw error;
  }
}
