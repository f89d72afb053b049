/** Kind of a file by its name alone. Knows extensions; reads nothing. */
import type { Language } from "@sdl/model";
import { isSettingsName } from "./settings-name.js";

/** Meaning of a file name. A file may be source and configuration at once (`setup.py`). */
export interface FileKind {
  readonly language: Language | undefined;
  /** Whether the file only declares types: `.d.ts` and the like, `.pyi`. */
  readonly isDeclaration: boolean;
  /** Whether linking reads the file: module resolution, workspaces, source roots, settings. */
  readonly isConfig: boolean;
  /** Whether it is a configuration file of the indexed program: linking reads only its keys. */
  readonly isSettings: boolean;
}

const LANGUAGE_OF_EXTENSION: ReadonlyMap<string, Language> = new Map([
  ["ts", "typescript"],
  ["mts", "typescript"],
  ["cts", "typescript"],
  ["tsx", "tsx"],
  ["js", "javascript"],
  ["jsx", "javascript"],
  ["mjs", "javascript"],
  ["cjs", "javascript"],
  ["py", "python"],
  ["pyi", "python"],
  ["go", "go"],
  ["vue", "vue"],
  ["svelte", "svelte"],
  ["astro", "astro"],
  ["ipynb", "notebook"],
]);

/** Extensions of indexed files, in order of their languages. */
export const SOURCE_EXTENSIONS: readonly string[] = [...LANGUAGE_OF_EXTENSION.keys()];

/** Matches `x.d.ts`, `x.d.mts`, and `x.d.css.ts` (TypeScript's allowArbitraryExtensions). */
const TYPESCRIPT_DECLARATION = /\.d\.(?:[^.]+\.)?[mc]?ts$/;
/** Configuration files that may describe the layout of a Python project in their folder. */
export const PYTHON_LAYOUT_FILES = [
  "pyproject.toml",
  "setup.cfg",
  "setup.py",
  "pytest.ini",
  "tox.ini",
  "mypy.ini",
  "pants.toml",
  "pyrightconfig.json",
] as const;
const CONFIG_NAMES: ReadonlySet<string> = new Set([
  "sdl.config.json",
  "package.json",
  "pnpm-workspace.yaml",
  ...PYTHON_LAYOUT_FILES,
  "go.mod",
  "go.work",
]);
const PROJECT_CONFIG = /^[jt]sconfig.*\.json$/;
/** Configuration of build tools, which may state aliases of import paths. */
const BUILD_CONFIG =
  /^(?:webpack(?:\.[\w-]+)+|(?:vite|vitest|vue|nuxt|astro|svelte|rspack|rsbuild|electron\.vite|babel)\.config)\.[cm]?[jt]s$/;

/** Whether a file name is that of a build tool's configuration. */
export function isBuildConfig(name: string): boolean {
  return BUILD_CONFIG.test(name);
}

/** Cache of kinds by name: many files of a repository share names. Emptied when full. */
const known = new Map<string, FileKind | undefined>();
const MAX_KNOWN = 2_000;

/** The kind of a name; `undefined` for a file that is neither indexed nor steers linking. Case counts: a `.TS` file is a video. */
export function findFileKind(name: string): FileKind | undefined {
  if (known.has(name)) return known.get(name);
  const kind = kindOf(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, kind);
  return kind;
}

function kindOf(name: string): FileKind | undefined {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const language = extension.length === name.length ? undefined : LANGUAGE_OF_EXTENSION.get(extension);
  const steers = CONFIG_NAMES.has(name) || (extension === "json" && PROJECT_CONFIG.test(name)) || isBuildConfig(name);
  const isSettings = !steers && isSettingsName(name);
  const isConfig = steers || isSettings;
  if (language === undefined && !isConfig) return undefined;
  return { language, isDeclaration: isDeclaration(name, language), isConfig, isSettings };
}

function isDeclaration(name: string, language: Language | undefined): boolean {
  if (language === "python") return name.endsWith(".pyi");
  return language === "typescript" && TYPESCRIPT_DECLARATION.test(name);
}
