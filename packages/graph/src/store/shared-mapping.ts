/**
 * How this process holds each environment. The library maps one data file once in a process: whoever opens it second gets the first one's mapping,
 * and where that is for reading only, its write transactions fail without an error.
 */
import { GraphError } from "../errors.js";

interface Mapping {
  readonly mode: "read" | "write";
  holders: number;
}

const mappings = new Map<string, Mapping>();

/**
 * @param file the data file's device and inode
 * @throws {GraphError} `STORE_BUSY` for writing where this process holds the file for reading only
 */
export function requireMapping(file: string, mode: "read" | "write"): void {
  if (mode === "read" || mappings.get(file)?.mode !== "read") return;
  throw new GraphError(
    "STORE_BUSY",
    "this process is looking at the store, which nothing can write meanwhile; try again",
  );
}

/** Notes that an environment was opened. @returns notes that it was closed */
export function holdMapping(file: string, mode: "read" | "write"): () => void {
  const mapping = mappings.get(file) ?? { mode, holders: 0 };
  mapping.holders++;
  mappings.set(file, mapping);
  return () => {
    if (--mapping.holders === 0) mappings.delete(file);
  };
}
