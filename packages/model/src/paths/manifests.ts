/** Entries of package manifests: binaries, scripts and the modules that other packages import. Handles texts and paths only. */

/** A configuration file. */
export interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/** A file that a manifest names, as a path without extension, because manifests name built files that are not in the repository. */
export interface ManifestEntry {
  readonly kind: "bin" | "api";
  /** Name of the binary or package. */
  readonly name: string;
  /** Candidate source paths without extension, the likeliest first; for a folder, its `index` or `__init__`. */
  readonly stems: readonly string[];
  /** The function that is called; if absent, the module itself. */
  readonly symbol?: string;
}

/** Folders of build output, and the source folders that are tried in their place. */
const BUILD_FOLDERS = /^(dist|lib|build|out|esm|cjs|es|umd|types)(\/(esm|cjs|es|types|src))?\//;
const SOURCE_FOLDERS = ["src/", "", "lib/", "source/"];
const MAX_EXPORTS = 40;

/** Entries of all manifests, in the order of the manifests. */
export function manifestEntries(configs: readonly ConfigText[]): ManifestEntry[] {
  return configs.flatMap(({ path, text }) => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (path.endsWith("package.json")) return packageEntries(folder, text);
    return path.endsWith("pyproject.toml") ? pythonEntries(folder, text) : [];
  });
}

/** The name in the text of a package.json; `undefined` if it has none or is no JSON. */
export function manifestName(text: string): string | undefined {
  const { name } = manifestObject(text);
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** The module path that the text of a `go.mod` declares. */
export function goModulePath(text: string): string | undefined {
  return /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(text)?.[1];
}

function packageEntries(folder: string, text: string): ManifestEntry[] {
  const manifest = manifestObject(text);
  const name = typeof manifest["name"] === "string" ? manifest["name"] : "";
  const { bin } = manifest;
  const bins: [string, unknown][] = typeof bin === "string" ? [[name, bin]] : Object.entries(isObject(bin) ? bin : {});
  const api = [manifest["source"], manifest["exports"], manifest["module"], manifest["main"], manifest["types"]];
  const files = [...new Set(api.flatMap(nestedStrings))].filter((file) => !file.includes("*")).slice(0, MAX_EXPORTS);
  return [
    ...bins.flatMap(([binary, file]) =>
      typeof file === "string" ? [{ kind: "bin" as const, name: binary, stems: sourceStems(folder, file) }] : [],
    ),
    ...(files.length === 0 ? ["index.js"] : files).map((file) => ({
      kind: "api" as const,
      name,
      stems: sourceStems(folder, file),
    })),
  ];
}

/** Candidate source paths of a built file: `dist/main.js` was most likely built from `src/main.ts`. */
function sourceStems(folder: string, file: string): string[] {
  const stem = file
    .replace(/^\.\//, "")
    .replace(/(\.d)?\.[cm]?[jt]sx?$/, "")
    .replace(/\/$/, "");
  const bare = stem.replace(BUILD_FOLDERS, "");
  const candidates = [stem, ...(bare === stem ? [] : SOURCE_FOLDERS.map((source) => source + bare)), `src/${stem}`];
  return [...new Set(candidates.map((candidate) => folder + candidate))];
}

/** Scripts of `[project.scripts]` and of poetry, which are written one per line. */
function pythonEntries(folder: string, text: string): ManifestEntry[] {
  const entries: ManifestEntry[] = [];
  let isScripts = false;
  for (const line of text.split("\n")) {
    const header = /^\s*\[([^\]]+)\]/.exec(line);
    if (header !== null) isScripts = /^(project|tool\.poetry)\.(gui-)?scripts$/.test((header[1] ?? "").trim());
    const script = /^\s*["']?([\w.-]+)["']?\s*=\s*["']([\w.]+):([\w.]+)["']/.exec(line);
    if (!isScripts || script === null) continue;
    const [, name = "", module = "", symbol = ""] = script;
    const stem = module.replaceAll(".", "/");
    entries.push({ kind: "bin", name, symbol, stems: [folder + stem, `${folder}src/${stem}`, `${folder}lib/${stem}`] });
  }
  return entries;
}

/**
 * All strings of a nested value in order: the conditions and subpaths of `exports`. Iterative, because a manifest can be nested arbitrarily deep.
 */
function nestedStrings(value: unknown): string[] {
  const found: string[] = [];
  const open = [value];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at === "string") found.push(at);
    const parts: readonly unknown[] = Array.isArray(at) ? at : isObject(at) ? Object.values(at) : [];
    for (let i = parts.length - 1; i >= 0; i--) open.push(parts[i]);
  }
  return found;
}

/** The object in the text of a manifest; an empty one if it holds none, as while it is being edited. */
export function manifestObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // it is being edited
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
