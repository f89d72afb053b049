/** Resolves paths that clients write to repository-relative paths. */
import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { SdlError } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { closestWords } from "@sdl/model/text";

/** Base of a call's relative paths: the working directory first, then the root. */
export interface PathBase {
  readonly entry: { readonly rootPath: string };
  /** The working directory relative to the root; empty if it is the root or outside of it. */
  readonly folder: string;
}

/** @param cwd absolute */
export function workingFolder(cwd: string, rootPath: string): string {
  const inside = [cwd, withoutLinks(cwd)].map((folder) => relative(rootPath, folder)).find((way) => !isOutside(way));
  return (inside ?? "").replaceAll(sep, "/");
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // the working directory no longer exists
  }
}

function isOutside(way: string): boolean {
  return way === ".." || way.startsWith(`..${sep}`) || way.startsWith("../") || isAbsolute(way);
}

/**
 * Repository-relative path with `/`. Accepts absolute paths inside the root, `./`, and backslashes. A relative path that exists both from the
 * working directory and from the root is taken from the working directory.
 * @throws {SdlError} `path_outside_repo`
 */
export function repositoryPath(base: PathBase, path: string): string {
  const { rootPath } = base.entry;
  const ways = candidatePaths(base, path);
  const way = ways.find((one) => existsSync(join(rootPath, one))) ?? ways.at(-1);
  if (way !== undefined) return way;
  throw new SdlError("path_outside_repo", `${path} is not inside ${rootPath}; pass a path of the repository`);
}

/** The possible repository-relative paths of a written path, likeliest first. */
function candidatePaths({ entry: { rootPath }, folder }: PathBase, path: string): readonly string[] {
  const written = sep === "/" && !isAbsolute(path) ? path.replaceAll("\\", "/") : path;
  const starts = folder === "" || isAbsolute(written) ? [rootPath] : [join(rootPath, folder), rootPath];
  const ways = starts.map((start) => relative(rootPath, resolve(start, written)).replaceAll(sep, "/"));
  return ways.filter((way) => !isOutside(way));
}

/** The indexed files that a path may refer to: the file with exactly that path, else all files whose paths end with it. */
export function filesMatching(graph: SymbolGraph, base: PathBase, path: string): readonly string[] {
  const ways = candidatePaths(base, path);
  const exact = [path, ...ways].find((way) => graph.fileSymbols(way).length > 0);
  if (exact !== undefined) return [exact];
  const end = ways.at(-1);
  return end === undefined || end === "" ? [] : graph.files().filter((file) => file.endsWith(`/${end}`));
}

/**
 * The indexed file that a path refers to.
 * @throws {SdlError} `path_outside_repo`, `file_not_indexed` with similar files
 */
export function resolveIndexedFile(graph: SymbolGraph, base: PathBase, path: string): string {
  const known = candidatePaths(base, path).find((way) => graph.fileSymbols(way).length > 0);
  if (known !== undefined) return known;
  const file = repositoryPath(base, path);
  const candidates = similarFiles(graph.files(), file);
  throw new SdlError(
    "file_not_indexed",
    `${file} is not in the index: it does not exist, is ignored or was skipped; check the path`,
    {
      candidates,
      ...(candidates.length === 0 ? {} : { hint: `Similar indexed files: ${candidates.join(", ")}.` }),
    },
  );
}

/** Files whose paths end with the path or that have its name; if there are none, files with similar names. */
function similarFiles(files: readonly string[], path: string, limit = 5): readonly string[] {
  const name = baseName(path);
  const same = files.filter((file) => file.endsWith(`/${path}`) || baseName(file) === name);
  if (same.length > 0) return same.slice(0, limit);
  const near = new Set(closestWords(name, new Set(files.map(baseName)), limit));
  return files.filter((file) => near.has(baseName(file))).slice(0, limit);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
