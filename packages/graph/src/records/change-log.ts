/** The log: what each generation touched, so that another process drops exactly those pages from its memory. */
import { ByteReader, ByteWriter, type FileHandle } from "@sdl/model";
import { decoding } from "./packing.js";

/** How many generations the log keeps; a reader further behind reads everything anew. */
export const LOG_LENGTH = 256;

export interface LogEntry {
  /** Files whose entry changed, appeared or went. */
  readonly entries: readonly FileHandle[];
  /** Files whose symbols page changed. */
  readonly symbols: readonly FileHandle[];
  readonly outgoing: readonly FileHandle[];
  readonly incoming: readonly FileHandle[];
  readonly names: boolean;
  readonly configs: boolean;
  readonly skipped: boolean;
}

export function encodeLogEntry(entry: LogEntry): Uint8Array {
  const out = new ByteWriter();
  out.varint((entry.names ? 1 : 0) | (entry.configs ? 2 : 0) | (entry.skipped ? 4 : 0));
  for (const files of [entry.entries, entry.symbols, entry.outgoing, entry.incoming]) {
    out.varint(files.length);
    for (const file of files) out.varint(file);
  }
  return out.finish();
}

export function decodeLogEntry(payload: Uint8Array, generation: number): LogEntry {
  return decoding(`log entry ${generation}`, () => {
    const reader = new ByteReader(payload);
    const flags = reader.varint();
    const list = (): number[] => Array.from({ length: reader.varint() }, () => reader.varint());
    return {
      entries: list(),
      symbols: list(),
      outgoing: list(),
      incoming: list(),
      names: (flags & 1) !== 0,
      configs: (flags & 2) !== 0,
      skipped: (flags & 4) !== 0,
    };
  });
}
