/** The folders that hold a repository's objects: its own, and the alternates that it names, and theirs. */
import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readControlText } from "./control-text.js";
import { unavailable } from "./git-error.js";

/** As deep as git itself follows them. */
const MAX_DEPTH = 5;
const MAX_STORES = 32;

/** Real paths, the repository's own first, each once. @throws {GitError} `UNAVAILABLE` when it has none */
export function objectStores(commonDirectory: string): string[] {
  const stores: string[] = [];
  collect(join(commonDirectory, "objects"), 0, stores);
  if (stores.length === 0) throw unavailable("the repository has no objects");
  return stores;
}

function collect(path: string, depth: number, stores: string[]): void {
  const store = realStore(path);
  if (store === undefined || stores.includes(store) || stores.length >= MAX_STORES) return;
  stores.push(store);
  if (depth >= MAX_DEPTH) return;
  for (const line of (readControlText(store, "info/alternates") ?? "").split("\n")) {
    // A quoted path holds characters that no list of stores can; git writes none by itself.
    if (line !== "" && !line.startsWith("#") && !line.startsWith('"')) collect(resolve(store, line), depth + 1, stores);
  }
}

/** @returns `undefined` for what is no folder, or cannot stand in a list of lines */
function realStore(path: string): string | undefined {
  if (path.includes("\0")) return undefined;
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() && !real.includes("\n") ? real : undefined;
  } catch {
    return undefined;
  }
}
