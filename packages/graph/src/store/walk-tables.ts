/** Reads a whole store and says whether all of it is there. Nothing is decoded: a record is sound when its checksum is. */
import { GraphError } from "../errors.js";
import { MetaKey } from "../records/head.js";
import { type StoreEnvironment, type TableName, tableNames } from "./environment.js";
import type { StoreReader } from "./readers.js";

export interface StoreWalk {
  /** What is wrong, in words. */
  readonly faults: readonly string[];
  /** Whether every record was read; not when the time was over before. */
  readonly isComplete: boolean;
  /** How often the store had been written by then. */
  readonly writes: number;
  readonly records: number;
  readonly sizeBytes: number;
  /** Of the records of each table that was read whole. */
  readonly tableBytes: Readonly<Partial<Record<TableName, number>>>;
  /** Other processes that hold a state of the store. */
  readonly readers: readonly StoreReader[];
}

/** Facts are most of a store, and the least of what a wrong record spoils. */
const LAST: TableName = "facts";

/**
 * All in one transaction, so that a writer beside it changes nothing under it.
 * @param isDone asked between records; the walk ends when it says so
 * @param writes the store was written at least so often
 */
export function walkTables(environment: StoreEnvironment, writes: number, isDone: () => boolean): StoreWalk {
  const transaction = environment.beginRead();
  const tableBytes: Partial<Record<TableName, number>> = {};
  const total = { records: 0, sizeBytes: 0, tableBytes, readers: environment.readers() };
  const faults: string[] = [];
  try {
    const tally = environment.storedTally(transaction);
    if (tally.writes < writes)
      faults.push(`the store went back to an older state (${tally.writes} of ${writes} writes)`);
    const names = tableNames();
    let isComplete = true;
    for (const name of [...names.filter((one) => one !== LAST), LAST]) {
      const table = environment.tables[name];
      const walk = table.walk(transaction, isDone, name === "meta" ? MetaKey.Tally : undefined);
      total.records += walk.records;
      total.sizeBytes += walk.sizeBytes;
      isComplete &&= walk.isComplete;
      if (!walk.isComplete) break;
      tableBytes[name] = walk.sizeBytes;
      const expected = tally.tables[names.indexOf(name)] ?? { records: 0, sum: 0 };
      if (walk.records !== expected.records || walk.sum !== expected.sum) {
        faults.push(`table ${name} has ${walk.records} records of ${expected.records}, or others than were written`);
      }
    }
    return { faults, isComplete, writes: tally.writes, ...total };
  } catch (error) {
    if (!(error instanceof GraphError && error.code === "STORE_CORRUPT")) throw error;
    return { faults: [...faults, error.message], isComplete: false, writes: 0, ...total };
  } finally {
    environment.endRead(transaction);
  }
}
