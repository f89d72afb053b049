/**
 * Global names that declaration files declare for all scripts: in `declare global { … }`, or at the top of a file that
 * neither imports nor exports. Knows facts; its callers record lookups. Other files are not read: they would have to be
 * opened just to find out that they declare none.
 */
import { type FileHandle, SymbolFlag } from "@sdl/model";
import { EXPORTS, IMPORTS, STARS } from "@sdl/model/facts";
import type { FactsSource } from "@sdl/model/graph";
import { isAmbientModule } from "./files/ambient-modules.js";
import type { FileContext } from "./files/file-context.js";
import { RULE } from "./values/rule-table.js";
import { declaration, type Target, union, type Value } from "./values/target.js";

const DECLARATIONS = /\.d\.[mc]?ts$/;
/** Maximum number of declaration files that are read. */
const MAX_FILES = 400;
/** Name of the namespace that stands for `declare global`. */
const GLOBAL = "global";

/** Finds global names. */
export class GlobalNames {
  private files: readonly FileHandle[] | undefined;
  private names: ReadonlyMap<number, readonly Target[]> | undefined;

  constructor(
    private readonly source: FactsSource,
    private readonly context: (file: FileHandle) => FileContext,
  ) {}

  /** The declarations of a name, as many as a value holds. */
  find(name: number): Value {
    return union([], this.all(name));
  }

  /** All declarations of a name: those of a namespace are one. */
  all(name: number): readonly Target[] {
    this.names ??= this.readNames();
    return this.names.get(name) ?? [];
  }

  /** Drops the cached names, which are read again when needed. The list of files is kept. */
  forgetNames(): void {
    this.names = undefined;
  }

  private readNames(): ReadonlyMap<number, readonly Target[]> {
    this.files ??= [...this.source.files()]
      .filter((file) => DECLARATIONS.test(this.source.path(file)))
      .sort((a, b) => (this.source.path(a) < this.source.path(b) ? -1 : 1))
      .slice(0, MAX_FILES);
    const names = new Map<number, Target[]>();
    for (const file of this.files) {
      const ctx = this.context(file);
      for (const ordinal of globalDeclarations(ctx)) {
        const name = ctx.name(ctx.symbols.name[ordinal] ?? 0);
        const known = names.get(name) ?? [];
        names.set(name, known);
        known.push(declaration(file, ordinal, RULE.annotation));
      }
    }
    return names;
  }
}

/** Whether a symbol may be one of several namespaces of a name that {@link globalDeclarations} lists. */
export function isGlobalNamespace(ctx: FileContext, ordinal: number): boolean {
  return (
    DECLARATIONS.test(ctx.path) &&
    ctx.hasFlag(ordinal, SymbolFlag.Namespace) &&
    (ctx.symbols.container[ordinal] === 0 || isGlobalScope(ctx, ctx.symbols.container[ordinal] ?? 0))
  );
}

/** The symbols that a declaration file declares for all scripts. */
export function globalDeclarations(ctx: FileContext): readonly number[] {
  if (!DECLARATIONS.test(ctx.path)) return [];
  const { container, rows } = ctx.symbols;
  const isModule = [IMPORTS, EXPORTS, STARS].some((table) => ctx.page.table(table).rows > 0);
  const found: number[] = [];
  for (let ordinal = 1; ordinal < rows; ordinal++) {
    const owner = container[ordinal] ?? 0;
    const isOwn = owner === 0 && !isModule && !isAmbientModule(ctx.page, ordinal) && !isGlobalScope(ctx, ordinal);
    if (isOwn || isGlobalScope(ctx, owner)) found.push(ordinal);
  }
  return found;
}

/** Whether a symbol stands for `declare global`. */
function isGlobalScope(ctx: FileContext, ordinal: number): boolean {
  const { container, name } = ctx.symbols;
  if (ordinal === 0 || container[ordinal] !== 0 || !ctx.hasFlag(ordinal, SymbolFlag.Namespace)) return false;
  return ctx.page.string(name[ordinal] ?? 0) === GLOBAL;
}
