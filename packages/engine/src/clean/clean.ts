/**
 * Removes what is not needed, and indexes where they take too much. Never what a process works with; never memories, audit logs or settings.
 */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { familyDirectory, findUsedLayers, listFolder, schemaDirectory, storesOfFamily } from "@sdl/graph";
import { messageOf } from "@sdl/model";
import { describeRefusal, layersLease, leaseHolder } from "@sdl/repository";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { isInUse, openFiles } from "./in-use.js";
import { findRemovable, type Removable, type RemovableKind, type StoreOf } from "./removable.js";

export interface CleanRequest {
  /** Only these repositories; all, and stores that belong to none, when absent. */
  readonly repoIds?: readonly string[] | undefined;
  /** Caches and indexes too. */
  readonly all?: boolean | undefined;
  readonly olderThanDays?: number | undefined;
  /** Indexes go, the least recently used first, until all that is left takes at most so much. */
  readonly maxBytes?: number | undefined;
  readonly dryRun?: boolean;
}

export interface Cleaned extends Removable {
  /** Why it stays; absent when it was removed, or would be. */
  readonly kept?: string;
}

export interface CleanResult {
  readonly items: readonly Cleaned[];
  readonly freedBytes: number;
  /** What the program's indexes and all that lies with them take afterwards. */
  readonly leftBytes: number;
}

const DAY_MS = 86_400_000;
const NEEDED: ReadonlySet<RemovableKind> = new Set(["index", "cache"]);

/** @throws {SdlError} `repo_not_found` for a repository that is not registered */
export function clean(engine: Engine, request: CleanRequest): CleanResult {
  const found = storesOf(engine, request.repoIds).flatMap(findRemovable);
  const open = openFiles();
  const chosen = choose(found, request, { nowMs: engine.now(), open });
  const items = removeAll(chosen, open, request.dryRun === true);
  const freedBytes = outermost(items.filter(({ kept }) => kept === undefined));
  return { items, freedBytes, leftBytes: outermost(found) - freedBytes };
}

/** What stores take: of these repositories, or all there are. */
export function storedBytes(engine: Engine, repoIds?: readonly string[]): number {
  return outermost(storesOf(engine, repoIds).flatMap(findRemovable));
}

interface Circumstances {
  readonly nowMs: number;
  readonly open: ReadonlySet<string>;
}

function choose(found: readonly Removable[], request: CleanRequest, { nowMs, open }: Circumstances): Removable[] {
  const { all = false, olderThanDays, maxBytes } = request;
  const isOld = ({ lastUsedMs }: Removable) =>
    olderThanDays === undefined || nowMs - lastUsedMs >= olderThanDays * DAY_MS;
  const own = found.filter(({ kind }) => kind !== "shared");
  const shared = found.filter(({ kind }) => kind === "shared");
  const chosen = own.filter((one) => (all || !NEEDED.has(one.kind)) && isOld(one));
  const withShared = (): Removable[] => [...chosen, ...shared.filter(({ path }) => !isSharedBeside(path, chosen))];
  if (maxBytes === undefined) return withShared();
  const rest = own.filter((one) => NEEDED.has(one.kind) && !chosen.includes(one) && !isInUse(one.path, open));
  for (const one of rest.sort((a, b) => a.lastUsedMs - b.lastUsedMs)) {
    if (outermost(found) - outermost(withShared()) <= maxBytes) break;
    chosen.push(one);
  }
  return withShared();
}

/** Whether an index rests on a layer that is not among those that go. */
function isSharedBeside(layer: string, going: readonly Removable[]): boolean {
  const gone = new Set(going.map(({ path }) => path));
  const left = storesOfFamily(layer).filter((store) => !gone.has(join(store, schemaDirectory())));
  return findUsedLayers(left).has(layer);
}

/** What is shared goes last: an index that stays after all needs it. */
function removeAll(chosen: readonly Removable[], open: ReadonlySet<string>, dryRun: boolean): Cleaned[] {
  const items = chosen.filter(({ kind }) => kind !== "shared").map((one) => remove(one, open, dryRun));
  const gone = items.filter(({ kept }) => kept === undefined);
  const shared = chosen
    .filter(({ kind }) => kind === "shared")
    .map((one) => {
      if (isSharedBeside(one.path, gone)) return { ...one, kept: "another worktree's index rests on it" };
      return leaseHolder(layersLease(one.path)) === undefined
        ? remove(one, open, dryRun)
        : { ...one, kept: "a process works with it" };
    });
  return [...items, ...shared];
}

/** Sum without what lies in a folder that is counted itself. */
function outermost(items: readonly Removable[]): number {
  const paths = items.map(({ path }) => `${path}/`);
  return items
    .filter(({ path }) => !paths.some((other) => path.startsWith(other)))
    .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function remove(one: Removable, open: ReadonlySet<string>, dryRun: boolean): Cleaned {
  if (isInUse(one.path, open)) return { ...one, kept: "a process works with it" };
  if (dryRun) return one;
  try {
    rmSync(one.path, { recursive: true, force: true });
    return one;
  } catch (error) {
    return { ...one, kept: describeRefusal(error, "it")?.message ?? messageOf(error) };
  }
}

/** Of registered repositories, and in the cache of those that no longer are. */
function storesOf(engine: Engine, repoIds: readonly string[] | undefined): StoreOf[] {
  const all = engine.registry.all();
  const entries = repoIds?.map((id) => all.find(({ repoId }) => repoId === id) ?? engine.registry.get(id)) ?? all;
  const stores = withFamilies(entries.map((entry) => storeOf(engine, entry)));
  if (repoIds !== undefined) return stores;
  const known = new Set(stores.map(({ directory }) => directory));
  const cached = listFolder(engine.cacheDirectory).map((name) => join(engine.cacheDirectory, name));
  return [
    ...stores,
    ...cached.filter((directory) => !known.has(directory)).map((directory) => ({ directory, hasRoot: false })),
  ];
}

function storeOf(engine: Engine, entry: RegistryEntry): StoreOf {
  const { repoId, rootPath } = entry;
  return { repoId, rootPath, directory: engine.storePath(entry), hasRoot: existsSync(rootPath) };
}

/** With the places where worktrees share what they have in common, also where the main one is not registered. */
function withFamilies(stores: readonly StoreOf[]): StoreOf[] {
  const all = new Map(stores.map((store) => [store.directory, store]));
  for (const { directory, repoId: _, ...store } of stores) {
    const family = familyDirectory(directory);
    if (!all.has(family)) all.set(family, { ...store, directory: family, isFamilyOnly: true });
  }
  return [...all.values()];
}
