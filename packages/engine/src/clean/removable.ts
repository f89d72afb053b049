/** Finds files of the program that can be removed, with path and size. Removes nothing. Never lists memories, audit logs or settings. */
import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import {
  familyDirectory,
  findUsedLayers,
  listFolder,
  listLayers,
  schemaDirectory,
  storesOfAllWorktrees,
} from "@sdl/graph";
import { schemaDirectories, storesWithoutWorktree } from "@sdl/repository";

/** Why an item can be removed. */
export type RemovableKind =
  /** A damaged index that was set aside. */
  | "set-aside"
  /** An index of another version of the program. */
  | "other-version"
  /** An index whose repository no longer exists. */
  | "orphan"
  /** A partly written file of a process that died. */
  | "leftover"
  /** The cache of git data; read from git again when needed. */
  | "cache"
  /** A layer shared by the indexes of a repository's worktrees; removed with the last of them. */
  | "shared"
  /** The index that queries read; can be built again from the repository. */
  | "index";

/** A file or folder that can be removed. */
export interface Removable {
  readonly kind: RemovableKind;
  readonly path: string;
  readonly sizeBytes: number;
  /** Time of the last write, in ms since the epoch. */
  readonly lastUsedMs: number;
  /** Absent if no repository is registered for it. */
  readonly repoId?: string;
}

/** A repository's store. */
export interface StoreLocation {
  readonly repoId?: string;
  /** Absent if no repository is registered for it. */
  readonly rootPath?: string;
  readonly directory: string;
  /** Whether the repository's folder exists. */
  readonly hasRoot: boolean;
  /** Whether to list only data shared by worktrees: the main worktree's own repository was not requested. */
  readonly isFamilyOnly?: boolean;
}

const SET_ASIDE = /^ledger\.bad-\d+$/;
const LEFTOVER = /\.tmp$|\.evicted\.\d+\.\d+$|^room\.\d+$/;

/** @returns sorted by path */
export function findRemovable(store: StoreLocation): Removable[] {
  const { directory, repoId, hasRoot, isFamilyOnly = false } = store;
  if (isFamilyOnly) return worktreeItems(store).map(describe);
  const found = schemaDirectories(directory).flatMap((name): TypedPath[] => {
    const folder = join(directory, name);
    if (!hasRoot) return [["orphan", folder]];
    const kind = name === schemaDirectory() ? "index" : "other-version";
    const setAside = listEntries(folder, SET_ASIDE).map((path): TypedPath => ["set-aside", path]);
    return [[kind, folder], ...setAside, ...leftoverItems(folder)];
  });
  const git = listEntries(directory, /^git$/).map((path): TypedPath => [hasRoot ? "cache" : "orphan", path]);
  return [...found, ...leftoverItems(directory), ...git, ...worktreeItems(store)]
    .map((place) => ({ ...describe(place), ...(repoId === undefined ? {} : { repoId }) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function describe([kind, path]: TypedPath): Removable {
  return { kind, path, ...measureDisk(path) };
}

/** Layers shared by worktrees, and stores of worktrees that no longer exist; both are beside the main worktree's index. */
function worktreeItems({ directory, rootPath, hasRoot }: StoreLocation): TypedPath[] {
  if (familyDirectory(directory) !== directory) return [];
  const used = findUsedLayers(storesOfAllWorktrees(directory));
  const layers = listLayers(directory).map((path): TypedPath => {
    if (!used.has(path)) return ["leftover", path];
    return [hasRoot ? "shared" : "orphan", path];
  });
  const gone = rootPath === undefined || !hasRoot ? [] : storesWithoutWorktree(rootPath, directory);
  const orphans = gone.flatMap((store) =>
    schemaDirectories(store).map((name): TypedPath => ["orphan", join(store, name)]),
  );
  return [...layers, ...orphans];
}

type TypedPath = readonly [kind: RemovableKind, path: string];

function leftoverItems(folder: string): TypedPath[] {
  return listEntries(folder, LEFTOVER).map((path) => ["leftover", path]);
}

function listEntries(folder: string, pattern: RegExp): string[] {
  return listFolder(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

/** Disk usage and last write of a file, or of everything below a folder; holes in files are not counted. */
function measureDisk(path: string): { readonly sizeBytes: number; readonly lastUsedMs: number } {
  const pending = [path];
  let sizeBytes = 0;
  let lastUsedMs = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const stats = statIfPresent(next);
    if (stats === undefined) continue;
    sizeBytes += stats.blocks * BLOCK_BYTES;
    lastUsedMs = Math.max(lastUsedMs, stats.mtimeMs);
    if (stats.isDirectory()) pending.push(...listFolder(next).map((name) => join(next as string, name)));
  }
  return { sizeBytes, lastUsedMs };
}

/** Unit of `Stats.blocks`, independent of the file system's block size. */
const BLOCK_BYTES = 512;

function statIfPresent(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined; // deleted meanwhile
  }
}
