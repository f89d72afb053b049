/**
 * A look at a whole store as it lies on the disk. Nothing is mapped and nothing decoded: a store is sound when its pages fit each other,
 * every record its checksum, and all records of a table the running sum that was written with them.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { GraphError } from "@sdl/model";
import { MetaKey } from "../records/head.js";
import { dataFileBytes, environmentFolder, StoreEnvironment, type TableName, tableLayouts } from "./environment.js";
import { inspectSettled, type SettledLook } from "./pages/inspect-pages.js";
import { decodeTally, type StoredTally } from "./tally.js";

export interface StoreLook {
  /** What is wrong, in words. */
  readonly faults: readonly string[];
  /** How often the store had been written by then. */
  readonly writes: number;
  readonly records: number;
  /** Of the records. */
  readonly sizeBytes: number;
  readonly tableBytes: Readonly<Partial<Record<TableName, number>>>;
}

/** A process that was killed while it made the store has not come further. */
const UNFINISHED_BYTES = 128 * 1024;

interface Looked {
  readonly pages: SettledLook;
  readonly tally: StoredTally;
}

/**
 * @param writes the store was written at least so often
 * @throws {GraphError} `STORE_MISSING` when there is none, or none that was finished @throws {Error} the system's
 */
export async function lookAtStore(directory: string, writes: number): Promise<StoreLook> {
  const path = join(environmentFolder(directory), "data.mdb");
  if (!existsSync(path)) throw unfinished();
  const looked = lookAtPages(path);
  const isSure = looked.pages.fault === undefined || looked.pages.isSettled;
  return describe(isSure ? looked : await holding(directory, () => lookAtPages(path)), directory, writes);
}

function lookAtPages(path: string): Looked {
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

function describe(looked: Looked, directory: string, writes: number): StoreLook {
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
  // The tables of a store are made before anything is written to it.
  const isWritten = writes > 0 || tally.writes > 0 || dataFileBytes(directory) > UNFINISHED_BYTES;
  if (!isWritten && pages.tables.size < tableLayouts().length) throw unfinished();
  const faults = tallyFaults(looked);
  if (tally.writes < writes) faults.push(`the store went back to an older state (${tally.writes} of ${writes} writes)`);
  return { faults, writes: tally.writes, ...total, tableBytes };
}

/** Tables that are missing, or do not hold what was written: pages went back to an older state, each of whose records is sound. */
function tallyFaults({ pages, tally }: Looked): string[] {
  return tableLayouts().flatMap(({ name }, i) => {
    const look = pages.tables.get(name);
    if (look === undefined) return [`table ${name} is missing`];
    const expected = tally.tables[i] ?? { records: 0, sum: 0 };
    if (look.records === expected.records && look.sum === expected.sum) return [];
    return [`table ${name} has ${look.records} records of ${expected.records}, or others than were written`];
  });
}

/** Runs `look` while a reader keeps the pages of the newest state from being used again by a process that writes all the time. */
async function holding(directory: string, look: () => Looked): Promise<Looked> {
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

function unfinished(): GraphError {
  return new GraphError("STORE_MISSING", "the store was never finished; index again");
}
