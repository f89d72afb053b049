/**
 * The first two pages of an LMDB file, read as bytes and never mapped: enough to tell a file that is none, or is cut off, before LMDB
 * maps it. Knows the layout of the library that is pinned in package.json; a test compares it with a file that the library made.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";

const MAGIC = 0xbeefc0de;
const VERSION = 2;
/** Offsets in a page that holds a meta record, whose header takes 24 bytes. */
const AT = { magic: 24, version: 28, pageBytes: 48, lastPage: 144, transaction: 152 } as const;
const HEAD_BYTES = 160;

interface Meta {
  readonly pageBytes: number;
  readonly lastPage: number;
  readonly transaction: number;
}

/** @returns what is wrong, in words; `undefined` when it begins and ends as a store does @throws {Error} the system's */
export function findHeaderFault(path: string): string | undefined {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size === 0) return "the data file is empty";
    const first = readMeta(file, 0);
    if (first === undefined) return "the data file is no store of this kind";
    if (size < 2 * first.pageBytes) return `the data file is cut off after ${size} bytes`;
    const second = readMeta(file, first.pageBytes);
    if (second?.pageBytes !== first.pageBytes) return "the second page of the data file is damaged";
    const { lastPage, pageBytes } = second.transaction > first.transaction ? second : first;
    return size < (lastPage + 1) * pageBytes ? `the data file is cut off after ${size} bytes` : undefined;
  } finally {
    closeSync(file);
  }
}

/** In this machine's byte order, as the library writes it. @returns `undefined` when the page holds no such record */
function readMeta(file: number, at: number): Meta | undefined {
  const bytes = new DataView(new ArrayBuffer(HEAD_BYTES));
  if (readSync(file, bytes, 0, HEAD_BYTES, at) < HEAD_BYTES) return undefined;
  const isLittle = endianness() === "LE";
  if (bytes.getUint32(AT.magic, isLittle) !== MAGIC || bytes.getUint32(AT.version, isLittle) !== VERSION)
    return undefined;
  const pageBytes = bytes.getUint32(AT.pageBytes, isLittle);
  if (pageBytes < 256 || pageBytes > 65_536 || !Number.isInteger(Math.log2(pageBytes))) return undefined;
  const [lastPage, transaction] = [AT.lastPage, AT.transaction].map((field) =>
    Number(bytes.getBigUint64(field, isLittle)),
  );
  return { pageBytes, lastPage: lastPage ?? 0, transaction: transaction ?? 0 };
}
