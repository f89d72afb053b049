/**
 * The first two pages of an LMDB file, read as bytes and never mapped: enough to tell a file that is none, or is cut off, before LMDB
 * maps it. Knows the layout of the library that is pinned in package.json; a test compares it with a file that the library made.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const MAGIC = 0xbeefc0de;
const VERSION = 2;
/** Offsets in a page that holds a meta record. */
const AT = { magic: 24, version: 28, pageBytes: 48 } as const;
const HEAD_BYTES = 56;

/** @returns what is wrong, in words; `undefined` when it begins as a store does @throws {Error} the system's */
export function findHeaderFault(path: string): string | undefined {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size === 0) return "the data file is empty";
    const pageBytes = readPageBytes(file, 0);
    if (pageBytes === undefined) return "the data file is no store of this kind";
    if (size < 2 * pageBytes) return `the data file is cut off after ${size} bytes`;
    if (readPageBytes(file, pageBytes) !== pageBytes) return "the second page of the data file is damaged";
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** @returns the size of a page, as the meta record in this page has it; `undefined` when there is no such record */
function readPageBytes(file: number, at: number): number | undefined {
  const bytes = new DataView(new ArrayBuffer(HEAD_BYTES));
  if (readSync(file, bytes, 0, HEAD_BYTES, at) < HEAD_BYTES) return undefined;
  const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  if (bytes.getUint32(AT.magic, isLittle) !== MAGIC) return undefined;
  if (bytes.getUint32(AT.version, isLittle) !== VERSION) return undefined;
  const pageBytes = bytes.getUint32(AT.pageBytes, isLittle);
  return pageBytes >= 256 && pageBytes <= 65_536 && Number.isInteger(Math.log2(pageBytes)) ? pageBytes : undefined;
}
