/**
 * The repositories that a server serves if its user named some: calls for any other are refused, whether it exists or not. A call without repoId
 * refers to the only served one. Knows roots and their registry entries; opens and registers nothing.
 */
import { existsSync, realpathSync } from "node:fs";
import { basename, resolve } from "node:path";
import { SdlError } from "@sdl/model";
import { repositoryRoot } from "@sdl/repository";
import { containsPath, isFolder } from "../registry/registry.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { resolveTargetFolder } from "./target-repository.js";

/** Checks calls against the served roots. */
export class ServedRoots {
  /** @param roots absolute paths of existing folders */
  constructor(private readonly roots: readonly string[]) {}

  /** @param rootPath root of a registered repository */
  isServedRoot(rootPath: string): boolean {
    return this.roots.includes(rootPath);
  }

  /**
   * @param entries registry entries of the served repositories
   * @returns the root that a call refers to
   * @throws {SdlError} `invalid_params` if several are served and the call names none; `repo_not_found` for any other repository
   */
  servedRootOf(repoId: string | undefined, entries: readonly RegistryEntry[]): string {
    const [only] = this.roots;
    if (repoId === undefined) {
      if (only !== undefined && this.roots.length === 1) return only;
      throw new SdlError(
        "invalid_params",
        `repoId: several repositories are served, pass one of them; ${this.formatRoots(entries)}`,
      );
    }
    const named = entries.find((entry) => entry.repoId === repoId);
    const root = named?.rootPath ?? this.findRootNamed(repoId);
    if (root !== undefined) return root;
    throw new SdlError(
      "repo_not_found",
      `no repository ${JSON.stringify(repoId)} is served; ${this.formatRoots(entries)}`,
    );
  }

  /** @throws {SdlError} `policy_denied` unless the folder is a served root */
  requireServed(rootPath: string, entries: readonly RegistryEntry[]): void {
    if (this.isServedRoot(withoutLinks(rootPath))) return;
    const message = `${rootPath} is not served; ${this.formatRoots(entries)}; start the server with --repo PATH to serve others`;
    throw new SdlError("policy_denied", message);
  }

  /** Finds a root by its path, or by a path inside it that is not in a nested repository. */
  private findRootNamed(repoId: string): string | undefined {
    const [first = "/"] = this.roots;
    // A relative name must be a root's folder name, because clients do not know this process's working directory.
    const byName = this.roots.filter((root) => basename(root) === repoId);
    if (byName.length === 1) return byName[0];
    const meant = resolveTargetFolder(first, repoId);
    if (meant === undefined) return undefined;
    const root = this.roots.filter((one) => containsPath(one, meant.folder)).sort((a, b) => b.length - a.length)[0];
    const nearest = repositoryRoot(meant.folder);
    const isNested = root !== undefined && nearest !== undefined && nearest.length > root.length;
    return isNested ? undefined : root;
  }

  private formatRoots(entries: readonly RegistryEntry[]): string {
    const names = this.roots.map((root) => entries.find(({ rootPath }) => rootPath === root)?.repoId ?? basename(root));
    return `this server serves ${names.join(", ")}`;
  }
}

/**
 * The root of a folder that a user wants to serve.
 * @param path relative to `cwd`; if absent, the repository of the working directory
 * @throws {SdlError} `invalid_params`
 */
export function servedRoot(cwd: string, path: string | undefined): string {
  const folder = resolve(cwd, path ?? ".");
  if (!isFolder(folder)) throw new SdlError("invalid_params", `--repo: ${folder} is not a readable folder`);
  const root = repositoryRoot(withoutLinks(folder));
  if (root === undefined && path === undefined)
    throw new SdlError("invalid_params", `${folder} is not inside a repository; name the folder to serve: --repo PATH`);
  return root ?? withoutLinks(folder);
}

function withoutLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
