/**
 * Pages of an LMDB file, read through the file system and never mapped: damage becomes a {@link PageFault} instead of ending the process. Handles
 * the two meta pages and page headers, not trees or records. The layout is that of the library version pinned in package.json; a test compares it
 * with files made by the library.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";

const MAGIC = 0xbeefc0de;
const VERSION = 2;
/** Size in bytes of a page's header; the meta record follows it. */
export const HEADER_BYTES = 24;
const META_BYTES = 144;
/** Offsets within a meta page. */
const META = { magic: 24, version: 28, free: 48, main: 96, lastPage: 144, transaction: 152 } as const;

/** Number of bytes read from the file at once, and number of such windows kept in memory. */
const WINDOW_BYTES = 32 * 1024;
const WINDOWS = 1024;

const IS_LITTLE = endianness() === "LE";
/** Root of an empty tree. */
const NO_PAGE = 2 ** 64;

/** Description of what is wrong with a file. */
export class PageFault extends Error {
  override readonly name = "PageFault";
}

/** Description of a tree, stored in the page above it. */
export interface TreeHead {
  /** In the head of the free list: page size of the whole file. Else unused. */
  readonly pageBytes: number;
  readonly flags: number;
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  /** `undefined` if the tree is empty. */
  readonly root: number | undefined;
}

/** Content of a meta page. */
export interface MetaPage {
  readonly free: TreeHead;
  readonly main: TreeHead;
  /** Last page that is in use. */
  readonly lastPage: number;
  /** Number of the commit that wrote this meta page. */
  readonly transaction: number;
}

/** Consecutive bytes of the file; valid as long as it is referenced. */
export class FileBytes {
  readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u16(at: number): number {
    return this.view.getUint16(at, IS_LITTLE);
  }

  u32(at: number): number {
    return this.view.getUint32(at, IS_LITTLE);
  }

  /** Loses precision above 2^53; callers reject values of that size. */
  u64(at: number): number {
    const [low, high] = IS_LITTLE ? [at, at + 4] : [at + 4, at];
    return this.u32(high) * 2 ** 32 + this.u32(low);
  }

  i64(at: number): number {
    return Number(this.view.getBigInt64(at, IS_LITTLE));
  }
}

/** Reads pages by number. */
export class PageFile {
  private readonly windows = new Map<number, FileBytes>();

  private constructor(
    private readonly file: number,
    readonly sizeBytes: number,
    readonly pageBytes: number,
    /** Meta page of the newest commit. */
    readonly meta: MetaPage,
  ) {}

  /** @throws {PageFault} if the beginning or the length of the file is wrong @throws {Error} system errors */
  static open(path: string): PageFile {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const meta = readNewestMeta(file, size);
      return new PageFile(file, size, meta.free.pageBytes, meta);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** @param count number of pages, beginning with `page` @throws {PageFault} if they are outside the part in use */
  read(page: number, count: number): FileBytes {
    if (page < 2 || count < 1 || page + count - 1 > this.meta.lastPage) {
      throw new PageFault(
        `page ${page} (run of ${count} pages) is outside the data file (${this.meta.lastPage + 1} pages)`,
      );
    }
    const { pageBytes } = this;
    const start = page * pageBytes;
    const length = count * pageBytes;
    const index = Math.floor(start / WINDOW_BYTES);
    const offset = start - index * WINDOW_BYTES;
    if (offset + length > WINDOW_BYTES) return new FileBytes(this.readBytes(start, length));
    const window = this.readWindow(index);
    if (offset + length > window.bytes.length) throw new PageFault(`the data file ends inside page ${page}`);
    return new FileBytes(window.bytes.subarray(offset, offset + length));
  }

  close(): void {
    closeSync(this.file);
  }

  private readWindow(index: number): FileBytes {
    const known = this.windows.get(index);
    if (known !== undefined) return known;
    const at = index * WINDOW_BYTES;
    const window = new FileBytes(this.readBytes(at, Math.min(WINDOW_BYTES, this.sizeBytes - at)));
    if (this.windows.size >= WINDOWS) {
      const [oldest] = this.windows.keys();
      if (oldest !== undefined) this.windows.delete(oldest);
    }
    this.windows.set(index, window);
    return window;
  }

  private readBytes(at: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.file, bytes, done, length - done, at + done);
      if (read === 0) throw new PageFault(`the data file is cut off after ${at + done} bytes`);
      done += read;
    }
    return bytes;
  }
}

/**
 * Reads a few bytes. @returns a description of a fault in the file's beginning or length; `undefined` if there is none @throws {Error} system
 * errors
 */
export function findHeaderFault(path: string): string | undefined {
  try {
    PageFile.open(path).close();
    return undefined;
  } catch (error) {
    if (error instanceof PageFault) return error.message;
    throw error;
  }
}

/** @param at offset of the tree's head @throws {PageFault} */
export function readTreeHead(piece: FileBytes, at: number): TreeHead {
  const root = piece.u64(at + 40);
  return {
    pageBytes: piece.u32(at),
    flags: piece.u16(at + 4),
    depth: piece.u16(at + 6),
    branchPages: piece.u64(at + 8),
    leafPages: piece.u64(at + 16),
    overflowPages: piece.u64(at + 24),
    entries: piece.u64(at + 32),
    root: root === NO_PAGE ? undefined : root,
  };
}

/**
 * Maximum number of pages in use by number but missing at the end of an intact file. The library counts pages that a commit allocated at the end of
 * the file and freed at once, and does not write them. A full check finds out whether a page that is really in use is missing.
 */
const MAX_UNWRITTEN_PAGES = 64;

function readNewestMeta(file: number, size: number): MetaPage {
  if (size === 0) throw new PageFault("the data file is empty");
  const first = readMeta(file, 0);
  if (first === undefined) throw new PageFault("the data file is no store of this program");
  const { pageBytes } = first.free;
  if (size < 2 * pageBytes) throw new PageFault(`the data file is cut off after ${size} bytes`);
  const second = readMeta(file, pageBytes);
  if (second?.free.pageBytes !== pageBytes) throw new PageFault("the second page of the data file is damaged");
  const newest = second.transaction > first.transaction ? second : first;
  // Commits write the two meta pages alternately; the library reads the newest one from the position that its number implies.
  if (first.transaction % 2 !== 0 || (second.transaction !== 0 && second.transaction % 2 !== 1)) {
    throw new PageFault("the two meta pages of the data file are swapped");
  }
  if (size < (newest.lastPage + 1 - MAX_UNWRITTEN_PAGES) * pageBytes)
    throw new PageFault(`the data file is cut off after ${size} bytes`);
  return newest;
}

/** Reads a meta page in this machine's byte order, which the library writes. @returns `undefined` if the page contains no meta record */
function readMeta(file: number, at: number): MetaPage | undefined {
  const piece = new FileBytes(new Uint8Array(HEADER_BYTES + META_BYTES));
  if (readSync(file, piece.bytes, 0, piece.bytes.length, at) < piece.bytes.length) return undefined;
  if (piece.u32(META.magic) !== MAGIC || piece.u32(META.version) !== VERSION) return undefined;
  const free = readTreeHead(piece, META.free);
  const { pageBytes } = free;
  if (pageBytes < 256 || pageBytes > 65_536 || !Number.isInteger(Math.log2(pageBytes))) return undefined;
  const main = readTreeHead(piece, META.main);
  return { free, main, lastPage: piece.u64(META.lastPage), transaction: piece.u64(META.transaction) };
}
