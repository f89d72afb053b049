/** The latest state as plans of retention read it, and transactions that hold only while it is the latest. */
import type { PageReader } from "../read/page-reader.js";
import { readHead } from "../records/head.js";
import type { StoreEnvironment } from "../store/environment.js";

export type Tables = StoreEnvironment["tables"];

/** A plan for the state that it was made on. */
export interface Planned {
  /** Of the state's head: a plan is good as long as nothing is published. */
  readonly generation: number;
}

/** Facts of the latest version. */
export function latestKeys(reader: PageReader): Set<string> {
  return new Set(Array.from(reader.state.files.all(), ({ factsKey }) => factsKey));
}

export function factsBytes(reader: PageReader, keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + (reader.factsRecord(key)?.length ?? 0), 0);
}

/**
 * Works in one transaction.
 * @param work says whether what it has to do can be done
 * @returns whether it was done; not when something was published since it was planned
 */
export function whileCurrent(
  environment: StoreEnvironment,
  { generation }: Planned,
  work: (tables: Tables) => boolean,
): boolean {
  const { tables } = environment;
  return environment.write(() => readHead(tables).generation === generation && work(tables));
}
