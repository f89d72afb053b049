/** What package manifests name as entries: binaries, scripts and the modules that others import. Knows texts and paths. */
import type { ConfigText } from "../source.js";

/** A file that a manifest names, as a path without extension: what is built lies elsewhere than its source. */
export interface ManifestEntry {
  readonly kind: "bin" | "api";
  /** The binary's or package's name. */
  readonly name: string;
  /** Paths to look for, the likeliest first, without extension; of a folder, its `index` or `__init__`. */
  readonly stems: readonly string[];
  /** The function that is called; the module itself where absent. */
  readonly symbol?: string;
}

/** Folders that builds are put in, and what their sources lie in. */
const BUILT = /^(dist|lib|build|out|esm|cjs|es|umd|types)(\/(esm|cjs|es|types|src))?\//;
const SOURCES = ["src/", "", "lib/", "source/"];
const MAX_EXPORTS = 40;

export function manifestEntries(configs: readonly ConfigText[]): ManifestEntry[] {
  return configs.flatMap(({ path, text }) => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (path.endsWith("package.json")) return packageEntries(folder, text);
    return path.endsWith("pyproject.toml") ? pythonEntries(folder, text) : [];
  });
}

function packageEntries(folder: string, text: string): ManifestEntry[] {
  const manifest = parseObject(text);
  const name = typeof manifest["name"] === "string" ? manifest["name"] : "";
  const { bin } = manifest;
  const bins: [string, unknown][] = typeof bin === "string" ? [[name, bin]] : Object.entries(isObject(bin) ? bin : {});
  const api = [manifest["source"], manifest["exports"], manifest["module"], manifest["main"], manifest["types"]];
  const files = [...new Set(api.flatMap(stringsIn))].filter((file) => !file.includes("*")).slice(0, MAX_EXPORTS);
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

/** `dist/main.js` was made of `src/main.ts`, most likely. */
function sourceStems(folder: string, file: string): string[] {
  const stem = file
    .replace(/^\.\//, "")
    .replace(/(\.d)?\.[cm]?[jt]sx?$/, "")
    .replace(/\/$/, "");
  const bare = stem.replace(BUILT, "");
  const candidates = [stem, ...(bare === stem ? [] : SOURCES.map((source) => source + bare)), `src/${stem}`];
  return [...new Set(candidates.map((candidate) => folder + candidate))];
}

/** `[project.scripts]` and poetry's; a line each, as everybody writes them. */
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

/** All texts of a nested value in their order: conditions and subpaths of `exports`. A manifest may nest them as deep as it is long. */
function stringsIn(value: unknown): string[] {
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

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // a manifest that is being edited names nothing
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
