/** Paths as clients write them to paths as the graph has them. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import { SdlError } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { closest } from "@sdl/repository";

/**
 * Repository-relative with `/`. Takes absolute paths inside the root, `./`, and backslashes.
 * @throws {SdlError} `path_outside_repo`
 */
export function repositoryPath(rootPath: string, path: string): string {
  const written = sep === "/" && !isAbsolute(path) ? path.replaceAll("\\", "/") : path;
  const way = relative(rootPath, resolve(rootPath, written)).replaceAll(sep, "/");
  if (way === ".." || way.startsWith("../") || isAbsolute(way)) {
    throw new SdlError("path_outside_repo", `${path} is not inside ${rootPath}; pass a path of the repository`);
  }
  return way;
}

/**
 * The indexed file that a client means.
 * @throws {SdlError} `path_outside_repo`, `file_not_indexed` with the files that it could be
 */
export function indexedFile(graph: SymbolGraph, rootPath: string, path: string): string {
  const file = repositoryPath(rootPath, path);
  if (graph.fileSymbols(file).length > 0) return file;
  const candidates = similarFiles(graph.files(), file);
  throw new SdlError(
    "file_not_indexed",
    `${file} is not in the index: it does not exist, is ignored or was skipped; check the path`,
    {
      candidates,
      ...(candidates.length === 0 ? {} : { hint: `Indexed files like it: ${candidates.join(", ")}.` }),
    },
  );
}

/** Files that end in the path, then files of its name, then files of nearly its name. */
function similarFiles(files: readonly string[], path: string, limit = 5): readonly string[] {
  const name = baseName(path);
  const same = files.filter((file) => file.endsWith(`/${path}`) || baseName(file) === name);
  if (same.length > 0) return same.slice(0, limit);
  const near = new Set(closest(name, new Set(files.map(baseName)), limit));
  return files.filter((file) => near.has(baseName(file))).slice(0, limit);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
