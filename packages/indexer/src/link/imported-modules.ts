/** Where the imports of a repository's files lead: to a file of the repository, to a package outside of it, or nowhere. */
import type { FileHandle } from "@sdl/model";
import { type FactsPage, IMPORTS, STARS } from "@sdl/model/facts";
import type { FactsSource } from "@sdl/model/graph";
import { ModuleResolver } from "./modules/module-resolver.js";
import { parentPath } from "./modules/paths.js";
import { Recorder } from "./recorder.js";
import { settingsPath, type Target, TargetKind } from "./values/target.js";

/** What a specifier leads to. */
interface ImportedModule {
  readonly leadsTo: "repository" | "outside" | "nothing";
  /** For `nothing`: paths of files that would have been the module, in the order of the search. */
  readonly tried: readonly string[];
  /** For `outside`: files and packages of the repository with the imported name, which the importing file cannot reach. */
  readonly namesakes: readonly string[];
}

/** One module that a file imports; a file that imports it more than once has it once. */
export interface FileImport extends ImportedModule {
  /** Path of the importing file. */
  readonly path: string;
  /** The first line that imports it, from 1; 0 for `export * from`, whose line is not recorded. */
  readonly line: number;
  readonly specifier: string;
}

/** Imports of all files, by path and then by line. */
export function* importedModules(source: FactsSource): Iterable<FileImport> {
  const modules = new TracedResolver(source);
  for (const file of source.files()) {
    const path = source.path(file);
    const page = source.facts(file);
    for (const [specifier, line] of writtenImports(page))
      yield { path, line, specifier, ...modules.find(path, page, specifier) };
  }
}

/** First lines by specifier, in the order of the lines. */
function writtenImports(page: FactsPage): Iterable<readonly [specifier: string, line: number]> {
  const { specifier, line, rows } = page.table(IMPORTS);
  const lines = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const text = page.string(specifier[row] ?? 0);
    if (!lines.has(text)) lines.set(text, line[row] ?? 0);
  }
  for (const string of page.table(STARS).specifier) {
    const text = page.string(string);
    if (!lines.has(text)) lines.set(text, 0);
  }
  return [...lines].sort((a, b) => a[1] - b[1]);
}

/** Resolves specifiers and keeps which files were looked for. */
class TracedResolver {
  private readonly modules: ModuleResolver;
  private readonly known = new Map<string, ImportedModule>();
  private tried: string[] = [];

  constructor(source: FactsSource) {
    const traced: FactsSource = {
      file: (path): FileHandle | undefined => {
        this.tried.push(path);
        return source.file(path);
      },
      path: (file) => source.path(file),
      facts: (file) => source.facts(file),
      symbolIds: (file) => source.symbolIds(file),
      files: () => source.files(),
      config: (path) => source.config(path),
      configs: () => source.configs(),
    };
    this.modules = new ModuleResolver(traced, new Recorder());
  }

  /** @param path of the importing file */
  find(path: string, { language }: FactsPage, specifier: string): ImportedModule {
    // The resolver keeps its answers by folder and specifier too: a repeated question looks for no file.
    const key = `${language}\0${parentPath(path)}\0${specifier}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.tried = [];
    const value = this.modules.step(path, language, specifier).value ?? [];
    const leadsTo = value.length === 0 ? "nothing" : value.every(isOutside) ? "outside" : "repository";
    const tried = leadsTo === "nothing" ? this.tried : [];
    const namesakes = leadsTo === "outside" ? this.modules.namesakes(path, language, specifier) : [];
    const found: ImportedModule = { leadsTo, tried, namesakes };
    this.known.set(key, found);
    return found;
  }
}

/** Whether a module is a package outside of the repository; configuration files are external values inside of it. */
function isOutside(module: Target): boolean {
  return module.kind === TargetKind.External && settingsPath(module) === undefined;
}
