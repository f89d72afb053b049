/**
 * Page scripts: scripts that may share a page, and the names they share: within one folder, else with the nearest
 * ancestor folder. Knows folders and flags of facts; its callers record lookups.
 */
import { type FileHandle, SymbolFlag } from "@sdl/model";
import type { FactsSource } from "@sdl/model/graph";
import type { FileContext } from "../files/file-context.js";
import { ancestorsAndSelf, parentPath } from "../modules/paths.js";
import { RULE } from "../values/rule-table.js";
import { declaration, NOTHING, type Target, type Value } from "../values/target.js";

const SCRIPT = /\.jsx?$/;

/** Finds names that other scripts of a page declare. */
export class PageScripts {
  private scripts: Map<string, FileHandle[]> | undefined;
  /** By folder, then by name; `undefined` for a name that several scripts declare. */
  private readonly names = new Map<string, ReadonlyMap<number, Target | undefined>>();

  constructor(
    private readonly source: FactsSource,
    private readonly context: (file: FileHandle) => FileContext,
  ) {}

  /** The declaration of a name for a script in the folder; empty if several scripts of one folder declare the name. */
  find(folder: string, name: number): Value {
    for (const around of ancestorsAndSelf(folder)) {
      const names = this.namesOf(around);
      if (!names.has(name)) continue;
      const found = names.get(name);
      return found === undefined ? NOTHING : [found];
    }
    return NOTHING;
  }

  /** Drops the cached names, which are read again when needed. The set of scripts is kept. */
  forgetNames(): void {
    this.names.clear();
  }

  private namesOf(folder: string): ReadonlyMap<number, Target | undefined> {
    const known = this.names.get(folder);
    if (known !== undefined) return known;
    const names = new Map<number, Target | undefined>();
    this.scripts ??= this.scriptsByFolder();
    for (const file of this.scripts.get(folder) ?? []) {
      for (const [name, ordinal] of pageNames(this.context(file))) {
        names.set(name, names.has(name) ? undefined : declaration(file, ordinal, RULE.page));
      }
    }
    this.names.set(folder, names);
    return names;
  }

  private scriptsByFolder(): Map<string, FileHandle[]> {
    const scripts = new Map<string, FileHandle[]>();
    for (const file of this.source.files()) {
      const path = this.source.path(file);
      if (!SCRIPT.test(path)) continue;
      const folder = parentPath(path);
      const known = scripts.get(folder);
      if (known === undefined) scripts.set(folder, [file]);
      else known.push(file);
    }
    return scripts;
  }
}

/** The names that a script declares for its page, without duplicates. */
function pageNames(ctx: FileContext): Map<number, number> {
  const names = new Map<number, number>();
  if (!ctx.hasFlag(0, SymbolFlag.Page)) return names;
  const { rows, name } = ctx.symbols;
  for (let ordinal = 1; ordinal < rows; ordinal++) {
    if (ctx.hasFlag(ordinal, SymbolFlag.Page)) names.set(ctx.name(name[ordinal] ?? 0), ordinal);
  }
  return names;
}
