/**
 * Classification of a file by content: hand-written source, generated, minified, binary. Pure. Generated files are
 * indexed, since code calls into them; minified and binary ones are not.
 */
import { isUtf8 } from "node:buffer";
import { findByteOrderMark, findDeclaredEncoding } from "./decode.js";

/** Classes of content. */
export type ContentClass = "source" | "binary" | "undecodable" | "minified" | "generated";

/** Bytes at the start of a file that decide whether it is binary. */
const BINARY_SAMPLE_BYTES = 8192;
/** A stray NUL in valid UTF-8 is a flaw in source; a larger share of NULs means binary. */
const MAX_NUL_SHARE = 0.1;
/** Largest share of invalid UTF-8 in source: Latin-1 comments without a declaration stay well below it. */
const MAX_INVALID_SHARE = 0.3;

/** Mean length of a line, in bytes, above which a file is minified. */
const MAX_MEAN_LINE_BYTES = 500;
/**
 * Higher limit for Python, which is never minified: a mean above 500 comes from tables besides real definitions (sympy
 * has three such files).
 */
const MAX_PYTHON_MEAN_LINE_BYTES = 5000;
/** Smaller files are never minified: long lines cost nothing, and may be a one-line module. */
const MIN_MINIFIED_BYTES = 8192;
/** Mean line length from which files with a minified name (`.min.js`) count as minified. */
const MAX_NAMED_MEAN_LINE_BYTES = 200;
/** A longer line, in bytes, was not written by hand. */
const LONG_LINE_BYTES = 5000;
/** Words of code: minified code has one in far fewer bytes than this, tables of data and inlined files have hardly any. */
const CODE_WORDS = /\b(?:return|function)\b|=>/g;
const BYTES_PER_CODE_WORD = 1000;
/** Part of a long line that is searched for them. */
const LINE_SAMPLE_BYTES = 20_000;
const PYTHON_NAME = /\.pyi?$/;
const MINIFIED_NAME = /[.-]min\.[mc]?js$/;

/** Part of a file that is searched for a generator's notice. */
const HEADER_BYTES = 2048;
const HEADER_LINES = 20;
const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*|#|"""|''')/;
/** Meta's marker, the conventions of Go and protobuf, and the sentence that most other generators write; in lower case. */
const GENERATED_MARKER = /@(?:partially-)?generated\b/;
const EDIT_WARNING = /do not (?:edit|modify|make direct changes)/;
const GENERATED_SENTENCE = /th(?:is|e) (?:file|code|module) (?:is|was|has been) (?:auto-?|automatically )?generated/;

/**
 * Classifies a file. Binary and undecodable take precedence over minified, minified over generated.
 * @param content its bytes, or its decoded text (then it is never binary)
 * @param path only the name counts
 */
export function classifyContent(content: Uint8Array | string, path: string): ContentClass {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  const mark = findByteOrderMark(bytes);
  const isWide = mark === "utf-16le" || mark === "utf-16be";
  const unread = typeof content === "string" || isWide ? undefined : classifyBytes(bytes, path);
  if (unread !== undefined) return unread;
  if (isMinified(bytes, path)) return "minified";
  return isGeneratedHeader(readHeader(bytes, mark)) ? "generated" : "source";
}

function readHeader(bytes: Uint8Array, mark: ReturnType<typeof findByteOrderMark>): string {
  const head = bytes.subarray(mark === undefined ? 0 : mark === "utf-8" ? 3 : 2, HEADER_BYTES);
  // The markers are ASCII, which UTF-16 writes with a zero byte each.
  return Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1").replaceAll("\0", "");
}

/** Classifies bytes that are no text, or text in an unknown encoding. */
function classifyBytes(bytes: Uint8Array, path: string): "binary" | "undecodable" | undefined {
  const sample = bytes.subarray(0, BINARY_SAMPLE_BYTES);
  const isValid = isUtf8(trimPartialCharacter(sample));
  const nuls = countOctet(sample, 0);
  if (nuls > 0 && (!isValid || nuls > sample.length * MAX_NUL_SHARE)) return "binary";
  if (isValid || (PYTHON_NAME.test(path) && findDeclaredEncoding(bytes) !== undefined)) return undefined;
  const text = new TextDecoder().decode(sample);
  let replaced = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) replaced++;
  if (replaced <= text.length * MAX_INVALID_SHARE) return undefined;
  return countControls(sample) > 0 ? "binary" : "undecodable";
}

