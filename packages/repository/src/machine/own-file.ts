/**
 * Access to the program's own small files, safe if something else is in their place: a folder, a link to itself, a pipe
 * that would block, a file of any size.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { ABANDONED_FILE_MS, isTemporaryFileName, temporaryFileName } from "@sdl/model";
import { errorCode } from "./system-error.js";

/** Absent on Windows, which has no pipes among its files. */
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

/** Stat of the entry at a path, with links followed; `undefined` if it does not exist or cannot be accessed. */
export function statOwnFile(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // A loop of links, or a file in place of a folder on the path: reading it reports so.
  }
}

/** Reads a file. @returns its bytes @throws {Error} the system's, also if it is no file or larger than `maxBytes` */
export function readOwnFile(path: string, maxBytes: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | NON_BLOCKING);
  try {
    const { size } = requireFile(file, path);
    if (size > maxBytes) throw refusedFileError("E2BIG", `it has ${size} bytes, at most ${maxBytes} are read`, path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Appends in one write. @throws {Error} the system's, also if it is no file */
export function appendOwnFile(path: string, text: string): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NON_BLOCKING;
  const file = openSync(path, flags, 0o666);
  try {
    requireFile(file, path);
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Options of writing. */
export interface WriteOptions {
  /** Whether the file is flushed to disk when the call returns, so that it survives a loss of power. */
  readonly isDurable?: boolean;
  readonly mode?: number;
}

/** Replaces or creates a whole file: a reader sees the old one or the new one. @throws {Error} the system's */
export function replaceOwnFile(path: string, content: string | Uint8Array, writing: WriteOptions = {}): void {
  throughDraft(path, content, writing, (draft) => renameSync(draft, path));
}

/** Creates a whole file. @throws {Error} the system's: `EEXIST` if an entry exists */
export function placeOwnFile(path: string, content: string | Uint8Array, writing: WriteOptions = {}): void {
  // Unlike a rename, linking fails if a file exists; unlike an exclusive open, no partial file is visible.
  throughDraft(path, content, writing, (draft) => linkSync(draft, path));
}

/** A name beside a file that no other process or thread uses, on any machine that shares the folder. */
export function draftPath(path: string): string {
  return temporaryFileName(path, randomBytes(6).toString("hex"));
}

function throughDraft(
  path: string,
  content: string | Uint8Array,
  { isDurable = false, mode = 0o666 }: WriteOptions,
  place: (draft: string) => void,
): void {
  const draft = draftPath(path);
  try {
    const file = openSync(draft, "wx", mode);
    try {
      writeFileSync(file, content);
      if (isDurable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
  if (isDurable) syncFolder(dirname(path));
  removeAbandonedDrafts(path);
}

/** Errors of systems that persist names by themselves, and of folders that may be written but not read. */
const NOT_SYNCED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EINVAL", "ENOTSUP", "EISDIR"]);

/** Flushes a folder: a new name is on disk only when its folder is. @throws {Error} the system's if the disk fails */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!NOT_SYNCED.has(errorCode(error) ?? "")) throw error;
  }
}

/** Files whose folders were searched for drafts: once per process suffices, since only crashes leave drafts. */
const searchedFiles = new Set<string>();

/** Removes a file's drafts left by dead processes; other entries are not the program's. Never fails. */
function removeAbandonedDrafts(path: string): void {
  if (searchedFiles.has(path)) return;
  searchedFiles.add(path);
  const own = `${basename(path)}.`;
  try {
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(own) || !isTemporaryFileName(name)) continue;
      const draft = join(dirname(path), name);
      const writtenMs = lstatSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - writtenMs > ABANDONED_FILE_MS) rmSync(draft, { force: true });
    }
  } catch {
    return; // The folder was removed, or may not be read.
  }
}

function requireFile(file: number, path: string): Stats {
  const stats = fstatSync(file);
  if (stats.isFile()) return stats;
  throw stats.isDirectory()
    ? refusedFileError("EISDIR", "it is a folder", path)
    : refusedFileError("ENXIO", "it is a pipe or a device", path);
}

function refusedFileError(code: string, what: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${what}, '${path}'`), { code, path });
}
