/**
 * Reader of every byte that a program wrote into folders, as text: raw, and inflated wherever a deflate stream may
 * begin. Knows no file format, so no format can hide anything.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { constants, inflateRawSync } from "node:zlib";

const MAX_STREAM_BYTES = 1 << 20;
/** Number of bytes of a block's head to check. */
const MAX_HEAD = 10;
/** Shorter texts cannot contain a secret. */
const MIN_TEXT = 5;

/** Text of a file, or of a stream in it. */
export interface StoredText {
  readonly path: string;
  readonly text: string;
}

/** Texts of all files in a folder. Files without a zero byte are plain text and are not inflated. */
export function* storedTexts(folder: string): Generator<StoredText> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const bytes = readFileSync(path);
    yield { path, text: bytes.toString("latin1") };
    if (bytes.includes(0)) for (const text of inflatedTexts(bytes)) yield { path, text };
  }
}

function* inflatedTexts(bytes: Buffer): Generator<string> {
  for (let at = 0; at + MAX_HEAD < bytes.length; at++) {
    if (!mayBegin(bytes, at)) continue;
    const text = inflatedAt(bytes, at);
    if (text.length >= MIN_TEXT) yield text;
  }
}

/**
 * Whether a deflate stream may begin here, by the head of its first block: short texts are one block of fixed codes;
 * for others the lengths of the code length code must form a complete code, which is rare by chance. Source: RFC 1951,
 * 3.2.3, 3.2.6 and 3.2.7.
 */
function mayBegin(bytes: Buffer, at: number): boolean {
  const head = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if ((head & 7) === 3) return true;
  if (((head >> 1) & 3) !== 2 || head >> 3 > 29 || (second & 31) > 29) return false;
  let bits = BigInt(0);
  for (let byte = MAX_HEAD - 1; byte > 0; byte--) bits = (bits << 8n) | BigInt(bytes[at + byte] ?? 0);
  const count = 4 + Number((bits >> 5n) & 15n);
  let share = 0;
  for (let code = 0; code < count; code++) {
    const length = Number((bits >> BigInt(9 + 3 * code)) & 7n);
    if (length > 0) share += 2 ** -length;
  }
  return share === 1;
}

/** Inflates as much as possible: the stream's end is unknown. */
function inflatedAt(bytes: Buffer, at: number): string {
  try {
    const part = bytes.subarray(at, at + MAX_STREAM_BYTES);
    return inflateRawSync(part, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 << 20 }).toString("latin1");
  } catch {
    return "";
  }
}
