/** What a file is by its name alone. Knows extensions; refuses to read. */
import type { Language } from "@sdl/model";
import { isSettingsName } from "./settings-name.js";

/** What a name says. A file may be a source and a configuration at once (`setup.py`). */
export interface FileKind {
  readonly language: Language | undefined;
  /** A file of types only: `.d.ts` and its kin, `.pyi`. */
  readonly isDeclaration: boolean;
  /** Linking reads it: module resolution, workspaces, source roots, settings. */
  readonly isConfig: boolean;
  /** A configuration file of the program itself: linking reads its keys alone. */
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
]);

/** Endings of the files that are indexed, in the order of their languages. */
export const SOURCE_EXTENSIONS: readonly string[] = [...LANGUAGE_OF_EXTENSION.keys()];

/** `x.d.ts`, `x.d.mts`, and `x.d.css.ts` (TypeScript's allowArbitraryExtensions). */
const TYPESCRIPT_DECLARATION = /\.d\.(?:[^.]+\.)?[mc]?ts$/;
const CONFIG_NAMES = new Set([
  "sdl.config.json",
  "package.json",
  "pnpm-workspace.yaml",
  "pyproject.toml",
  "setup.cfg",
  "setup.py",
  "go.mod",
  "go.work",
]);
const PROJECT_CONFIG = /^[jt]sconfig.*\.json$/;

/** Kinds by name: many files of a repository share their names. Emptied when full. */
const known = new Map<string, FileKind | undefined>();
const MAX_KNOWN = 2_000;

/** @returns `undefined` for a file that neither is indexed nor steers linking. Case counts: a `.TS` is a video. */
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
  const steers = CONFIG_NAMES.has(name) || (extension === "json" && PROJECT_CONFIG.test(name));
  const isSettings = !steers && isSettingsName(name);
  const isConfig = steers || isSettings;
  if (language === undefined && !isConfig) return undefined;
  return { language, isDeclaration: isDeclaration(name, language), isConfig, isSettings };
}

function isDeclaration(name: string, language: Language | undefined): boolean {
  if (language === "python") return name.endsWith(".pyi");
  return language === "typescript" && TYPESCRIPT_DECLARATION.test(name);
}
