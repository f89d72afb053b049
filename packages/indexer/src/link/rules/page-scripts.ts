/**
 * Scripts that may share a page, and the names they share: those of one folder, else of the nearest folder around. Knows folders and
 * flags of facts; refuses to record lookups (its users do).
 */
import { type FileHandle, SymbolFlag } from "@sdl/model";
import type { FactsSource } from "@sdl/model/graph";
import type { FileContext } from "../files/file-context.js";
import { ancestorsAndSelf, parentPath } from "../modules/paths.js";
import { RULE } from "../values/rule-table.js";
import { declaration, NOTHING, type Target, type Value } from "../values/target.js";

const SCRIPT = /\.jsx?$/;

export class PageScripts {
  private scripts: Map<string, FileHandle[]> | undefined;
  /** By folder, then by name; `undefined` for a name that several scripts declare. */
  private readonly names = new Map<string, ReadonlyMap<number, Target | undefined>>();

  constructor(
    private readonly source: FactsSource,
    private readonly context: (file: FileHandle) => FileContext,
  ) {}

  /** What a script of the folder means by a name that it does not declare; nothing where several scripts of one folder declare it. */
  find(folder: string, name: number): Value {
    for (const around of ancestorsAndSelf(folder)) {
      const names = this.namesOf(around);
      if (!names.has(name)) continue;
      const found = names.get(name);
      return found === undefined ? NOTHING : [found];
    }
    return NOTHING;
  }

  /** They are read again when they are asked for. Which scripts there are stays. */
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

/** The names that a script declares for its page, each once. */
function pageNames(ctx: FileContext): Map<number, number> {
  const names = new Map<number, number>();
  if (!ctx.hasFlag(0, SymbolFlag.Page)) return names;
  const { rows, name } = ctx.symbols;
  for (let ordinal = 1; ordinal < rows; ordinal++) {
    if (ctx.hasFlag(ordinal, SymbolFlag.Page)) names.set(ctx.name(name[ordinal] ?? 0), ordinal);
  }
  return names;
}
