/**
 * The repositories that a server answers about, where its user named some: any other is refused, whether it exists or not. A call without
 * repoId means the only one there is. Knows roots and their entries in the registry; opens and registers nothing.
 */
import { existsSync, realpathSync } from "node:fs";
import { basename, resolve } from "node:path";
import { SdlError } from "@sdl/model";
import { repositoryRoot } from "@sdl/repository";
import { holds, isFolder } from "../registry/registry.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { meantFolder } from "./meant-repository.js";

export class ServedRoots {
  /** @param roots absolute paths of existing folders */
  constructor(private readonly roots: readonly string[]) {}

  /** @param rootPath of a registered repository */
  serves(rootPath: string): boolean {
    return this.roots.includes(rootPath);
  }

  /**
   * @param entries those of the served repositories that are registered
   * @returns the root that a call means
   * @throws {SdlError} `invalid_params` where several are served and the call names none, `repo_not_found` for any other
   */
  rootOf(repoId: string | undefined, entries: readonly RegistryEntry[]): string {
    const [only] = this.roots;
    if (repoId === undefined) {
      if (only !== undefined && this.roots.length === 1) return only;
      throw new SdlError("invalid_params", `repoId: pass the repository that you mean; ${this.listed(entries)}`);
    }
    const named = entries.find((entry) => entry.repoId === repoId);
    const root = named?.rootPath ?? this.rootNamed(repoId);
    if (root !== undefined) return root;
    throw new SdlError("repo_not_found", `no repository ${JSON.stringify(repoId)} is served; ${this.listed(entries)}`);
  }

  /** @throws {SdlError} `policy_denied` unless the folder is a served root */
  require(rootPath: string, entries: readonly RegistryEntry[]): void {
    if (this.serves(withoutLinks(rootPath))) return;
    const message = `${rootPath} is not served; ${this.listed(entries)}; others are added where the server is started (--repo PATH)`;
    throw new SdlError("policy_denied", message);
  }

  /** By the root's path, or a path inside that lies in no repository of its own. */
  private rootNamed(repoId: string): string | undefined {
    const [first = "/"] = this.roots;
    // Relative names are those of roots alone: nobody on the other side knows this process's folder.
    const byName = this.roots.filter((root) => basename(root) === repoId);
    if (byName.length === 1) return byName[0];
    const meant = meantFolder(first, repoId);
    if (meant === undefined) return undefined;
    const root = this.roots.filter((one) => holds(one, meant.folder)).sort((a, b) => b.length - a.length)[0];
    const nearest = repositoryRoot(meant.folder);
    const isNested = root !== undefined && nearest !== undefined && nearest.length > root.length;
    return isNested ? undefined : root;
  }

  private listed(entries: readonly RegistryEntry[]): string {
    const names = this.roots.map((root) => entries.find(({ rootPath }) => rootPath === root)?.repoId ?? basename(root));
    return `this server serves ${names.join(", ")}`;
  }
}

/**
 * The root that a served folder stands for.
 * @param path relative to `cwd`; absent: the repository of the working directory
 * @throws {SdlError} `invalid_params`
 */
export function servedRoot(cwd: string, path: string | undefined): string {
  const folder = resolve(cwd, path ?? ".");
  if (!isFolder(folder)) throw new SdlError("invalid_params", `--repo: ${folder} is no folder that can be read`);
  const root = repositoryRoot(withoutLinks(folder));
  if (root === undefined && path === undefined)
    throw new SdlError("invalid_params", `${folder} lies in no repository; name what is to be served: --repo PATH`);
  return root ?? withoutLinks(folder);
}

function withoutLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