/** Drops a character that the end of a sample cuts. */
function trimPartialCharacter(sample: Uint8Array): Uint8Array {
  if (sample.length < BINARY_SAMPLE_BYTES) return sample;
  let end = sample.length;
  while (end > sample.length - 4 && ((sample[end - 1] as number) & 0xc0) === 0x80) end--;
  return (sample[end - 1] as number) >= 0xc0 ? sample.subarray(0, end - 1) : sample;
}

/** Counts control characters other than white space, which no encoding of text has. */
function countControls(bytes: Uint8Array): number {
  let count = 0;
  for (const octet of bytes) if (octet < 32 && (octet < 9 || octet > 13) && octet !== 27) count++;
  return count;
}

function countOctet(bytes: Uint8Array, octet: number): number {
  let count = 0;
  for (let at = bytes.indexOf(octet); at >= 0; at = bytes.indexOf(octet, at + 1)) count++;
  return count;
}

function isMinified(bytes: Uint8Array, path: string): boolean {
  const isNamed = MINIFIED_NAME.test(path);
  if (bytes.length < MIN_MINIFIED_BYTES && !isNamed) return false;
  const plainMean = PYTHON_NAME.test(path) ? MAX_PYTHON_MEAN_LINE_BYTES : MAX_MEAN_LINE_BYTES;
  if (!hasLines(bytes, bytes.length / (isNamed ? MAX_NAMED_MEAN_LINE_BYTES : plainMean))) return true;
  return !PYTHON_NAME.test(path) && hasLongCode(bytes);
}

/** Whether most of a file is code on long lines: a bundle in which texts, such as shaders, keep their lines. */
function hasLongCode(bytes: Uint8Array): boolean {
  let count = 0;
  for (let at = 0; at + LONG_LINE_BYTES < bytes.length; ) {
    // The last line that ends within the length: those before it are short as well.
    const lastEnd = bytes.lastIndexOf(10, at + LONG_LINE_BYTES);
    if (lastEnd >= at) {
      at = lastEnd + 1;
      continue;
    }
    const found = bytes.indexOf(10, at + LONG_LINE_BYTES);
    const end = found < 0 ? bytes.length : found;
    if (isCode(bytes.subarray(at, end))) count += end - at;
    at = end + 1;
  }
  return 2 * count > bytes.length;
}

/** Whether a long line is code, and not several lines that end in a carriage return. */
function isCode(line: Uint8Array): boolean {
  const sample = Buffer.from(line.subarray(0, LINE_SAMPLE_BYTES)).toString("latin1");
  const words = sample.match(CODE_WORDS)?.length ?? 0;
  return words * BYTES_PER_CODE_WORD > sample.length && !sample.includes("\r");
}

/** Whether there are at least `count` lines. Stops there, after about a tenth of ordinary source. */
function hasLines(bytes: Uint8Array, count: number): boolean {
  const last = bytes.at(-1);
  let lines = last === 10 || last === 13 ? 0 : 1;
  for (let i = 0; i < bytes.length && lines < count; i++) {
    const octet = bytes[i];
    if (octet === 10 || (octet === 13 && bytes[i + 1] !== 10)) lines++;
  }
  return lines >= count;
}

function isGeneratedHeader(header: string): boolean {
  if (!/generated/i.test(header)) return false;
  const lines = header.split(/\r\n|\r|\n/, HEADER_LINES).filter((line) => COMMENT_LINE.test(line));
  const comments = lines.join("\n").toLowerCase();
  if (GENERATED_MARKER.test(comments) || GENERATED_SENTENCE.test(comments)) return true;
  return EDIT_WARNING.test(comments) && comments.includes("generated");
}
