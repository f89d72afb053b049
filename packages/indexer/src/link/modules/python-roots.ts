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
    /^\s*where\s*=\s*(\[[^\]]*\]|"[^"]*"|'[^']*')/gm,
    /^\s*pythonpath\s*=\s*(\[[^\]]*\]|"[^"]*"|'[^']*')/gm,
    /^\s*sources\s*=\s*(\[[^\]]*\])/gm,
    /\bfrom\s*=\s*("[^"]*"|'[^']*')/g,
    /^\s*package-dir\s*=\s*("[^"]*"|'[^']*')/gm,
    /(?:""|'')\s*=\s*("[^"]*"|'[^']*')/g,
  ],
  "setup.cfg": [/^\s*=\s*(\S+)\s*$/gm, /^\s*where\s*=\s*(\S+)\s*$/gm, /^\s*pythonpath\s*=\s*(.+)$/gm],
  "setup.py": [
    /(?:""|'')\s*:\s*("[^"]*"|'[^']*')/g,
    /\bfind_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?("[^"]*"|'[^']*')/g,
  ],
};

/** Settings of which each text between quotes is the path of a package in its root. */
const PACKAGE_PATHS = /^\s*packages\s*=\s*(\[[^\]{]*\])/gm;

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
  const roots = new Set<string>();
  for (const setting of ROOT_SETTINGS[name]) {
    for (const match of text.matchAll(setting)) for (const path of pathsIn(match[1] ?? "")) roots.add(path);
  }
  if (name !== "pyproject.toml") return roots;
  for (const match of text.matchAll(PACKAGE_PATHS)) {
    for (const path of pathsIn(match[1] ?? "")) if (path.includes("/")) roots.add(path.slice(0, path.lastIndexOf("/")));
  }
  return roots;
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
