/**
 * Puts a damaged store out of the way, so that a new one can be made in its place. A store is derived from its repository: making it anew
 * is always right, mending never needed.
 */
import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { environmentFolder, schemaDirectory } from "./environment.js";
import { describeFile } from "./stamp.js";

/** Older ones are deleted. */
const KEPT = 2;
const NAME = /^ledger\.bad-(\d{13})$/;

export interface SetAside {
  readonly path: string;
  readonly atMs: number;
  readonly sizeBytes: number;
}

/**
 * @param file which file is damaged, as {@link describeFile} has it: another process may have put a new one in its place
 * @returns where it lies now; `undefined` when it is no longer there
 * @throws {Error} the system's
 */
export function setStoreAside(directory: string, file: string, nowMs: number): string | undefined {
  const folder = environmentFolder(directory);
  if (identityOf(join(folder, "data.mdb")) !== firstTwo(file)) return undefined;
  const target = `${folder}.bad-${String(nowMs).padStart(13, "0")}`;
  renameSync(folder, target);
  for (const { path } of listSetAside(directory).slice(KEPT)) rmSync(path, { recursive: true, force: true });
  return target;
}

/** The newest first. */
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
    return time === undefined ? [] : [{ path, atMs: Number(time), sizeBytes: sizeOf(join(path, "data.mdb")) }];
  });
  return found.sort((a, b) => b.atMs - a.atMs);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function identityOf(path: string): string | undefined {
  try {
    return firstTwo(describeFile(path));
  } catch {
    return undefined; // it is gone
  }
}

/** Device and inode. */
function firstTwo(file: string): string {
  return file.split(" ").slice(0, 2).join(" ");
}
