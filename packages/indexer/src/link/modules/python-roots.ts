/**
 * Python import roots around a folder (rule 4): the folder and its ancestors, their `src` folders, and roots in
 * configuration: setuptools, Poetry, Hatch, PDM, uv, maturin and Pants layouts, the paths of pytest, mypy and pyright.
 */
import { PYTHON_LAYOUT_FILES } from "../../workspace/content/file-kind.js";
import { ancestorsAndSelf, inFolder, pathInside } from "./paths.js";
import { type LayoutFile, type PackageFolder, packageFoldersIn, rootsIn } from "./python-layout.js";
import type { RepositoryFiles } from "./repository-files.js";

/** A folder or module file of the repository, with its import path. */
export interface Place {
  /** The import path, `/` between its parts. */
  readonly mount: string;
  /** The file's path without extension, or the folder. */
  readonly base: string;
}

/** The roots around a folder. */
export interface PythonRoots {
  /** Roots that contain the folder and are named `src` or configured, nearest first. */
  readonly named: readonly string[];
  /** All roots, likeliest first. */
  readonly all: readonly string[];
}

/** Finds the roots from which files of a folder may import. */
export function pythonRootsAround(files: RepositoryFiles, from: string): PythonRoots {
  return files.once("python roots around", from, () => {
    const around = ancestorsAndSelf(from).map((at) => ({
      at,
      named: ["src", ...configuredRoots(files, at)].map((root) => inFolder(at, root)),
    }));
    const holding = new Set(around.flatMap(({ named }) => named).filter((root) => holdsFolder(root, from)));
    const all = around.flatMap(({ at, named }) => [at, ...named]);
    return { named: [...holding], all: [...new Set(all)] };
  });
}

function holdsFolder(root: string, folder: string): boolean {
  return root !== "" && pathInside(root, folder) !== undefined;
}

/** Folders that surrounding configuration assigns to packages, longest import path first, then nearest. */
export function packageFoldersAround(files: RepositoryFiles, from: string): readonly Place[] {
  return files.once("python package folders around", from, () =>
    ancestorsAndSelf(from)
      .flatMap((at) => configuredPackages(files, at).map(({ mount, base }) => ({ mount, base: inFolder(at, base) })))
      .sort((one, other) => other.mount.length - one.mount.length),
  );
}

/**
 * Whether a project's configuration makes the folder an import root: the project's folder, its `src`, or a folder that
 * the configuration names.
 */
export function isDistributionRoot(files: RepositoryFiles, root: string): boolean {
  return ancestorsAndSelf(root).some((at) => {
    if (!PYTHON_LAYOUT_FILES.some((name) => files.configText(inFolder(at, name)) !== undefined)) return false;
    return ["", "src", ...configuredRoots(files, at)].some((named) => inFolder(at, named) === root);
  });
}

/** Roots named by the configuration in a folder, as relative paths, in source order. */
function configuredRoots(files: RepositoryFiles, folder: string): readonly string[] {
  return files.once("python roots of", folder, () => [...new Set(layoutOf(files, folder, rootsIn))]);
}

function configuredPackages(files: RepositoryFiles, folder: string): readonly PackageFolder[] {
  return files.once("python packages of", folder, () => layoutOf(files, folder, packageFoldersIn));
}

function layoutOf<T>(
  files: RepositoryFiles,
  folder: string,
  read: (name: LayoutFile, text: string) => Iterable<T>,
): T[] {
  return PYTHON_LAYOUT_FILES.flatMap((name) => {
    const text = files.configText(inFolder(folder, name));
    return text === undefined ? [] : [...read(name, text)];
  });
}
