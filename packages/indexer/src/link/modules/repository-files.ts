/**
 * Repository questions of module resolution, each recorded: which paths are indexed, what configuration contains. Knows
 * paths and texts; does not interpret specifiers.
 */
import type { FileHandle } from "@sdl/model";
import type { FactsSource } from "@sdl/model/graph";
import { goModulePath, pascalCase } from "@sdl/model/paths";
import { type BuildAlias, firstPart, parseAliasText } from "../../settings/build-aliases.js";
import { configOutline } from "../../settings/config-text.js";
import type { Outline } from "../../settings/key-list.js";
import { isBuildConfig } from "../../workspace/content/file-kind.js";
import {
  aliasLookup,
  componentLookup,
  configLookup,
  existsLookup,
  folderLookup,
  folderNameLookup,
  packageNameLookup,
  topLevelLookup,
} from "../lookups.js";
import type { Recorder, StepTable } from "../recorder.js";
import { asText, type JsonObject, parseJsonWithComments, property } from "./json-with-comments.js";
import { baseName, parentPath } from "./paths.js";

/** An alias, and the configuration that states it. */
export interface PlacedAlias extends BuildAlias {
  readonly config: string;
}

/** Answers questions about the repository's files. */
export class RepositoryFiles {
  private readonly outlines = new Map<string, { readonly text: string; readonly outline: Outline }>();
  private readonly parsed = new Map<string, JsonObject | undefined>();
  private goModules: ReadonlyMap<string, readonly string[]> | undefined;
  private goPackages: ReadonlySet<string> | undefined;
  private names: ReadonlyMap<string, readonly string[]> | undefined;
  private aliases: Map<string, PlacedAlias[]> | undefined;
  private tops: Map<string, string[]> | undefined;
  private components: Map<string, string[]> | undefined;
  private folders: Set<string> | undefined;
  private folderNames: Map<string, string[]> | undefined;
  private readonly kept = new Map<string, StepTable<unknown>>();

  constructor(
    private readonly source: FactsSource,
    private readonly recorder: Recorder,
  ) {}

  /** Computes the answer to a question about a folder once; every caller gets the lookups behind it recorded. */
  once<T>(question: string, folder: string, run: () => T): T {
    const key = `${question}\0${folder}`;
    let table = this.kept.get(key) as StepTable<T> | undefined;
    if (table === undefined) {
      table = new Map();
      this.kept.set(key, table as StepTable<unknown>);
    }
    const step = this.recorder.find(table, 0, 0) ?? this.recorder.compute(table, 0, { fuel: 0, cost: 0 }, run);
    return step.value as T;
  }

  file(path: string): FileHandle | undefined {
    this.recorder.record(existsLookup(path));
    return this.source.file(path);
  }

  /** Paths of the components that a framework finds under the name, in path order. */
  componentsNamed(name: string): readonly string[] {
    this.recorder.record(componentLookup(name));
    this.components ??= indexComponents(this.source);
    return this.components.get(name) ?? [];
  }

  /** Whether Python files lie in the folder, at any depth. */
  hasFolder(path: string): boolean {
    this.recorder.record(folderLookup(path));
    if (this.folders === undefined) this.indexPython();
    return this.folders?.has(path) ?? false;
  }

  configText(path: string): string | undefined {
    this.recorder.record(configLookup(path));
    return this.source.config(path);
  }

  /** The parsed configuration file; `undefined` if it does not exist or cannot be parsed. */
  config(path: string): JsonObject | undefined {
    const text = this.configText(path);
    if (text === undefined) return undefined;
    if (!this.parsed.has(path)) this.parsed.set(path, parseJsonWithComments(text));
    return this.parsed.get(path);
  }

  /** The keys of a configuration file; `undefined` if it does not exist. */
  outline(path: string): Outline | undefined {
    const text = this.configText(path);
    if (text === undefined) return undefined;
    const known = this.outlines.get(path);
    if (known?.text === text) return known.outline;
    const outline = configOutline(path, text);
    this.outlines.set(path, { text, outline });
    return outline;
  }

  /** Folders whose manifest has the package name, in path order. */
  packagesNamed(name: string): readonly string[] {
    this.recorder.record(packageNameLookup(name));
    this.names ??= indexConfigs(this.source, "package.json", manifestName);
    return this.names.get(name) ?? [];
  }

  /** Aliases whose name begins with the part, by path of their configuration. */
  aliasesFrom(part: string): readonly PlacedAlias[] {
    this.recorder.record(aliasLookup(part));
    this.aliases ??= indexAliases(this.source);
    return this.aliases.get(part) ?? [];
  }

