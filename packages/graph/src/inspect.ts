/** A look at a whole store. Never writes. */
import { GraphError } from "@sdl/model";
import { canonicalDump } from "./dump/dump.js";
import { type Ledger, openLedger } from "./ledger.js";
import { StoreEnvironment } from "./store/environment.js";
import { lookAtStore, type StoreLook } from "./store/look.js";
import type { StoreReader } from "./store/readers.js";

export interface InspectOptions {
  /** The store was written at least so often. */
  readonly writes: number;
  /** Decodes nothing: records that are sound and do not fit each other are not found. */
  readonly pagesOnly?: boolean;
}

export interface StoreInspection extends StoreLook {
  /** Other processes that hold a state of the store. */
  readonly readers: readonly StoreReader[];
}

/** Opens the store only when nothing is wrong with its pages. @throws {GraphError} what opening throws, `STORE_CORRUPT` excepted */
export async function inspectStore(
  directory: string,
  { writes, pagesOnly = false }: InspectOptions,
): Promise<StoreInspection> {
  const look = await lookAtStore(directory, writes);
  if (look.faults.length > 0) return { ...look, readers: [] };
  const environment = StoreEnvironment.open(directory, "read");
  const readers = environment.readers();
  await environment.close();
  return { ...look, faults: pagesOnly ? [] : await findMeaningFaults(directory), readers };
}

async function findMeaningFaults(directory: string): Promise<string[]> {
  try {
    await decodeLatest(openLedger({ directory, mode: "read" }));
    return [];
  } catch (error) {
    // A version that was published meanwhile is looked at next time.
    if (error instanceof GraphError && error.code === "VERSION_EXPIRED") return [];
    if (isDamage(error)) return [error.message];
    throw error;
  }
}

/** Closes the ledger. @throws {GraphError} */
async function decodeLatest(ledger: Ledger): Promise<void> {
  try {
    if (ledger.latestVersion() === undefined) return;
    const snapshot = ledger.snapshot();
    try {
      for (const _line of canonicalDump(snapshot));
      for (const _row of snapshot.embeddingRows());
      for (const _version of ledger.versions());
    } finally {
      snapshot.close();
    }
  } finally {
    await ledger.close();
  }
}

function isDamage(error: unknown): error is GraphError {
  return error instanceof GraphError && (error.code === "STORE_CORRUPT" || error.code === "SCHEMA_MISMATCH");
}
