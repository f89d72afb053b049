/**
 * Consistency check of a whole store on disk. Maps and decodes nothing. A store is intact if its pages are consistent, every record matches its
 * checksum, and all records of a table match the running sum that was written with them.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { GraphError } from "@sdl/model";
import { MetaKey } from "../records/head.js";
import { dataFileBytes, environmentFolder, StoreEnvironment, type TableName, tableLayouts } from "./environment.js";
import { inspectSettled, type SettledCheck } from "./pages/inspect-pages.js";
import { decodeTally, type StoredTally } from "./tally.js";

/** Result of a check. */
export interface StoreCheck {
  /** Descriptions of the faults found. */
  readonly faults: readonly string[];
  /** Number of writes that the store has recorded. */
  readonly writes: number;
  readonly records: number;
  /** Total size of all records in bytes. */
  readonly sizeBytes: number;
  readonly tableBytes: Readonly<Partial<Record<TableName, number>>>;
}

/** Maximum size of a store whose creation was interrupted by the end of the process. */
const UNFINISHED_BYTES = 128 * 1024;

interface PagesAndTally {
  readonly pages: SettledCheck;
  readonly tally: StoredTally;
}

/**
 * @param writes minimum number of writes that the store must have recorded
 * @throws {GraphError} `STORE_MISSING` if there is no store or its creation was not finished
 * @throws {Error} system errors
 */
export async function checkStore(directory: string, writes: number): Promise<StoreCheck> {
  const path = join(environmentFolder(directory), "data.mdb");
  if (!existsSync(path)) throw unfinishedCheckError();
  const looked = checkPages(path);
  const isSure = looked.pages.fault === undefined || looked.pages.isSettled;
  return describe(isSure ? looked : await withHeldState(directory, () => checkPages(path)), directory, writes);
}

function checkPages(path: string): PagesAndTally {
  let tally = decodeTally(undefined);
  const pages = inspectSettled({
    path,
    tables: tableLayouts(),
    onRecord: (table, key, payload) => {
      const isTally = table === "meta" && key === MetaKey.Tally;
      if (isTally) tally = decodeTally(payload());
      return !isTally;
    },
  });
  return { pages, tally };
}

function describe(looked: PagesAndTally, directory: string, writes: number): StoreCheck {
  const { pages, tally } = looked;
  const tableBytes: Partial<Record<TableName, number>> = {};
  const total = { records: 0, sizeBytes: 0 };
  for (const { name } of tableLayouts()) {
    const { records = 0, sizeBytes } = pages.tables.get(name) ?? {};
    total.records += records;
    total.sizeBytes += sizeBytes ?? 0;
    if (sizeBytes !== undefined) tableBytes[name] = sizeBytes;
  }
  if (pages.fault !== undefined) return { faults: [pages.fault], writes: 0, ...total, tableBytes };
  // All tables are created before the first write.
  const isWritten = writes > 0 || tally.writes > 0 || dataFileBytes(directory) > UNFINISHED_BYTES;
  if (!isWritten && pages.tables.size < tableLayouts().length) throw unfinishedCheckError();
  const faults = tallyFaults(looked);
  if (tally.writes < writes) faults.push(`the store went back to an older state (${tally.writes} of ${writes} writes)`);
  return { faults, writes: tally.writes, ...total, tableBytes };
}

/**
 * Faults of tables that are missing or whose records differ from those written: pages that went back to an older state contain records that are
 * each intact.
 */
function tallyFaults({ pages, tally }: PagesAndTally): string[] {
  return tableLayouts().flatMap(({ name }, i) => {
    const look = pages.tables.get(name);
    if (look === undefined) return [`table ${name} is missing`];
    const expected = tally.tables[i] ?? { records: 0, sum: 0 };
    if (look.records === expected.records && look.sum === expected.sum) return [];
    return [`table ${name} has ${look.records} records that differ from the ${expected.records} written`];
  });
}

/** Runs `look` while a read transaction prevents a constantly writing process from reusing the pages of the newest state. */
async function withHeldState(directory: string, look: () => PagesAndTally): Promise<PagesAndTally> {
  const environment = StoreEnvironment.open(directory, "read");
  const holder = { release: () => undefined };
  const transaction = environment.beginRead(holder);
  try {
    return look();
  } finally {
    environment.endRead(transaction, holder);
    await environment.close();
  }
}

function unfinishedCheckError(): GraphError {
  return new GraphError("STORE_MISSING", "the creation of the store was interrupted; index again");
}
