/**
 * Files of a store in a folder, which other machines write as well. A file appears whole or not at all: it is written
 * and flushed under a temporary name, then renamed or linked to its name.
 */
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFileName } from "@sdl/model";
import { RemoteError } from "../errors.js";
import { forEachParallel as runParallel } from "../parallel.js";

/** Calls of the file system at a time. */
const PARALLEL = 8;

/** Runs for each item, several at a time. Rejects with the first error once no run is under way. */
export function forEachParallel<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  return runParallel(items, PARALLEL, run);
}

/** The system's code of an error; the empty string if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The value, or `undefined` if the file or folder does not exist. */
export async function ifExists<T>(value: Promise<T>): Promise<T | undefined> {
  try {
    return await value;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Names in a folder; none if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await ifExists(readdir(folder))) ?? [];
}

/** A file's bytes, or `undefined` if it does not exist. */
export function readIfExists(path: string): Promise<Uint8Array | undefined> {
  return ifExists(readFile(path));
}

/** Writes and flushes a temporary file in the folder; hands it to `place`, then removes it if it is still there. */
export async function withTemporaryFile<T>(
  folder: string,
  content: Uint8Array | string,
  place: (path: string) => Promise<T>,
): Promise<T> {
  const path = temporaryFileName(join(folder, "new"), randomBytes(6).toString("hex"));
  try {
    await writeFile(path, content, { flag: "wx", flush: true });
    return await place(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Errors of systems that persist names by themselves. */
const NOT_SYNCED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EINVAL", "ENOTSUP", "EISDIR"]);

/** Flushes a folder: a new name is on disk only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const file = await open(folder, "r");
    await file.sync().finally(() => file.close());
  } catch (error) {
    if (!NOT_SYNCED.has(codeOf(error))) throw error;
  }
}

/** Makes a folder with those above it, and flushes the parent of each that was new. */
export async function makeFolder(root: string, ...names: readonly string[]): Promise<string> {
  let folder = root;
  for (const name of names) {
    const parent = folder;
    folder = join(parent, name);
    try {
      await mkdir(folder);
      await syncFolder(parent);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
  return folder;
}

/** Pauses in milliseconds between attempts to replace a file. */
const RENAME_PAUSES = [10, 50, 250] as const;

/** Renames over a file. Windows refuses while another process has the file open, which readers do for milliseconds. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (const pause of RENAME_PAUSES) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!["EPERM", "EACCES", "EBUSY"].includes(codeOf(error)) || process.platform !== "win32") throw error;
      await sleep(pause);
    }
  }
  await rename(from, to);
}

const DENIED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** The package's error for one of the system; others are handed back as they are. */
export function folderError(place: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof RemoteError || !/^E[A-Z0-9]+$/.test(code)) return error;
  if (FULL.has(code)) {
    return new RemoteError("remote_full", `no space left in ${place} (${code}): free some, then try again`, {
      cause: error,
    });
  }
  if (DENIED.has(code)) {
    const message = `${place} does not let this user in (${code}): allow reading, for pushes also writing`;
    return new RemoteError("remote_denied", message, { cause: error });
  }
  const message = `${place} cannot be used (${code}): check that the folder is there and its share is mounted`;
  return new RemoteError("remote_unreachable", message, { cause: error });
}
