/**
 * The user's bound on what indexes take, `store.maxBytes`. It is kept after every refresh that made a version: first what nobody needs goes, then
 * other repositories' indexes, the least recently used first. The index that was just made stays.
 */

import type { Repository } from "@sdl/repository";
import type { Engine } from "../contract/engine.js";
import { loadSettings } from "../registry/settings.js";
import { clean, storedBytes } from "./clean.js";

/** Never fails: what cannot be removed stays. @returns what was done, in words; `undefined` when nothing had to be */
export async function keepWithinLimit(engine: Engine, repository: Repository): Promise<string | undefined> {
  const limit = loadSettings(engine.home).settings["store.maxBytes"];
  if (limit === 0) return undefined;
  const before = storedBytes(engine);
  if (before <= limit) return undefined;
  await repository.pruneVersions({ policy: { versions: 1, days: 0 } }).catch(() => undefined);
  clean(engine, {});
  const others = engine.registry.all().flatMap(({ repoId }) => (repoId === repository.repoId ? [] : [repoId]));
  const own = storedBytes(engine, [repository.repoId]);
  clean(engine, { repoIds: others, maxBytes: Math.max(0, limit - own) });
  return describe(before, storedBytes(engine), limit);
}

function describe(before: number, after: number, limit: number): string {
  const held = `Indexes take ${megabytes(after)} of the ${megabytes(limit)} that store.maxBytes allows`;
  const done = after < before ? `; ${megabytes(before - after)} were removed` : "";
  return after > limit ? `${held}${done}. Raise the limit, or: sdl clean --all` : `${held}${done}.`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
