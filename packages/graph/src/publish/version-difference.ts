/**
 * Encoded difference of a version in memory from the latest version, so that other processes need not compute it again: the records that publishing
 * it would write. Handles records, not their meaning.
 */
import { getOrMake } from "@sdl/model";
import { ByteReader } from "@sdl/model/facts";
import type { Head } from "../records/head.js";
import {
  decodeChecked,
  encodeWith,
  readList,
  readLong,
  readText,
  writeBytes,
  writeList,
  writeLong,
  writeText,
} from "../records/packing.js";
import type { TableName } from "../store/environment.js";

/** Numbered records by table and key; `undefined` for removed records. */
export type RecordsByTable = ReadonlyMap<TableName, ReadonlyMap<number, Uint8Array | undefined>>;

/** Facts pages by key. */
export type FactsPages = ReadonlyMap<string, Uint8Array>;

/** Records that override those of the latest version. */
export interface VersionRecords {
  records(): RecordsByTable;
  /** Facts pages that the version needs and the store may lack. */
  pages(): FactsPages;
}

/** State of the ledger that a difference is based on. */
type BaseState = Pick<Head, "generation" | "versionMs">;

/** Records over a stored version, and the state that they are valid for. */
export class VersionDifference implements VersionRecords {
  constructor(
    private readonly base: BaseState,
    private readonly over: VersionRecords,
  ) {}

  isOver({ generation, versionMs }: BaseState): boolean {
    return this.base.generation === generation && this.base.versionMs === versionMs;
  }

  records(): RecordsByTable {
    return this.over.records();
  }

  pages(): FactsPages {
    return this.over.pages();
  }
}

/** @param held keys of pages that the receiver already has; they are left out */
export function encodeDifference(base: BaseState, over: VersionRecords, held: ReadonlySet<string>): Uint8Array {
  return encodeWith((out) => {
    writeLong(out, base.generation);
    writeLong(out, base.versionMs);
    const records = [...over.records()].flatMap(([table, byKey]) => [...byKey].map((record) => ({ table, record })));
    writeList(out, records, ({ table, record: [key, payload] }) => {
      writeText(out, table);
      writeLong(out, key);
      out.varint(payload === undefined ? 0 : 1);
      if (payload !== undefined) writeBytes(out, payload);
    });
    const pages = [...over.pages()].filter(([key]) => !held.has(key));
    writeList(out, pages, ([key, page]) => {
      writeText(out, key);
      writeBytes(out, page);
    });
  });
}

/** @param held pages that were left out, by key @throws {GraphError} `STORE_CORRUPT` if the payload cannot be decoded */
export function decodeDifference(payload: Uint8Array, held: FactsPages): VersionDifference {
  return decodeChecked("the stored difference of unsaved files", () => {
    const reader = new ByteReader(payload);
    const base = { generation: readLong(reader), versionMs: readLong(reader) };
    const records = new Map<TableName, Map<number, Uint8Array | undefined>>();
    readList(reader, () => {
      const byKey = getOrMake(records, readText(reader) as TableName, () => new Map());
      byKey.set(readLong(reader), reader.varint() === 0 ? undefined : readBytes(reader));
    });
    const pages = new Map(held);
    readList(reader, () => pages.set(readText(reader), readBytes(reader)));
    return new VersionDifference(base, { records: () => records, pages: () => pages });
  });
}

/** Reads bytes as a copy, which is aligned to 4 bytes because columns are read as 32-bit words. */
function readBytes(reader: ByteReader): Uint8Array {
  return Uint8Array.from(reader.raw(reader.varint()));
}
