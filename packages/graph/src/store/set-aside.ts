/**
 * Sets a damaged store aside (renames it), so that a new one can be created in its place. A store is derived from its repository, so it is always
 * created anew and never repaired.
 */
import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { environmentFolder, schemaDirectory } from "./environment.js";
import { describeFile } from "./stamp.js";

/** Number of damaged stores that are kept; older ones are deleted. */
const MAX_KEPT_STORES = 2;
const NAME = /^ledger\.bad-(\d{13})$/;

/** A store that was renamed. */
export interface SetAside {
  readonly path: string;
  readonly atMs: number;
  readonly sizeBytes: number;
}

/**
 * @param file the damaged file, described by {@link describeFile}; nothing happens if another process has replaced it
 * @returns the new path of the damaged store; `undefined` if it was replaced or removed
 * @throws {Error} system errors
 */
export function setStoreAside(directory: string, file: string, nowMs: number): string | undefined {
  const folder = environmentFolder(directory);
  if (folderIdentityOf(join(folder, "data.mdb")) !== deviceAndInode(file)) return undefined;
  const target = `${folder}.bad-${String(nowMs).padStart(13, "0")}`;
  renameSync(folder, target);
  for (const { path } of listSetAside(directory).slice(MAX_KEPT_STORES)) rmSync(path, { recursive: true, force: true });
  return target;
}

/** Damaged stores that were set aside, newest first. */
export function listSetAside(directory: string): SetAside[] {
  const folder = join(directory, schemaDirectory());
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return []; // there is no store
  }
  const found = names.flatMap((name) => {
    const [, time] = NAME.exec(name) ?? [];
    const path = join(folder, name);
    return time === undefined ? [] : [{ path, atMs: Number(time), sizeBytes: folderBytes(join(path, "data.mdb")) }];
  });
  return found.sort((a, b) => b.atMs - a.atMs);
}

function folderBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function folderIdentityOf(path: string): string | undefined {
  try {
    return deviceAndInode(describeFile(path));
  } catch {
    return undefined; // the file no longer exists
  }
}

/** Device and inode of a file description. */
function deviceAndInode(file: string): string {
  return file.split(" ").slice(0, 2).join(" ");
}
