/** The first pages of an LMDB file, read as bytes: mapping a file that was cut off, or is something else, can end the process. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";

const MAGIC = 0xbeefc0de;
/** Offsets of the fields of `MDB_meta` in its page, whose header takes 24 bytes. */
const AT = { magic: 24, pageBytes: 48, lastPage: 144, transaction: 152 } as const;
const META_BYTES = 160;

interface Meta {
  readonly pageBytes: number;
  readonly lastPage: number;
  readonly transaction: number;
}

/** Whether the file is no LMDB file, or ends before its last page does. A missing or empty one is neither. */
export function isCutOff(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return false;
  }
  try {
    const { size } = fstatSync(file);
    if (size === 0) return false;
    const first = readMeta(file, 0);
    const second = first === undefined ? undefined : readMeta(file, first.pageBytes);
    if (first === undefined || second === undefined) return true;
    const { lastPage, pageBytes } = second.transaction > first.transaction ? second : first;
    return size < (lastPage + 1) * pageBytes;
  } finally {
    closeSync(file);
  }
}

/** In this machine's byte order, as LMDB writes them. */
function readMeta(file: number, at: number): Meta | undefined {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(file, bytes, 0, META_BYTES, at) < META_BYTES) return undefined;
  const isLittle = endianness() === "LE";
  const word = (offset: number) => (isLittle ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset));
  const long = (offset: number) => Number(isLittle ? bytes.readBigUInt64LE(offset) : bytes.readBigUInt64BE(offset));
  const pageBytes = word(AT.pageBytes);
  if (word(AT.magic) !== MAGIC || pageBytes < 256 || pageBytes > 65_536) return undefined;
  return { pageBytes, lastPage: long(AT.lastPage), transaction: long(AT.transaction) };
}
