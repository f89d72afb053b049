/** Object stores of a repository: its own, and its alternates, recursively. */
import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readControlText } from "./control-text.js";
import { unavailableError } from "./git-error.js";

/** Deepest chain of alternates, as in git. */
const MAX_DEPTH = 5;
const MAX_STORES = 32;

/**
 * Finds the stores. @returns real paths, the repository's own first, without duplicates @throws {GitError}
 * `UNAVAILABLE` if it has none
 */
export function objectStores(commonDirectory: string): string[] {
  const stores: string[] = [];
  collectStores(join(commonDirectory, "objects"), 0, stores);
  if (stores.length === 0) throw unavailableError("the repository has no objects");
  return stores;
}

function collectStores(path: string, depth: number, stores: string[]): void {
  const store = realStore(path);
  if (store === undefined || stores.includes(store) || stores.length >= MAX_STORES) return;
  stores.push(store);
  if (depth >= MAX_DEPTH) return;
  for (const line of (readControlText(store, "info/alternates") ?? "").split("\n")) {
    // A quoted path contains characters that a list of stores cannot hold; git itself writes none.
    if (line !== "" && !line.startsWith("#") && !line.startsWith('"'))
      collectStores(resolve(store, line), depth + 1, stores);
  }
}

/** Real path of a store. @returns `undefined` if it is no folder, or if its path contains a line break */
function realStore(path: string): string | undefined {
  if (path.includes("\0")) return undefined;
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() && !real.includes("\n") ? real : undefined;
  } catch {
    return undefined;
  }
}
