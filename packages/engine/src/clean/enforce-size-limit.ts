/**
 * Enforces the user's limit on the size of indexes, `store.maxBytes`, after every refresh that created a version: removes unneeded files first,
 * then other repositories' indexes, least recently used first. Keeps the refreshed index.
 */

import type { Repository } from "@sdl/repository";
import type { Engine } from "../contract/engine.js";
import { loadSettings } from "../registry/settings.js";
import { bytesText } from "../text/quantities.js";
import { removeIndexes, storedBytes } from "./clean.js";

/** Never fails: files that cannot be removed are kept. @returns a description of what was done; `undefined` if the limit was not exceeded */
export async function enforceSizeLimit(engine: Engine, repository: Repository): Promise<string | undefined> {
  const limit = loadSettings(engine.home).settings["store.maxBytes"];
  if (limit === 0) return undefined;
  const before = storedBytes(engine);
  if (before <= limit) return undefined;
  await repository.pruneVersions({ policy: { versions: 1, days: 0 } }).catch(() => undefined);
  removeIndexes(engine, {});
  const others = engine.registry.all().flatMap(({ repoId }) => (repoId === repository.repoId ? [] : [repoId]));
  const own = storedBytes(engine, [repository.repoId]);
  removeIndexes(engine, { repoIds: others, maxBytes: Math.max(0, limit - own) });
  return describeCleanup(before, storedBytes(engine), limit);
}

function describeCleanup(before: number, after: number, limit: number): string {
  const held = `Indexes take ${bytesText(after)} of the ${bytesText(limit)} that store.maxBytes allows`;
  const done = after < before ? `; ${bytesText(before - after)} were removed` : "";
  return after > limit ? `${held}${done}. Raise the limit, or: sdl clean --all` : `${held}${done}.`;
}
