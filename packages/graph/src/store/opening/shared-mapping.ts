/**
 * How this process holds each environment. The library maps one data file once in a process: whoever opens it second gets the first one's mapping,
 * and where that is for reading only, its write transactions fail without an error.
 */

import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { GraphError } from "@sdl/model";

interface Mapping {
  readonly mode: "read" | "write";
  holders: number;
  /** Resolves when nobody holds it any more. */
  readonly released: Promise<unknown>;
  readonly release: () => unknown;
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

/** Resolves when this process holds a file for reading no more, which it does as long as a look takes, or when the patience is over. */
export async function whenWritable(file: string, patienceMs: number): Promise<void> {
  const patience = new AbortController();
  const isOver = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
  const deadline = performance.now() + patienceMs;
  for (let mapping = mappings.get(file); mapping?.mode === "read"; mapping = mappings.get(file)) {
    await Promise.race([mapping.released, isOver]);
    if (performance.now() >= deadline) break;
  }
  patience.abort();
}

/** How many environments of this process have a file open. */
export function countHolders(file: string): number {
  return mappings.get(file)?.holders ?? 0;
}

function newMapping(mode: "read" | "write"): Mapping {
  const gate = new EventEmitter();
  return { mode, holders: 0, released: once(gate, "released"), release: () => gate.emit("released") };
}

/** Notes that an environment was opened. @returns notes that it was closed */
export function holdMapping(file: string, mode: "read" | "write"): () => void {
  const mapping = mappings.get(file) ?? newMapping(mode);
  mapping.holders++;
  mappings.set(file, mapping);
  return () => {
    if (--mapping.holders > 0) return;
    mappings.delete(file);
    mapping.release();
  };
}
