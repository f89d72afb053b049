/**
 * Python source roots in a project's configuration (rule 4): setuptools, Poetry, Hatch and PDM layouts, pytest's path.
 * Reads pyproject.toml, setup.cfg and setup.py as text, and only plainly written settings; runs nothing.
 */
import type { RepositoryFiles } from "./repository-files.js";

const FILES = ["pyproject.toml", "setup.cfg", "setup.py"] as const;

/** A configuration file that may name roots. */
type RootsFile = (typeof FILES)[number];

/** Whether a file may name roots. */
export function isRootsFile(name: string): name is RootsFile {
  return (FILES as readonly string[]).includes(name);
}

/** Settings in which each quoted text is a root. */
const ROOT_SETTINGS: Readonly<Record<RootsFile, readonly RegExp[]>> = {
  "pyproject.toml": [
    /^[ \t]*where[ \t]*=\s*(\[[^\]]*\]|"[^"]*"|'[^']*')/gm,
    /^[ \t]*pythonpath[ \t]*=\s*(\[[^\]]*\]|"[^"]*"|'[^']*')/gm,
    /^[ \t]*sources[ \t]*=\s*(\[[^\]]*\])/gm,
    /\bfrom\s*=\s*("[^"]*"|'[^']*')/g,
    /^[ \t]*package-dir[ \t]*=\s*("[^"]*"|'[^']*')/gm,
    /(?:""|'')\s*=\s*("[^"]*"|'[^']*')/g,
  ],
  "setup.cfg": [
    /^[ \t]*=[ \t]*(\S+)[ \t]*$/gm,
    /^[ \t]*where[ \t]*=\s*(\S+)[ \t]*$/gm,
    /^[ \t]*pythonpath[ \t]*=\s*(\S.*)$/gm,
  ],
  "setup.py": [
    /(?:""|'')\s*:\s*("[^"]*"|'[^']*')/g,
    /\bfind_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?("[^"]*"|'[^']*')/g,
  ],
};

/** Settings in which each quoted text is the path of a package in its root. */
const PACKAGE_PATHS = /^[ \t]*packages[ \t]*=\s*(\[[^\]]*\])/gm;

/** Roots named by the configuration in a folder, as relative paths, in source order. */
export function configuredRoots(files: RepositoryFiles, folder: string): readonly string[] {
  return files.once("python roots of", folder, () => {
    const roots = new Set<string>();
    for (const name of FILES) {
      const text = files.configText(folder === "" ? name : `${folder}/${name}`);
      if (text !== undefined) for (const root of rootsIn(name, text)) roots.add(root);
    }
    return [...roots];
  });
}

/** Roots named by the text of a configuration file, in source order. */
export function rootsIn(name: RootsFile, text: string): ReadonlySet<string> {
  const closed = withClosedLists(text);
  const named = ROOT_SETTINGS[name].flatMap((setting) => pathsOf(closed, setting));
  return new Set(name === "pyproject.toml" ? [...named, ...rootsOfPackages(closed)] : named);
}

function rootsOfPackages(text: string): string[] {
  const lists = Array.from(text.matchAll(PACKAGE_PATHS), ([, list = ""]) => list).filter((list) => !list.includes("{"));
  const paths = lists.flatMap(pathsIn).filter((path) => path.includes("/"));
  return paths.map((path) => path.slice(0, path.lastIndexOf("/")));
}

function pathsOf(text: string, setting: RegExp): string[] {
  return Array.from(text.matchAll(setting), ([, written = ""]) => written).flatMap(pathsIn);
}

/**
 * The text with a space for each `[` after the last `]`: otherwise a pattern that searches the end of a list would read
 * the rest once per bracket.
 */
function withClosedLists(text: string): string {
  const end = text.lastIndexOf("]") + 1;
  return text.slice(0, end) + text.slice(end).replaceAll("[", " ");
}

/** Plain relative paths in a quoted text, a list of quoted texts, or words. */
function pathsIn(text: string): string[] {
  const words = /["']/.test(text)
    ? [...text.matchAll(/["']([^"']*)["']/g)].flatMap((it) => (it[1] ?? "").split(/\s+/))
    : text.split(/\s+/);
  return words
    .map((word) => word.replace(/^\.\/|\/$/g, ""))
    .filter((word) => /^[\w-][\w./-]*$/.test(word) && !word.includes(".."));
}
