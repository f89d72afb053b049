/** Removes unneeded files, and indexes if they exceed a size limit. Never removes files that a process uses, memories, audit logs or settings. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { familyDirectory, findUsedLayers, listFolder, schemaDirectory, storesOfAllWorktrees } from "@sdl/graph";
import { messageOf } from "@sdl/model";
import { describeRefusal, layersLease, leaseHolder } from "@sdl/repository";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { isInUse, openFiles } from "./in-use.js";
import { findRemovable, type Removable, type RemovableKind, type StoreLocation } from "./removable.js";

/** Conditions for removal: repositories, age and size. */
export interface CleanRequest {
  /** Only these repositories; if absent, all repositories and stores without a repository. */
  readonly repoIds?: readonly string[] | undefined;
  /** Whether to remove caches and indexes too. */
  readonly all?: boolean | undefined;
  readonly olderThanDays?: number | undefined;
  /** Removes indexes, least recently used first, until the rest takes at most this many bytes. */
  readonly maxBytes?: number | undefined;
  readonly dryRun?: boolean;
}

/** An item that was removed, would be removed, or was kept. */
export interface Cleaned extends Removable {
  /** Why the item was kept; absent if it was removed, or would be in a dry run. */
  readonly kept?: string;
}

/** All items, with the sums of bytes. */
export interface CleanResult {
  readonly items: readonly Cleaned[];
  readonly freedBytes: number;
  /** Bytes that all stores take afterwards. */
  readonly leftBytes: number;
}

const DAY_MS = 86_400_000;
const NEEDED: ReadonlySet<RemovableKind> = new Set(["index", "cache"]);

/** @throws {SdlError} `repo_not_found` for a repository that is not registered */
export function removeIndexes(engine: Engine, request: CleanRequest): CleanResult {
  const found = findStores(engine, request.repoIds).flatMap(findRemovable);
  const open = openFiles();
  const chosen = selectRemovable(found, request, { nowMs: engine.now(), open });
  const items = removeAll(chosen, open, request.dryRun === true);
  const freedBytes = sumBytes(items.filter(({ kept }) => kept === undefined));
  return { items, freedBytes, leftBytes: sumBytes(found) - freedBytes };
}

/** Disk space of stores in bytes: of these repositories, or of all. */
export function storedBytes(engine: Engine, repoIds?: readonly string[]): number {
  return sumBytes(findStores(engine, repoIds).flatMap(findRemovable));
}

interface CleanConditions {
  readonly nowMs: number;
  readonly open: ReadonlySet<string>;
}

function selectRemovable(
  found: readonly Removable[],
  request: CleanRequest,
  { nowMs, open }: CleanConditions,
): Removable[] {
  const { all = false, olderThanDays, maxBytes } = request;
  const isOld = ({ lastUsedMs }: Removable) =>
    olderThanDays === undefined || nowMs - lastUsedMs >= olderThanDays * DAY_MS;
  const own = found.filter(({ kind }) => kind !== "shared");
  const shared = found.filter(({ kind }) => kind === "shared");
  const chosen = own.filter((one) => (all || !NEEDED.has(one.kind)) && isOld(one));
  const withShared = (): Removable[] => [...chosen, ...shared.filter(({ path }) => !isLayerInUse(path, chosen))];
  if (maxBytes === undefined) return withShared();
  const rest = own.filter((one) => NEEDED.has(one.kind) && !chosen.includes(one) && !isInUse(one.path, open));
  for (const one of rest.sort((a, b) => a.lastUsedMs - b.lastUsedMs)) {
    if (sumBytes(found) - sumBytes(withShared()) <= maxBytes) break;
    chosen.push(one);
  }
  return withShared();
}

/** Whether an index that is kept uses this shared layer. */
function isLayerInUse(layer: string, going: readonly Removable[]): boolean {
  const gone = new Set(going.map(({ path }) => path));
  const left = storesOfAllWorktrees(layer).filter((store) => !gone.has(join(store, schemaDirectory())));
  return findUsedLayers(left).has(layer);
}

/** Removes shared layers last, because a kept index may use one. */
function removeAll(chosen: readonly Removable[], open: ReadonlySet<string>, dryRun: boolean): Cleaned[] {
  const items = chosen.filter(({ kind }) => kind !== "shared").map((one) => remove(one, open, dryRun));
  const gone = items.filter(({ kept }) => kept === undefined);
  const shared = chosen
    .filter(({ kind }) => kind === "shared")
    .map((one) => {
      if (isLayerInUse(one.path, gone)) return { ...one, kept: "another worktree's index uses it" };
      return leaseHolder(layersLease(one.path)) === undefined
        ? remove(one, open, dryRun)
        : { ...one, kept: "a process uses it" };
    });
  return [...items, ...shared];
}

/** Sum of sizes, without items inside a folder that is itself counted. */
function sumBytes(items: readonly Removable[]): number {
  const paths = items.map(({ path }) => `${path}/`);
  return items
    .filter(({ path }) => !paths.some((other) => path.startsWith(other)))
    .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function remove(one: Removable, open: ReadonlySet<string>, dryRun: boolean): Cleaned {
  if (isInUse(one.path, open)) return { ...one, kept: "a process uses it" };
  if (dryRun) return one;
  try {
    rmSync(one.path, { recursive: true, force: true });
    return one;
  } catch (error) {
    return { ...one, kept: describeRefusal(error, "it")?.message ?? messageOf(error) };
  }
}

/** Stores of registered repositories, and those in the cache folder whose repositories are no longer registered. */
function findStores(engine: Engine, repoIds: readonly string[] | undefined): StoreLocation[] {
  const all = engine.registry.all();
  const entries = repoIds?.map((id) => all.find(({ repoId }) => repoId === id) ?? engine.registry.get(id)) ?? all;
  const stores = withWorktreeFamilies(entries.map((entry) => storeLocation(engine, entry)));
  if (repoIds !== undefined) return stores;
  const known = new Set(stores.map(({ directory }) => directory));
  const cached = listFolder(engine.cacheDirectory).map((name) => join(engine.cacheDirectory, name));
  return [
    ...stores,
    ...cached.filter((directory) => !known.has(directory)).map((directory) => ({ directory, hasRoot: false })),
  ];
}

function storeLocation(engine: Engine, entry: RegistryEntry): StoreLocation {
  const { repoId, rootPath } = entry;
  return { repoId, rootPath, directory: engine.storePath(entry), hasRoot: existsSync(rootPath) };
}

/** Adds the folders where a repository's worktrees share data, even if the main worktree is not registered. */
function withWorktreeFamilies(stores: readonly StoreLocation[]): StoreLocation[] {
  const all = new Map(stores.map((store) => [store.directory, store]));
  for (const { directory, repoId: _, ...store } of stores) {
    const family = familyDirectory(directory);
    if (!all.has(family)) all.set(family, { ...store, directory: family, isFamilyOnly: true });
  }
  return [...all.values()];
}
