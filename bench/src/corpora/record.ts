/**
 * Records of corpora from the time of their first figures: number of files, bytes, one hash over all paths and
 * contents. A corpus that differs is an error, because its figures could not be compared.
 */
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCK_FILE } from "../paths.js";

/** The identity of a corpus. */
export interface CorpusRecord {
  readonly files: number;
  readonly bytes: number;
  /** SHA-256 over path and content of every file, in order of path. */
  readonly sha256: string;
}

/** `check` compares with the record; `write` writes it. */
export type Recording = "check" | "write";

/** @throws {Error} when the corpus at `root` is not the recorded one */
export function checkRecord(name: string, root: string, recording: Recording): void {
  const found = computeRecord(root);
  const records = readRecords();
  if (recording === "write") {
    const all = Object.entries({ ...records, [name]: found }).sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(LOCK_FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
    return;
  }
  const known = records[name];
  if (known?.sha256 === found.sha256) return;
  const was = known === undefined ? "not recorded" : `recorded with ${known.files} files and ${known.bytes} bytes`;
  throw new Error(
    `corpus ${name} is ${was}, here are ${found.files} files and ${found.bytes} bytes (${found.sha256}); ` +
      `delete ${root} to fetch it again, or accept it with --record`,
  );
}

/** Computes the record of a folder. */
export function computeRecord(root: string): CorpusRecord {
  const hash = createHash("sha256");
  let files = 0;
  let bytes = 0;
  for (const path of listFiles(root)) {
    const absolute = join(root, path);
    const content = lstatSync(absolute).isSymbolicLink() ? Buffer.from(readlinkSync(absolute)) : readFileSync(absolute);
    hash.update(`${path}\0${content.byteLength}\0`).update(content);
    files++;
    bytes += content.byteLength;
  }
  return { files, bytes, sha256: hash.digest("hex") };
}

/** All files and links below `root`, relative, with `/`, sorted by code units. */
export function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/").replace(/^\//, ""))
    .sort((a, b) => (a < b ? -1 : 1));
}

function readRecords(): Readonly<Record<string, CorpusRecord>> {
  return existsSync(LOCK_FILE) ? JSON.parse(readFileSync(LOCK_FILE, "utf8")) : {};
}
