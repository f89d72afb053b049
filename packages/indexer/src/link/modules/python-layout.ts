/**
 * Layout of a Python project in its configuration: import roots, and folders that are packages under another name.
 * Reads configuration as text, and only plainly written settings; runs nothing.
 */

import { PYTHON_LAYOUT_FILES } from "../../workspace/content/file-kind.js";

/** A configuration file of a layout. */
export type LayoutFile = (typeof PYTHON_LAYOUT_FILES)[number];

/** Whether a file name is one of a layout's configuration. */
export function isLayoutFile(name: string): name is LayoutFile {
  return (PYTHON_LAYOUT_FILES as readonly string[]).includes(name);
}

const QUOTED = `"[^"\\n]*"|'[^'\\n]*'`;
const QUOTED_OR_LIST = `\\[[^\\]]*\\]|${QUOTED}`;

/** Matches a key at the start of a line, and its value: `key = VALUE`. */
function setting(keys: string, value: string): RegExp {
  return new RegExp(`^[ \\t]*(?:${keys})[ \\t]*=\\s*(${value})`, "gm");
}

/** Settings of pytest and mypy in files with sections. */
const INI_PATHS = setting("pythonpath|mypy_path", "\\S.*(?:\\n[ \\t]+\\S.*)*");

/** Settings in which each path is a root. */
const ROOT_SETTINGS: Readonly<Record<LayoutFile, readonly RegExp[]>> = {
  "pyproject.toml": [
    setting("where|pythonpath|mypy_path|extraPaths", QUOTED_OR_LIST),
    setting("sources", "\\[[^\\]]*\\]"),
    setting("package-dir|module-root|python-source", QUOTED),
    new RegExp(`\\bfrom\\s*=\\s*(${QUOTED})`, "g"),
    new RegExp(`(?:""|'')\\s*=\\s*(${QUOTED})`, "g"),
  ],
  "setup.cfg": [/^[ \t]*=[ \t]*(\S+)[ \t]*$/gm, setting("where", "\\S+"), INI_PATHS],
  "setup.py": [
    new RegExp(`(?:""|'')\\s*:\\s*(${QUOTED})`, "g"),
    new RegExp(`\\bfind_(?:namespace_)?packages\\(\\s*(?:where\\s*=\\s*)?(${QUOTED})`, "g"),
  ],
  "pytest.ini": [INI_PATHS],
  "tox.ini": [INI_PATHS],
  "mypy.ini": [INI_PATHS],
  "pants.toml": [setting("root_patterns", "\\[[^\\]]*\\]")],
  "pyrightconfig.json": [new RegExp(`"(?:extraPaths|root)"\\s*:\\s*(${QUOTED_OR_LIST})`, "g")],
};

/** Settings in which each quoted text is the path of a package in its root. */
const PACKAGE_PATHS = setting("packages|wheel\\.packages", "\\[[^\\]]*\\]");

/** Roots named by the text of a configuration file, as paths relative to its folder, in source order. */
export function rootsIn(name: LayoutFile, text: string): ReadonlySet<string> {
  const closed = withClosedLists(text);
  const named = ROOT_SETTINGS[name].flatMap((pattern) => pathsOf(closed, pattern));
  return new Set(name === "pyproject.toml" ? [...named, ...rootsOfPackages(closed)] : named);
}

/** A folder that is a package under another name. */
export interface PackageFolder {
  /** The package's import path, `/` between its parts. */
  readonly mount: string;
  /** The folder, relative to the configuration's folder. */
  readonly base: string;
}

/** Where and how package folders are written: the text between the first pattern and the second is read. */
const PACKAGE_TABLES: Readonly<Partial<Record<LayoutFile, readonly (readonly [start: string, end: string])[]>>> = {
  "pyproject.toml": [
    ["[tool.setuptools.package-dir]", "\n["],
    ["package-dir = {", "}"],
  ],
  "setup.cfg": [
    ["package_dir =", "\n["],
    ["package_dir=", "\n["],
  ],
  "setup.py": [
    ["package_dir={", "}"],
    ["package_dir = {", "}"],
  ],
};
const PACKAGE_ENTRY = /^[ \t]*["']?([A-Za-z_][\w.]*)["']?[ \t]*[=:][ \t]*["']?([\w./-]+)["']?[ \t]*$/;

/** Folders that setuptools' `package_dir` assigns to named packages, in source order. */
export function packageFoldersIn(name: LayoutFile, text: string): readonly PackageFolder[] {
  return (PACKAGE_TABLES[name] ?? []).flatMap(([start, end]) => {
    const at = text.indexOf(start);
    return at < 0 ? [] : packageEntries(text.slice(at + start.length), end);
  });
}

function packageEntries(text: string, end: string): PackageFolder[] {
  const close = text.indexOf(end);
  const found: PackageFolder[] = [];
  for (const entry of text.slice(0, close < 0 ? text.length : close).split(/[\n,]/)) {
    const [, mount = "", folder = ""] = PACKAGE_ENTRY.exec(entry) ?? [];
    const [base] = pathsIn(folder);
    // In a file with sections, the next key at the start of a line ends the table.
    if (mount === "" || base === undefined) {
      if (/^\S/.test(entry)) break;
    } else found.push({ mount: mount.replaceAll(".", "/"), base });
  }
  return found;
}

function rootsOfPackages(text: string): string[] {
  const lists = Array.from(text.matchAll(PACKAGE_PATHS), ([, list = ""]) => list).filter((list) => !list.includes("{"));
  const paths = lists.flatMap(pathsIn).filter((path) => path.includes("/"));
  return paths.map((path) => path.slice(0, path.lastIndexOf("/")));
}

function pathsOf(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, written = ""]) => written).flatMap(pathsIn);
}

/**
 * The text with a space for each `[` after the last `]`: otherwise a pattern that searches the end of a list would read
 * the rest once per bracket.
 */
function withClosedLists(text: string): string {
  const end = text.lastIndexOf("]") + 1;
  return text.slice(0, end) + text.slice(end).replaceAll("[", " ");
}

/** Plain relative paths in a quoted text, a list of quoted texts, or words. A path from the repository's root (`/src`) loses its slash. */
function pathsIn(text: string): string[] {
  const words = /["']/.test(text)
    ? [...text.matchAll(/["']([^"']*)["']/g)].flatMap((it) => (it[1] ?? "").split(/[\s:,]+/))
    : text.split(/[\s:,]+/);
  return words
    .map((word) => word.replace(/^(?:\$MYPY_CONFIG_FILE_DIR|\.)?\//, "").replace(/\/$/, ""))
    .filter((word) => /^[\w-][\w./-]*$/.test(word) && !word.includes(".."));
}
