/**
 * Entries of one directory, with exact names. Wraps readdir; makes no decisions. Names are decoded as UTF-8, which is
 * fast; only a directory with a replacement character is read again as bytes.
 */
import { isUtf8 } from "node:buffer";
import { type Dirent, readdirSync } from "node:fs";

type EntryType = "file" | "directory" | "link" | "other";

/** One entry. */
export interface DirectoryEntry {
  readonly name: string;
  readonly type: EntryType;
  /** Whether the name is not UTF-8: then `name` is an escaped form, and no path leads to the file. */
  readonly isEscaped: boolean;
}

/** Reads a directory. @throws what readdir throws */
export function readDirectory(absolute: string): DirectoryEntry[] {
  const entries = readdirSync(absolute, { withFileTypes: true });
  if (entries.some((entry) => entry.name.includes("\ufffd"))) return readOddNames(absolute);
  return entries.map((entry) => ({ name: entry.name, type: entryType(entry), isEscaped: false }));
}

function readOddNames(absolute: string): DirectoryEntry[] {
  return readdirSync(absolute, { withFileTypes: true, encoding: "buffer" }).map((entry) => {
    const isEscaped = !isUtf8(entry.name);
    const name = isEscaped ? escapeName(entry.name) : entry.name.toString("utf8");
    return { name, type: entryType(entry), isEscaped };
  });
}

function entryType(entry: Dirent | Dirent<Buffer>): EntryType {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** Escapes a name: ASCII is kept, a backslash and every other byte become `\xNN`, so two names never share a form. */
export function escapeName(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
  }).join("");
}
