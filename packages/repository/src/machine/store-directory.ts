/** Default folder of a repository's store, and deletion of stores. */
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { dropUnusedLayers, familyDirectory, siblingStores } from "@sdl/graph";
import { leaseHolder } from "./lease.js";
import { unfitMedium } from "./medium.js";

/** A store has one folder per schema, such as `v1.4`, with the ledger's environments. */
const SCHEMA_DIRECTORY = /^v\d+(\.\d+)*$/;
const IGNORE_TEXT = "*\n";

/** Folder of a store, with the reason for its location. */
export interface StorePlace {
  readonly directory: string;
  /** Reason, for the user, why the store is not in the repository; absent if it is. */
  readonly reason?: string;
}

/**
 * The default folder: in the repository, where every user of the repository finds it; in the user's cache if the
 * repository cannot be written, is on an unsuitable file system, or contains a link at the store's path, through which
 * a write could change any file of the user.
 * @param cache the user's folder for caches
 */
export function defaultStorePlace(rootPath: string, cache: string): StorePlace {
  const local = join(rootPath, ".sdl");
  const inCache = (reasonOf: (place: string) => string): StorePlace => {
    const directory = placeInCache(rootPath, cache);
    return { directory, reason: reasonOf(directory) };
  };
  const medium = unfitMedium(existsSync(local) ? local : rootPath);
  if (medium !== undefined)
    return inCache((place) => `The repository lies on ${medium}, which cannot hold an index: it lies in ${place}.`);
  const link = findLink(local);
  if (link !== undefined)
    return inCache(
      (place) =>
        `${relative(rootPath, link)} is a link, and an index is not written through links: it is kept in ${place}. Remove the link, or name a folder with --store.`,
    );
  if (existsSync(local) || !existsSync(rootPath) || isWritable(rootPath)) return { directory: local };
  return inCache((place) => `The repository cannot be written: its index lies in ${place}.`);
}

function placeInCache(rootPath: string, cache: string): string {
  const digits = createHash("sha256").update(rootPath).digest("hex").slice(0, 16);
  return join(cache, `${basename(rootPath)}-${digits}`);
}

/** Whether a store can be created or written in a folder, which need not exist yet. */
export function canHoldStore(directory: string): boolean {
  const folder = existsSync(directory) ? directory : dirname(directory);
  return unfitMedium(folder) === undefined && findLink(directory) === undefined && isWritable(folder);
}

/** The first link at a path or below, not following linked folders; `undefined` if there is none. */
function findLink(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() === true) return path;
  const open = stat?.isDirectory() === true ? [path] : [];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of listEntries(folder)) {
      const below = join(folder, entry.name);
      if (entry.isSymbolicLink()) return below;
      if (entry.isDirectory()) open.push(below);
    }
  }
  return undefined;
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // The folder was removed, or may not be read: then nothing is written in it either.
  }
}

/** Whether a folder can be written. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false; // Any error means that the folder cannot hold a store.
  }
}

/** Path of the lease for creating, choosing or deleting layers of a family of stores. */
export function layersLease(directory: string): string {
  return join(familyDirectory(directory), "layers.lease");
}

/**
 * Deletes the files of a store and nothing else: a folder that the user chose may hold other files. Layers are deleted
 * with the last store that uses them.
 * @returns whether there was a store
 */
export function deleteStore(directory: string): boolean {
  if (!existsSync(directory)) return false;
  const schemas = schemaDirectories(directory);
  for (const name of schemas) rmSync(join(directory, name), { recursive: true, force: true });
  // A process that is creating layers drops the unneeded ones later.
  if (leaseHolder(layersLease(directory)) === undefined) dropUnusedLayers(directory);
  const family = familyDirectory(directory);
  // Caches of git data are stored beside the ledgers of all schemas, because other worktrees use them.
  const unused =
    siblingStores(directory).length === 0 ? [directory, family] : [directory].filter((one) => one !== family);
  for (const folder of schemas.length > 0 ? unused : []) rmSync(join(folder, "git"), { recursive: true, force: true });
  for (const folder of [directory, join(family, "worktrees"), join(family, "layers"), family]) removeEmpty(folder);
  return schemas.length > 0;
}

/** Removes a folder that is empty or has only the file that hides a store from version control: audit logs outlive the index. */
function removeEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  const ignore = join(folder, ".gitignore");
  const others = readdirSync(folder).filter((name) => name !== ".gitignore");
  if (others.length === 0 && existsSync(ignore) && readFileSync(ignore, "utf8") === IGNORE_TEXT) rmSync(ignore);
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Index folders of other program versions beside this one's. @param own the name of this program's folder */
export function otherIndexes(directory: string, own: string): { readonly name: string; readonly isNewer: boolean }[] {
  const others = schemaDirectories(directory).filter((name) => name !== own);
  return others.map((name) => ({ name, isNewer: isLater(name, own) }));
}

/** Whether a schema folder is newer than this program's. @param name of a folder, such as `v4.5` */
function isLater(name: string, own: string): boolean {
  const [these, those] = [name, own].map((one) => one.slice(1).split(".").map(Number)) as [number[], number[]];
  const at = these.findIndex((part, i) => part !== (those[i] ?? 0));
  return at >= 0 && (these[at] ?? 0) > (those[at] ?? 0);
}

/** Names of all folders that hold an index, of this program's schema or another's. */
export function schemaDirectories(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter(
    (name) => SCHEMA_DIRECTORY.test(name) && readdirSync(join(directory, name)).some((one) => one.startsWith("ledger")),
  );
}
