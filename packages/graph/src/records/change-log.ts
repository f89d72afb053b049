/** Change log: the records that each generation changed, so that other processes drop exactly those pages from their caches. */
import type { FileHandle } from "@sdl/model";
import { ByteReader } from "@sdl/model/facts";
import { decodeChecked, encodeWith, readList, writeList } from "./packing.js";

/** Number of generations in the log; a reader that is further behind reads everything again. */
export const LOG_LENGTH = 256;

/** Changes made by one generation. */
export interface LogEntry {
  /** Files whose entry was added, changed or removed. */
  readonly entries: readonly FileHandle[];
  /** Files whose symbols page changed. */
  readonly symbols: readonly FileHandle[];
  readonly outgoing: readonly FileHandle[];
  readonly incoming: readonly FileHandle[];
  /** Changed buckets of the table of names. */
  readonly names: readonly number[];
  readonly configs: boolean;
  readonly skipped: boolean;
}

/** Encodes an entry of the change log. */
export function encodeLogEntry(entry: LogEntry): Uint8Array {
  return encodeWith((out) => {
    out.varint((entry.configs ? 1 : 0) | (entry.skipped ? 2 : 0));
    for (const list of [entry.entries, entry.symbols, entry.outgoing, entry.incoming, entry.names]) {
      writeList(out, list, (number) => out.varint(number));
    }
  });
}

/** Decodes an entry. @throws {GraphError} `STORE_CORRUPT` */
export function decodeLogEntry(payload: Uint8Array, generation: number): LogEntry {
  return decodeChecked(`log entry ${generation}`, () => {
    const reader = new ByteReader(payload);
    const flags = reader.varint();
    const list = (): number[] => readList(reader, () => reader.varint());
    return {
      entries: list(),
      symbols: list(),
      outgoing: list(),
      incoming: list(),
      names: list(),
      configs: (flags & 1) !== 0,
      skipped: (flags & 2) !== 0,
    };
  });
}