  /** Paths without extension of the Python modules and packages with this name. */
  modulesNamed(name: string): readonly string[] {
    this.recorder.record(topLevelLookup(name));
    if (this.tops === undefined) this.indexPython();
    return this.tops?.get(name) ?? [];
  }

  /** Folders whose `go.mod` declares the module path, in path order. */
  goModulesNamed(path: string): readonly string[] {
    this.recorder.record(packageNameLookup(path));
    this.goModules ??= indexConfigs(this.source, "go.mod", goModulePath);
    return this.goModules.get(path) ?? [];
  }

  /** Whether Go files lie in the folder itself. */
  isGoPackage(folder: string): boolean {
    this.recorder.record(folderLookup(folder));
    return this.goFolders().has(folder);
  }

  /** Folders of Go files whose path is, or ends in, the given one. */
  goPackagesEnding(path: string): readonly string[] {
    this.recorder.record(topLevelLookup(baseName(path)));
    return [...this.goFolders()].filter((folder) => folder === path || folder.endsWith(`/${path}`));
  }

  private goFolders(): ReadonlySet<string> {
    this.goPackages ??= new Set(
      Array.from(this.source.files(), (file) => this.source.path(file))
        .filter((path) => path.endsWith(".go"))
        .map(parentPath),
    );
    return this.goPackages;
  }

  /** Folders with the name that hold Python files, at any depth. */
  foldersNamed(name: string): readonly string[] {
    this.recorder.record(folderNameLookup(name));
    if (this.folderNames === undefined) this.indexPython();
    return this.folderNames?.get(name) ?? [];
  }

  private indexPython(): void {
    this.tops = new Map();
    this.folders = new Set();
    this.folderNames = new Map();
    for (const file of this.source.files()) {
      const base = pythonBase(this.source.path(file));
      if (base === undefined) continue;
      addOnce(this.tops, baseName(base), base);
      for (let dir = parentPath(this.source.path(file)); !this.folders.has(dir); dir = parentPath(dir)) {
        this.folders.add(dir);
        addOnce(this.folderNames, baseName(dir), dir);
      }
    }
  }
}

/**
 * The names under which a framework finds a component file: its own, and with the names of the folders below
 * `components` before it, without repetition: `components/base/BaseButton.vue` and `components/base/Button.vue` are
 * both `BaseButton`. Empty for other files.
 */
export function componentNames(path: string): readonly string[] {
  if (!path.endsWith(".vue")) return [];
  const names = path.slice(0, -".vue".length).split("/");
  const own = pascalCase(names.pop() ?? "");
  const at = names.lastIndexOf("components");
  const folders = at < 0 ? [] : names.slice(at + 1).map(pascalCase);
  const isIndex = own === "Index" && folders.length > 0;
  const full = [...folders, ...(isIndex ? [] : [own])].reduce(
    (before, name) => (name.startsWith(before) ? name : before + name),
    "",
  );
  return own === full ? [own] : [own, full];
}

function indexComponents(source: FactsSource): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const file of source.files()) {
    const path = source.path(file);
    for (const name of componentNames(path)) addOnce(index, name, path);
  }
  for (const paths of index.values()) paths.sort();
  return index;
}

/** The module path of a Python file: its path without extension; for `__init__`, the package's folder. */
export function pythonBase(path: string): string | undefined {
  const base = /^(.*)\.pyi?$/s.exec(path)?.[1];
  if (base === undefined) return undefined;
  return baseName(base) === "__init__" ? parentPath(base) : base;
}

/** The package name in a manifest's text. */
export function manifestName(text: string): string | undefined {
  return asText(property(parseJsonWithComments(text), "name"));
}

/** The first parts of the aliases in a build tool's configuration, as it is stored. */
export function aliasParts(text: string): readonly string[] {
  return parseAliasText(text).map(({ name }) => firstPart(name));
}

function indexAliases(source: FactsSource): Map<string, PlacedAlias[]> {
  const index = new Map<string, PlacedAlias[]>();
  for (const config of [...source.configs()].sort()) {
    if (!isBuildConfig(baseName(config))) continue;
    for (const alias of parseAliasText(source.config(config) ?? "")) {
      const part = firstPart(alias.name);
      index.set(part, [...(index.get(part) ?? []), { ...alias, config }]);
    }
  }
  return index;
}

/** Folders by the name that a configuration file in them carries. */
function indexConfigs(
  source: FactsSource,
  fileName: string,
  nameIn: (text: string) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const path of source.configs()) {
    if (baseName(path) !== fileName) continue;
    const name = nameIn(source.config(path) ?? "");
    if (name !== undefined) addOnce(index, name, parentPath(path));
  }
  return index;
}

function addOnce(index: Map<string, string[]>, key: string, value: string): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [value]);
  else if (!known.includes(value)) known.push(value);
}
