/** Consistency check of a whole store: its pages, then its records. Never writes. */
import { GraphError } from "@sdl/model";
import { canonicalDump } from "./dump/dump.js";
import { type Ledger, openLedger } from "./ledger.js";
import { checkStore, type StoreCheck } from "./store/check-store.js";
import { StoreEnvironment } from "./store/environment.js";
import type { StoreReader } from "./store/readers.js";

/** How thorough an inspection is. */
export interface InspectOptions {
  /** Minimum number of writes that the store must have recorded. */
  readonly writes: number;
  /** Checks pages only and decodes no record, so intact records that contradict each other are not reported. */
  readonly pagesOnly?: boolean;
}

/** Faults and counts of a store. */
export interface StoreInspection extends StoreCheck {
  /** Other processes that hold a read transaction on the store. */
  readonly readers: readonly StoreReader[];
}

/**
 * Checks the pages and, if they are intact, opens the store and decodes its latest version.
 * @throws {GraphError} errors of opening the store, except `STORE_CORRUPT`
 */
export async function inspectStore(
  directory: string,
  { writes, pagesOnly = false }: InspectOptions,
): Promise<StoreInspection> {
  const look = await checkStore(directory, writes);
  if (look.faults.length > 0) return { ...look, readers: [] };
  const environment = StoreEnvironment.open(directory, "read");
  const readers = environment.otherReaders();
  await environment.close();
  return { ...look, faults: pagesOnly ? [] : await findMeaningFaults(directory), readers };
}

async function findMeaningFaults(directory: string): Promise<string[]> {
  try {
    await decodeLatest(openLedger({ directory, mode: "read" }));
    return [];
  } catch (error) {
    // Another process published a version during the check: the next check reads that one.
    if (error instanceof GraphError && error.code === "VERSION_EXPIRED") return [];
    if (isDamage(error)) return [error.message];
    throw error;
  }
}

/** Decodes all records of the latest version, then closes the ledger. @throws {GraphError} if a record cannot be decoded */
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
