/** The records of one version outside of any store: what a portable file carries. Can be read as a version without being written. */

import { PageReader } from "../read/page-reader.js";
import { loadState, PageCaches, type ReadRecord } from "../read/state.js";
import { factsKeyOf } from "../records/file-page.js";
import { decodeHead, MetaKey } from "../records/head.js";
import type { TableName } from "../store/environment.js";

/** The tables that a file carries beside facts, in the order in which it carries them. */
export const PORTABLE_TABLES = [
  "meta",
  "files",
  "symbols",
  "outgoing",
  "incoming",
  "lookups",
  "ids",
  "names",
  "postings",
  "presence",
  "configs",
  "versions",
  "derived",
] as const satisfies readonly TableName[];
export type PortableTable = (typeof PORTABLE_TABLES)[number];

export interface PortableTables {
  /** By number. */
  readonly records: Readonly<Record<PortableTable, ReadonlyMap<number, Uint8Array>>>;
  /** Packed pages by their key, 32 hex digits. */
  readonly facts: ReadonlyMap<string, Uint8Array>;
}

export function emptyRecords(): Record<PortableTable, Map<number, Uint8Array>> {
  const entries = PORTABLE_TABLES.map((table) => [table, new Map<number, Uint8Array>()]);
  return Object.fromEntries(entries) as Record<PortableTable, Map<number, Uint8Array>>;
}

/** Reads the tables as a store is read. @throws {GraphError} `STORE_CORRUPT` when the file table is none */
export function readTables({ records, facts }: PortableTables): PageReader {
  const tables: Readonly<Partial<Record<TableName, ReadonlyMap<number, Uint8Array>>>> = records;
  const read: ReadRecord = (table, key) =>
    typeof key === "number" ? tables[table]?.get(key) : facts.get(factsKeyOf(key));
  return new PageReader(loadState(decodeHead(read("meta", MetaKey.Head)), read), PageCaches.ofSize(), read);
}

/** Facts in the order of a store, by their keys as digits. */
export function sortedFacts(facts: PortableTables["facts"]): [key: string, payload: Uint8Array][] {
  return [...facts].sort(([a], [b]) => (a < b ? -1 : 1));
}
