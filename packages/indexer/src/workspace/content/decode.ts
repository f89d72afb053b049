/**
 * Decoder of source files: bytes to text. Knows encodings; of languages only Python's encoding comment. Invariant:
 * positions in the text are those of an editor: a byte order mark is no column, an invalid byte becomes one or more
 * replacement characters, line ends are unchanged.
 */
import { isAscii, isUtf8 } from "node:buffer";

/** Decoded text and how it was decoded. */
export interface DecodedSource {
  readonly text: string;
  /** `utf-8`, `utf-16le`, `utf-16be`, `iso-8859-1`, or the WHATWG name of the encoding that a Python comment declares. */
  readonly encoding: string;
  readonly hadBom: boolean;
  /** Whether invalid bytes were replaced by U+FFFD. */
  readonly replaced: boolean;
}

/** Options of decoding. */
export interface DecodeOptions {
  /** Whether to obey an encoding comment in the first two lines (PEP 263). */
  readonly isPython?: boolean;
}

/** Maximum number of bytes of the first two lines that are searched for an encoding comment. */
const COOKIE_WINDOW_BYTES = 1024;
const COOKIE = /^[ \t\f]*#[^\n]*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)/;
const BLANK_OR_COMMENT = /^[ \t\f]*(?:#|$)/;
const LATIN1_NAMES = new Set(["latin-1", "latin1", "iso-8859-1", "iso8859-1", "iso-latin-1", "l1", "8859", "cp819"]);

/** Decodes by byte order mark, then by Python's encoding comment, else as UTF-8. Never throws: invalid bytes are replaced. */
export function decodeSource(bytes: Uint8Array, { isPython = false }: DecodeOptions = {}): DecodedSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = findByteOrderMark(buffer);
  if (mark === "utf-8") return decodeUtf8(buffer.subarray(3), true);
  if (mark) return decodeWith(mark, buffer.subarray(2), true);
  if (isAscii(buffer)) return { text: buffer.toString("latin1"), encoding: "utf-8", hadBom: false, replaced: false };
  const declared = isPython ? findDeclaredEncoding(buffer) : undefined;
  if (declared === "iso-8859-1")
    return { text: buffer.toString("latin1"), encoding: declared, hadBom: false, replaced: false };
  if (declared) return decodeWith(declared, buffer, false);
  return decodeUtf8(buffer, false);
}

/** The encoding that a byte order mark declares. */
export function findByteOrderMark(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** The encoding that a Python file declares, if it is known and not UTF-8. Source: PEP 263. */
export function findDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, COOKIE_WINDOW_BYTES));
  const [first = "", second = ""] = head.toString("latin1").split(/\r\n|\r|\n/, 2);
  const name = (COOKIE.exec(first) ?? (BLANK_OR_COMMENT.test(first) ? COOKIE.exec(second) : null))?.[1];
  return name === undefined ? undefined : findEncoding(name.toLowerCase().replaceAll("_", "-"));
}

function findEncoding(name: string): string | undefined {
  if (LATIN1_NAMES.has(name)) return "iso-8859-1";
  try {
    const { encoding } = new TextDecoder(name);
    return encoding === "utf-8" || encoding.startsWith("utf-16") ? undefined : encoding;
  } catch {
    // An unknown name is a typing error in a comment: ignore the comment.
    return undefined;
  }
}

function decodeUtf8(buffer: Buffer, hadBom: boolean): DecodedSource {
  return { text: buffer.toString("utf8"), encoding: "utf-8", hadBom, replaced: !isUtf8(buffer) };
}

function decodeWith(encoding: string, buffer: Buffer, hadBom: boolean): DecodedSource {
  try {
    return {
      text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(buffer),
      encoding,
      hadBom,
      replaced: false,
    };
  } catch {
    // Some bytes are invalid: decode again with replacement, which is slower.
    return { text: new TextDecoder(encoding, { ignoreBOM: true }).decode(buffer), encoding, hadBom, replaced: true };
  }
}
