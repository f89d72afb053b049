/** Records of the file table: 32 files per page, so a cold start reads few records and an edit writes little. */
import { FACT_LANGUAGES, type FactLanguage, type FileHandle, type FileStat, LANGUAGE_CODE } from "@sdl/model";
import { ByteReader, type ByteWriter } from "@sdl/model/facts";
import { decodeChecked, encodeWith, readLong, readTexts, writeDouble, writeLong, writeTexts } from "./packing.js";

/** File handles per record. */
export const FILES_PER_PAGE = 32;

/** One indexed file. */
export interface FileEntry {
  readonly handle: FileHandle;
  /** Repository-relative, with `/` as separator. */
  readonly path: string;
  readonly language: FactLanguage;
  /** Key of the file's facts: 32 hex digits. */
  readonly factsKey: string;
  readonly stat: FileStat;
  /** Bits that the indexer sets and reads, see `FileMark`. */
  readonly flags: number;
  /** The handles of its symbols are in `base` to `base + capacity - 1`; some of that range may be free. */
  readonly base: number;
  readonly capacity: number;
  readonly symbolCount: number;
  /** Number of outgoing edges. */
  readonly edgeCount: number;
}

/** Encodes the entries of one page. */
export function encodeFilePage(entries: readonly FileEntry[]): Uint8Array {
  return encodeWith((out) => {
    writeTexts(
      out,
      entries.map((entry) => entry.path),
    );
    for (const entry of entries) {
      out.varint(entry.handle % FILES_PER_PAGE);
      out.varint(LANGUAGE_CODE[entry.language]);
      out.varint(entry.flags);
      writeStat(out, entry.stat);
      out.raw(factsKeyBytes(entry.factsKey));
      out.varint(entry.base);
      out.varint(entry.capacity);
      out.varint(entry.symbolCount);
      out.varint(entry.edgeCount);
    }
  });
}

/** Decodes a page. @throws {GraphError} `STORE_CORRUPT` */
export function decodeFilePage(payload: Uint8Array, page: number): FileEntry[] {
  return decodeChecked(`page ${page} of the file table`, () => {
    const reader = new ByteReader(payload);
    return readTexts(reader).map((path) => new StoredEntry(payload, reader, path, page * FILES_PER_PAGE));
  });
}

/** A row of a page. Its stat and key are decoded when they are read: a query reads few of them, and every process decodes all rows. */
class StoredEntry implements FileEntry {
  readonly handle: FileHandle;
  readonly language: FactLanguage;
  readonly flags: number;
  readonly base: number;
  readonly capacity: number;
  readonly symbolCount: number;
  readonly edgeCount: number;
  private readonly statAt: number;
  private readonly keyAt: number;
  private key: string | undefined;

  /** @param reader at the row's begin @param first handle of the page's first file */
  constructor(
    private readonly payload: Uint8Array,
    reader: ByteReader,
    readonly path: string,
    first: number,
  ) {
    this.handle = first + reader.varint();
    this.language = FACT_LANGUAGES[reader.varint()] as FactLanguage;
    this.flags = reader.varint();
    this.statAt = reader.position;
    readLong(reader);
    reader.skip(STAT_DOUBLES * Float64Array.BYTES_PER_ELEMENT);
    this.keyAt = reader.position;
    reader.skip(FACTS_KEY_BYTES);
    this.base = reader.varint();
    this.capacity = reader.varint();
    this.symbolCount = reader.varint();
    this.edgeCount = reader.varint();
  }

  get stat(): FileStat {
    return readStat(new ByteReader(this.payload, this.statAt));
  }

  get factsKey(): string {
    this.key ??= factsKeyOf(this.payload.subarray(this.keyAt, this.keyAt + FACTS_KEY_BYTES));
    return this.key;
  }
}

/** A copy of an entry with other values. A spread would leave out what a stored entry decodes when it is read. */
export function withChanges(entry: FileEntry, changes: Partial<Pick<FileEntry, "stat" | "edgeCount">>): FileEntry {
  const { handle, path, language, factsKey, stat, flags, base, capacity, symbolCount, edgeCount } = entry;
  return { handle, path, language, factsKey, stat, flags, base, capacity, symbolCount, edgeCount, ...changes };
}

/** Numbers of a stat after its size: times and inode. */
const STAT_DOUBLES = 3;

/** Writes size, times and inode of a file. */
export function writeStat(out: ByteWriter, stat: FileStat): void {
  writeLong(out, stat.sizeBytes);
  writeDouble(out, stat.mtimeMs);
  writeDouble(out, stat.ctimeMs);
  writeDouble(out, stat.ino);
}

/** Reads what {@link writeStat} wrote. */
export function readStat(reader: ByteReader): FileStat {
  return {
    sizeBytes: readLong(reader),
    mtimeMs: reader.double(),
    ctimeMs: reader.double(),
    ino: reader.double(),
  };
}

/** Length in bytes of the key of a facts page. */
export const FACTS_KEY_BYTES = 16;

/** Converts a facts key from hex to bytes. */
export function factsKeyBytes(key: string): Uint8Array {
  return Buffer.from(key, "hex");
}

/** Facts key as 32 hex digits. */
export function factsKeyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Reads a facts key as hex digits. */
export function readFactsKey(reader: ByteReader): string {
  return factsKeyOf(reader.raw(FACTS_KEY_BYTES));
}

/** Whether a text is 32 lower-case hex digits. */
export function isFactsKey(key: string): boolean {
  return /^[0-9a-f]{32}$/.test(key);
}
