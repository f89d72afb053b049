/**
 * A look at a whole store, for a process of its own: what LMDB maps it trusts, so damage may end the process that looks.
 * Never writes.
 */
import { canonicalDump } from "./dump.js";
import { GraphError } from "./errors.js";
import { openLedger } from "./ledger.js";
import { dataFileBytes, StoreEnvironment } from "./store/environment.js";
import { type StoreWalk, walkTables } from "./store/walk-tables.js";

export interface InspectOptions {
  /** How long reading records may take; what is left is then not looked at. Without it everything is read and decoded. */
  readonly budgetMs?: number;
  /** The store was written at least so often. */
  readonly writes: number;
}

/** @throws {GraphError} what opening throws, `STORE_CORRUPT` excepted */
export async function inspectStore(directory: string, options: InspectOptions): Promise<StoreWalk> {
  const { budgetMs } = options;
  const deadline = budgetMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + budgetMs;
  let environment: StoreEnvironment | undefined;
  try {
    environment = StoreEnvironment.open(directory, "read");
    const walk = walkTables(environment, options.writes, () => performance.now() > deadline);
    if (budgetMs !== undefined || walk.faults.length > 0) return walk;
    return { ...walk, faults: await findMeaningFaults(directory, environment) };
  } catch (error) {
    if (!isDamage(error) && !isHollow(error, directory, options.writes)) throw error;
    return {
      faults: [error.message],
      isComplete: false,
      writes: 0,
      records: 0,
      sizeBytes: 0,
      tableBytes: {},
      readers: [],
    };
  } finally {
    await environment?.close();
  }
}

/** What only shows when the latest version is decoded: records that do not fit each other. */
async function findMeaningFaults(directory: string, environment: StoreEnvironment): Promise<string[]> {
  await environment.close();
  const ledger = openLedger({ directory, mode: "read" });
  try {
    if (ledger.latestVersion() === undefined) return [];
    const snapshot = ledger.snapshot();
    try {
      for (const _line of canonicalDump(snapshot));
      for (const _row of snapshot.embeddingRows());
      for (const _version of ledger.versions());
    } finally {
      snapshot.close();
    }
    return [];
  } catch (error) {
    // A version that was published meanwhile is looked at next time.
    if (error instanceof GraphError && error.code === "VERSION_EXPIRED") return [];
    if (isDamage(error)) return [error.message];
    throw error;
  } finally {
    await ledger.close();
  }
}

/** A process that was killed while it made the store has not come further. */
const UNFINISHED_BYTES = 128 * 1024;

/** Whether tables are missing from a store that once had them. */
function isHollow(error: unknown, directory: string, writes: number): error is GraphError {
  if (!(error instanceof GraphError && error.code === "STORE_MISSING")) return false;
  return writes > 0 || dataFileBytes(directory) > UNFINISHED_BYTES;
}

function isDamage(error: unknown): error is GraphError {
  return error instanceof GraphError && (error.code === "STORE_CORRUPT" || error.code === "SCHEMA_MISMATCH");
}
