/** What of the program's files can be removed, where it lies and what it takes. Looks only. Memories, audit logs and settings are never among it. */
import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { familyDirectory, findUsedLayers, listFolder, listLayers, schemaDirectory, storesOfFamily } from "@sdl/graph";
import { schemaDirectories, storesWithoutWorktree } from "@sdl/repository";

export type RemovableKind =
  /** A damaged index that was put out of the way. */
  | "set-aside"
  /** An index of another version of the program. */
  | "other-version"
  /** An index whose repository is gone. */
  | "orphan"
  /** What a process that died left half written. */
  | "leftover"
  /** What is remembered of git: it is read from git again. */
  | "cache"
  /** What the indexes of a repository's worktrees have in common: it goes with the last of them. */
  | "shared"
  /** The index that queries read: it is made again from the repository. */
  | "index";

export interface Removable {
  readonly kind: RemovableKind;
  readonly path: string;
  readonly sizeBytes: number;
  /** When it was last written, in milliseconds since the epoch. */
  readonly lastUsedMs: number;
  /** Absent where no repository is registered for it. */
  readonly repoId?: string;
}

/** A repository's store. */
export interface StoreOf {
  readonly repoId?: string;
  /** Absent where no repository is registered for it. */
  readonly rootPath?: string;
  readonly directory: string;
  /** Whether the repository's folder is there. */
  readonly hasRoot: boolean;
  /** Only what lies beside the main worktree's index is meant, whose repository nobody named. */
  readonly isFamilyOnly?: boolean;
}

const SET_ASIDE = /^ledger\.bad-\d+$/;
const LEFTOVER = /\.tmp$|\.evicted\.\d+\.\d+$|^room\.\d+$/;

/** @returns sorted by path */
export function findRemovable(store: StoreOf): Removable[] {
  const { directory, repoId, hasRoot, isFamilyOnly = false } = store;
  if (isFamilyOnly) return ofWorktrees(store).map(describe);
  const found = schemaDirectories(directory).flatMap((name): Place[] => {
    const folder = join(directory, name);
    if (!hasRoot) return [["orphan", folder]];
    const kind = name === schemaDirectory() ? "index" : "other-version";
    const setAside = entries(folder, SET_ASIDE).map((path): Place => ["set-aside", path]);
    return [[kind, folder], ...setAside, ...leftovers(folder)];
  });
  const git = entries(directory, /^git$/).map((path): Place => [hasRoot ? "cache" : "orphan", path]);
  return [...found, ...leftovers(directory), ...git, ...ofWorktrees(store)]
    .map((place) => ({ ...describe(place), ...(repoId === undefined ? {} : { repoId }) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function describe([kind, path]: Place): Removable {
  return { kind, path, ...measure(path) };
}

/** Beside the main worktree's index: what is shared, and what worktrees left that are gone. */
function ofWorktrees({ directory, rootPath, hasRoot }: StoreOf): Place[] {
  if (familyDirectory(directory) !== directory) return [];
  const used = findUsedLayers(storesOfFamily(directory));
  const layers = listLayers(directory).map((path): Place => {
    if (!used.has(path)) return ["leftover", path];
    return [hasRoot ? "shared" : "orphan", path];
  });
  const gone = rootPath === undefined || !hasRoot ? [] : storesWithoutWorktree(rootPath, directory);
  const orphans = gone.flatMap((store) => schemaDirectories(store).map((name): Place => ["orphan", join(store, name)]));
  return [...layers, ...orphans];
}

type Place = readonly [kind: RemovableKind, path: string];

function leftovers(folder: string): Place[] {
  return entries(folder, LEFTOVER).map((path) => ["leftover", path]);
}

function entries(folder: string, pattern: RegExp): string[] {
  return listFolder(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

/** Of a file, or of all below a folder: what it takes on the disk, holes left out. */
function measure(path: string): { readonly sizeBytes: number; readonly lastUsedMs: number } {
  const pending = [path];
  let sizeBytes = 0;
  let lastUsedMs = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const stats = statOf(next);
    if (stats === undefined) continue;
    sizeBytes += stats.blocks * BLOCK_BYTES;
    lastUsedMs = Math.max(lastUsedMs, stats.mtimeMs);
    if (stats.isDirectory()) pending.push(...listFolder(next).map((name) => join(next as string, name)));
  }
  return { sizeBytes, lastUsedMs };
}

/** Of `stat`, whatever the file system's own blocks are. */
const BLOCK_BYTES = 512;

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined; // it went while it was looked at
  }
}
