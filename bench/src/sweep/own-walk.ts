/**
 * Independent walk over the files that an index must account for, which shares nothing with the indexer: it reads
 * folders itself and lets git read ignore files. Knows the names of sources and of folders that never hold any.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import process from "node:process";

const SOURCE_NAME = /\.(?:[cm]?[jt]s|[jt]sx|pyi?|go)$/;

/**
 * Folders that are documented as never indexed: packages, version control, environments, caches, and output of
 * frameworks.
 */
const NEVER_INDEXED = new Set([
  ...["node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store", "site-packages", ".eggs"],
  ...[".git", ".hg", ".svn", ".jj", ".venv", "__pycache__", ".tox", ".nox", ".mypy_cache", ".pytest_cache"],
  ...[".ruff_cache", ".ipynb_checkpoints", ".cache", ".parcel-cache", ".turbo", ".nx", ".nyc_output", ".gradle"],
  ...[".next", ".nuxt", ".output", ".svelte-kit", ".angular", ".docusaurus", ".vercel", ".netlify", ".serverless"],
  ...[".sdl", ".sdl-memory"],
]);

/** Result of the walk. */
export interface OwnWalk {
  /**
   * Regular files with a source's name, not ignored and outside folders that are never indexed; and links with a
   * source's name to such files of another name, one per file (`tool.py` → `tool`).
   */
  readonly sources: readonly string[];
  /** Files with a source's name that are ignored, or in a folder that is never indexed. */
  readonly ignored: readonly string[];
}

/** @param root top of a work tree known to git (`git init`), which reads the ignore files */
export function walkSources(root: string): OwnWalk {
  const named = listNamed(root, "");
  const pathsOf = (areLinks: boolean) => named.filter(({ isLink }) => isLink === areLinks).map(({ path }) => path);
  const all = pathsOf(false);
  const kept = new Set(notIgnored(root));
  const isKept = (path: string): boolean => kept.has(path) && !path.split("/").some((part) => NEVER_INDEXED.has(part));
  const naming = namingLinks(root, pathsOf(true).filter(isKept), isKept);
  return { sources: [...all.filter(isKept), ...naming], ignored: all.filter((path) => !isKept(path)) };
}

/** Links that give a source's name to a file of the repository without one: for each file the first by path. */
function namingLinks(root: string, links: readonly string[], isKept: (path: string) => boolean): string[] {
  const top = realpathSync(root);
  const byTarget = new Map<string, string>();
  for (const path of links.toSorted()) {
    const target = relative(top, realFile(join(root, path)) ?? top).replaceAll(sep, "/");
    if (target === "" || target.startsWith("../") || SOURCE_NAME.test(target) || !isKept(target)) continue;
    if (!byTarget.has(target)) byTarget.set(target, path);
  }
  return [...byTarget.values()];
}

/** @returns `undefined` for a link that leads to no regular file */
function realFile(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

interface NamedFile {
  readonly path: string;
  readonly isLink: boolean;
}

/** Regular files and links with a source's name. */
function listNamed(root: string, folder: string): NamedFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === ".git" ? [] : listNamed(root, path);
    const isLink = entry.isSymbolicLink();
    return (isLink || entry.isFile()) && SOURCE_NAME.test(entry.name) ? [{ path, isLink }] : [];
  });
}

/** Files that git would offer to add, by the repository's own ignore files only. */
function notIgnored(root: string): string[] {
  const settings = ["core.excludesFile=/dev/null", "core.hooksPath=/dev/null", "core.fsmonitor=false"];
  const output = execFileSync(
    "git",
    [...settings.flatMap((one) => ["-c", one]), "ls-files", "--others", "--exclude-standard", "-z"],
    { cwd: root, encoding: "utf8", maxBuffer: 1024 * 1024 * 1024, env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" } },
  );
  return output.split("\0");
}
