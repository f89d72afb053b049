/** Finds clones in a folder. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Clone } from "./git.js";

/** A clone with its repository's name. */
export interface NamedClone {
  readonly name: string;
  readonly clone: Clone;
}

/**
 * Clones at `NAME/repo` or `NAME` in the folder, bare or not, sorted by name.
 * @param only parts of names of which one must match; absent means all
 */
export function* clonesIn(folder: string, only: readonly string[] | undefined): Iterable<NamedClone> {
  for (const name of readdirSync(folder).sort()) {
    if (only !== undefined && !only.some((part) => name.includes(part))) continue;
    const path = cloneAt(folder, name);
    if (path !== undefined) yield { name, clone: new Clone(path) };
  }
}

/** The clone of `OWNER/NAME`, at `OWNER+NAME/repo` or `OWNER+NAME` in the folder. */
export function findClone(folder: string, repository: string): string | undefined {
  return cloneAt(folder, repository.replace("/", "+"));
}

/** The same. @throws {Error} if there is none */
export function requireClone(folder: string, repository: string): string {
  const path = findClone(folder, repository);
  if (path === undefined)
    throw new Error(`${folder} has no clone of ${repository}: fetch it as ${repository.replace("/", "+")}`);
  return path;
}

function cloneAt(folder: string, name: string): string | undefined {
  return [join(folder, name, "repo"), join(folder, name)].find(
    (one) => existsSync(join(one, "HEAD")) || existsSync(join(one, ".git")),
  );
}
