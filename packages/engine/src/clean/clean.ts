/**
 * Removes what is not needed, and indexes where they take too much. Never what a process works with; never memories, audit logs or settings.
 */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "@sdl/model";
import { describeRefusal } from "@sdl/repository";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { isInUse, openFiles } from "./in-use.js";
import { findRemovable, namesIn, type Removable, type RemovableKind, type StoreOf } from "./removable.js";

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
  const items = chosen.map((one) => remove(one, open, request.dryRun === true));
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
  const chosen = found.filter((one) => (all || !NEEDED.has(one.kind)) && isOld(one));
  if (maxBytes === undefined) return chosen;
  let left = outermost(found) - outermost(chosen);
  const rest = found.filter((one) => NEEDED.has(one.kind) && !chosen.includes(one) && !isInUse(one.path, open));
  for (const one of rest.sort((a, b) => a.lastUsedMs - b.lastUsedMs)) {
    if (left <= maxBytes) break;
    chosen.push(one);
    left -= one.sizeBytes;
  }
  return chosen;
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
  const entries = repoIds?.map((repoId) => engine.registry.get(repoId)) ?? engine.registry.list();
  const stores = entries.map((entry) => storeOf(engine, entry));
  if (repoIds !== undefined) return stores;
  const known = new Set(stores.map(({ directory }) => directory));
  const cached = namesIn(engine.cacheDirectory).map((name) => join(engine.cacheDirectory, name));
  return [
    ...stores,
    ...cached.filter((directory) => !known.has(directory)).map((directory) => ({ directory, hasRoot: false })),
  ];
}

function storeOf(engine: Engine, entry: RegistryEntry): StoreOf {
  return { repoId: entry.repoId, directory: engine.storePath(entry), hasRoot: existsSync(entry.rootPath) };
}
