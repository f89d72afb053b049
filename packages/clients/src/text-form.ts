/** Text of a file together with its byte order mark. Pure. */
import { ConfigError } from "./config-error.js";

const MARK = "\uFEFF";

/** A decoded file. */
export interface TextForm {
  /** Text without the byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
}

/** @throws {ConfigError} `UNPARSABLE` if the bytes are not UTF-8 */
export function decode(bytes: Uint8Array): TextForm {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  try {
    if (isWide) throw new TypeError("UTF-16");
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(MARK) ? { text: text.slice(1), hasMark: true } : { text, hasMark: false };
  } catch (error) {
    const problem = `the file is ${isWide ? "UTF-16" : "not UTF-8"} text: save it as UTF-8`;
    throw new ConfigError("UNPARSABLE", problem, undefined, { cause: error });
  }
}

/** Encodes a text as UTF-8, with its byte order mark if it had one. */
export function encode({ text, hasMark }: TextForm): Uint8Array {
  return new TextEncoder().encode((hasMark ? MARK : "") + text);
}
