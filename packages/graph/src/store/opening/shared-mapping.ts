/**
 * Registry of the data files that this process has mapped. The library maps a data file once per process: a second opener gets the first one's
 * mapping, and if that mapping is read-only, the second one's write transactions fail without an error.
 */

import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { GraphError } from "@sdl/model";

interface Mapping {
  readonly mode: "read" | "write";
  holders: number;
  /** Resolves when the last holder has released the file. */
  readonly released: Promise<unknown>;
  readonly release: () => unknown;
}

const mappings = new Map<string, Mapping>();

/**
 * @param file device and inode of the data file
 * @throws {GraphError} `STORE_BUSY` if `mode` is "write" and this process has mapped the file read-only
 */
export function requireNoReadOnlyMapping(file: string, mode: "read" | "write"): void {
  if (mode === "read" || mappings.get(file)?.mode !== "read") return;
  throw new GraphError(
    "STORE_BUSY",
    "this process is checking the store's pages and cannot write meanwhile; try again",
  );
}

/** Resolves when this process no longer has the file mapped read-only (it does while it checks a store), or after `patienceMs` milliseconds. */
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

/** Number of environments of this process that have the file open. */
export function countHolders(file: string): number {
  return mappings.get(file)?.holders ?? 0;
}

function newMapping(mode: "read" | "write"): Mapping {
  const gate = new EventEmitter();
  return { mode, holders: 0, released: once(gate, "released"), release: () => gate.emit("released") };
}

/** Registers an opened environment. @returns a function that registers its closing */
export function registerMapping(file: string, mode: "read" | "write"): () => void {
  const mapping = mappings.get(file) ?? newMapping(mode);
  mapping.holders++;
  mappings.set(file, mapping);
  return () => {
    if (--mapping.holders > 0) return;
    mappings.delete(file);
    mapping.release();
  };
}
