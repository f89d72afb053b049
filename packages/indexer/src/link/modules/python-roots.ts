/**
 * Rule 4 for Python: folders of source that a project's configuration names: setuptools, Poetry, Hatch and PDM layouts, pytest's path.
 * Reads pyproject.toml, setup.cfg and setup.py as text, as far as these settings are written plainly; nothing of them is run.
 */
import type { RepositoryFiles } from "./repository-files.js";

const FILES = ["pyproject.toml", "setup.cfg", "setup.py"] as const;

/** A file that may name roots. */
type RootsFile = (typeof FILES)[number];

export function isRootsFile(name: string): name is RootsFile {
  return (FILES as readonly string[]).includes(name);
}

/** Settings of which each text between quotes is a root. */
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

/** Settings of which each text between quotes is the path of a package in its root. */
const PACKAGE_PATHS = /^[ \t]*packages[ \t]*=\s*(\[[^\]]*\])/gm;

/** Roots that the configuration in a folder names, as paths relative to it, in the order of writing. */
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

/** Roots that the text of a configuration file names, in the order of writing. */
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

/** The text with a space for every `[` behind the last `]`: a pattern that looks for the end of such a list would look through the rest for each. */
function withClosedLists(text: string): string {
  const end = text.lastIndexOf("]") + 1;
  return text.slice(0, end) + text.slice(end).replaceAll("[", " ");
}

/** Plain relative paths in a quoted text, a list of them, or words. */
function pathsIn(text: string): string[] {
  const words = /["']/.test(text)
    ? [...text.matchAll(/["']([^"']*)["']/g)].flatMap((it) => (it[1] ?? "").split(/\s+/))
    : text.split(/\s+/);
  return words
    .map((word) => word.replace(/^\.\/|\/$/g, ""))
    .filter((word) => /^[\w-][\w./-]*$/.test(word) && !word.includes(".."));
}
