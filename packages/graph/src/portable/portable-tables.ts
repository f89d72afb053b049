/** Records of one version outside any store: the content of a portable file. Can be read as a version without being written. */

import { PageReader } from "../read/page-reader.js";
import { loadState, PageCaches, type ReadRecord } from "../read/state.js";
import { factsKeyOf } from "../records/file-page.js";
import { decodeHead, MetaKey } from "../records/head.js";
import type { TableName } from "../store/environment.js";

/** Tables of a portable file besides facts, in file order. */
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
/** Name of a table in a portable file. */
export type PortableTable = (typeof PORTABLE_TABLES)[number];

/** Content of a portable file. */
export interface PortableTables {
  /** Records by key, for each table. */
  readonly records: Readonly<Record<PortableTable, ReadonlyMap<number, Uint8Array>>>;
  /** Packed pages by key, 32 hex digits. */
  readonly facts: ReadonlyMap<string, Uint8Array>;
}

/** Tables without records, to be filled. */
export function emptyRecords(): Record<PortableTable, Map<number, Uint8Array>> {
  const entries = PORTABLE_TABLES.map((table) => [table, new Map<number, Uint8Array>()]);
  return Object.fromEntries(entries) as Record<PortableTable, Map<number, Uint8Array>>;
}

/** Reads the tables like a store. @throws {GraphError} `STORE_CORRUPT` if the file table is invalid */
export function readTables({ records, facts }: PortableTables): PageReader {
  const tables: Readonly<Partial<Record<TableName, ReadonlyMap<number, Uint8Array>>>> = records;
  const read: ReadRecord = (table, key) =>
    typeof key === "number" ? tables[table]?.get(key) : facts.get(factsKeyOf(key));
  return new PageReader(loadState(decodeHead(read("meta", MetaKey.Head)), read), PageCaches.ofSize(), read);
}

/** Facts in the order of a store: ascending by key as hex digits. */
export function sortedFacts(facts: PortableTables["facts"]): [key: string, payload: Uint8Array][] {
  return [...facts].sort(([a], [b]) => (a < b ? -1 : 1));
}
