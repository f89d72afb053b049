/**
 * What a file is by its content: hand-written source, generated, minified, binary. Pure.
 * Generated files are indexed, since code calls into them; minified and binary ones are not.
 */
import { isUtf8 } from "node:buffer";
import { findByteOrderMark, findDeclaredEncoding } from "./decode.js";

export type ContentClass = "source" | "binary" | "undecodable" | "minified" | "generated";

/** How much of a file is looked at to tell binary from text. */
const BINARY_SAMPLE_BYTES = 8192;
/** A stray NUL in valid UTF-8 is source with a flaw; more than this share of them is not text. */
const MAX_NUL_SHARE = 0.1;
/** Latin-1 comments without a declaration stay well under this. */
const MAX_INVALID_SHARE = 0.3;

/** Mean length of a line, in bytes, above which nobody wrote or reads the file. */
const MAX_MEAN_LINE_BYTES = 500;
/** Nobody minifies Python: a mean above 500 is tables beside real definitions (sympy has three such files). */
const MAX_PYTHON_MEAN_LINE_BYTES = 5000;
/** Below this size a long line costs nothing and may be a one-line module. */
const MIN_MINIFIED_BYTES = 8192;
/** Files that their name calls minified are believed from this mean on. */
const MAX_NAMED_MEAN_LINE_BYTES = 200;
const PYTHON_NAME = /\.pyi?$/;
const MINIFIED_NAME = /[.-]min\.[mc]?js$/;

/** Where generators put their notice. */
const HEADER_BYTES = 2048;
const HEADER_LINES = 20;
const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*|#|"""|''')/;
/** Meta's marker, Go's convention and protobuf's, and the sentence that most other generators write. All in lower case. */
const GENERATED_MARKER = /@(?:partially-)?generated\b/;
const EDIT_WARNING = /do not (?:edit|modify|make direct changes)/;
const GENERATED_SENTENCE = /th(?:is|e) (?:file|code|module) (?:is|was|has been) (?:auto-?|automatically )?generated/;

/**
 * Classifies a file. Binary and undecodable win over minified, minified over generated.
 * @param content its bytes, or its text if it is decoded already (then it cannot be binary)
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
  // What matters is ASCII, which UTF-16 writes with a zero byte each.
  return Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1").replaceAll("\0", "");
}

/** Bytes that are no text, or text in an encoding that nothing tells. */
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

/** Drops the bytes of a character that the end of a sample cuts in two. */
function trimPartialCharacter(sample: Uint8Array): Uint8Array {
  if (sample.length < BINARY_SAMPLE_BYTES) return sample;
  let end = sample.length;
  while (end > sample.length - 4 && ((sample[end - 1] as number) & 0xc0) === 0x80) end--;
  return (sample[end - 1] as number) >= 0xc0 ? sample.subarray(0, end - 1) : sample;
}

/** Octets that no text has, in whatever encoding: control characters but white space. */
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
  return !hasLines(bytes, bytes.length / (isNamed ? MAX_NAMED_MEAN_LINE_BYTES : plainMean));
}

/** Whether there are at least `count` lines. Stops there: ordinary source answers after a tenth of its bytes. */
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
