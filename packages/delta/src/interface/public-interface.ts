/**
 * Public interface of a repository's packages: the symbols that code outside of the repository can use. Reads only the files of the symbols that
 * are asked for and the modules that import them.
 *
 * JavaScript: what the modules named by `package.json` export or re-export. Python: names without an underscore in modules of packages, unless
 * `__all__` or the package's `__init__`, which offers others of the same module, leaves them out. Where nothing says that a package is published,
 * every export may have users, but most have none.
 */
import type { SymbolHandle, SymbolKind } from "@sdl/model";
import { EXPORTS, EXPRS, ExprOp, type FactsPage, IMPORTS, PUBLIC_NAMES, STARS } from "@sdl/model/facts";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { type ConfigText, FileMark, manifestEntries, marksOf, pathClass } from "@sdl/model/paths";
import { adjacentSymbols } from "../adjacent.js";
import type { DeltaSide } from "../delta-side.js";
import { PRIVATE_PACKAGE } from "./requirements.js";

/** Classes of paths whose code is not shipped to users. */
const NOT_SHIPPED = new Set(["test", "example", "documentation", "benchmark", "generated"]);
/** Matches paths of Python sources and stubs. */
export const PYTHON_FILE = /\.pyi?$/;
const PRIVATE_NAME = /^(?:_(?!_)|__(?!.*__$)|#)/;
const METADATA_NAME = /^__.*__$/;
const WITH_MEMBERS: ReadonlySet<SymbolKind> = new Set(["class", "interface", "type", "variable"]);
const INITIALISER = /(?:^|\/)__init__\.pyi?$/;
const DISTRIBUTION_HEADER = /^\[(?:project|tool\.poetry|tool\.flit\.metadata|metadata)\]/m;
/** Files that are run, not imported. */
const PROGRAM = /(?:^|\/)(?:__main__|setup|conftest|noxfile)\.py$/;
/** Maximum length of a chain of `export *`. */
const MAX_STARS = 8;

/** Determines which symbols code outside of the repository can use, on one side of a comparison. */
export class PublicInterface {
  private readonly known = new Map<SymbolHandle, boolean>();
  private entryFiles: ReadonlySet<string> | undefined;
  private packages: ReadonlySet<string> | undefined;
  private isDistribution: boolean | undefined;

  constructor(private readonly side: DeltaSide) {}

  /** Whether a symbol, or the symbol whose member it is, can be used from outside of the repository. */
  has(symbol: SymbolHandle): boolean {
    const { graph } = this.side;
    const chain = containerChain(graph, symbol);
    const [top] = chain;
    if (top === undefined || chain.slice(1).some(({ name }) => PRIVATE_NAME.test(name))) return false;
    if (!chain.slice(0, -1).every(({ kind }) => WITH_MEMBERS.has(kind))) return false;
    if (!chain.slice(1).every(({ visibility }) => visibility === "public")) return false;
    const known = this.known.get(top.handle);
    if (known !== undefined) return known;
    const isPublic = this.exportsPublicly(top);
    this.known.set(top.handle, isPublic);
    return isPublic;
  }

  /** Whether the symbol's file belongs to a repository that publishes packages of its language. */
  isPublished(symbol: SymbolHandle): boolean {
    if (!PYTHON_FILE.test(this.side.graph.fileOf(symbol))) return this.entries().size > 0;
    this.isDistribution ??= this.side.configs().some(describesDistribution);
    return this.isDistribution && this.pythonPackages().size > 0;
  }

  /** Names exported by a module that `package.json` names; `export=` represents `module.exports`. */
  exportsOfEntry(file: string): ReadonlySet<string> | undefined {
    const isEntry = this.entries().has(file) && isShipped(this.side.graph, file);
    return isEntry ? exportedNames(this.side.facts(file)) : undefined;
  }

  /** Whether a top-level symbol is public. @param top a symbol at the top level of its module */
  private exportsPublicly(top: SymbolRecord): boolean {
    const { file, exported, name } = top;
    // Metadata such as `__version__` is not compared: no code depends on its value.
    if (METADATA_NAME.test(name)) return false;
    if ((marksOf(this.side.graph, file) & FileMark.EntryPoint) !== 0) return exported;
    if (!isShipped(this.side.graph, file)) return false;
    return PYTHON_FILE.test(file) ? this.offersPython(top) : this.offersScript(top);
  }

  private offersScript(top: SymbolRecord): boolean {
    const entries = this.entries();
    if (entries.size === 0) return top.exported;
    if (entries.has(top.file)) return top.exported;
    return this.reExporters(top).some((file) => this.isReached(file));
  }

  /** Whether an entry module is the file itself, or re-exports everything from the file. */
  private isReached(start: string): boolean {
    const { graph } = this.side;
    const files = new Set([start]);
    for (const file of files) {
      if (this.entries().has(file)) return true;
      const [module] = graph.fileSymbols(file);
      if (module === undefined || files.size > MAX_STARS) continue;
      for (const from of importingFiles(graph, module)) if (this.hasStars(from)) files.add(from);
    }
    return false;
  }

  /** Files that re-export a symbol of another file by name, or everything from its file. */
  private reExporters({ handle, file, name }: SymbolRecord): string[] {
    const { graph } = this.side;
    const [module] = graph.fileSymbols(file);
    const byName = importingFiles(graph, handle).filter((from) => {
      const page = this.side.facts(from);
      return page !== undefined && reExports(page, name);
    });
    const whole = module === undefined ? [] : importingFiles(graph, module).filter((from) => this.hasStars(from));
    return [...byName, ...whole];
  }

  private hasStars(file: string): boolean {
    return (this.side.facts(file)?.table(STARS).rows ?? 0) > 0;
  }

  private offersPython(top: SymbolRecord): boolean {
    const { file, name, exported } = top;
    const { graph } = this.side;
    const folders = this.pythonPackages();
    if (folders.size === 0) return exported;
    if (!folders.has(parentFolder(file))) return false;
    if (importingFiles(graph, top.handle).some((from) => isInitialiserOfOuterPackage(from, file))) return true;
    if (!exported || PRIVATE_NAME.test(name) || isPrivatePath(file)) return false;
    const listed = listedNames(this.side.facts(file));
    if (listed.size > 0) return listed.has(name);
    const others = graph.fileSymbols(file);
    return INITIALISER.test(file) || !others.some((other) => this.isExportedByPackageInitialiser(other, file));
  }

  private isExportedByPackageInitialiser(symbol: SymbolHandle, file: string): boolean {
    const { graph } = this.side;
    return (
      graph.kindOf(symbol) !== "module" &&
      importingFiles(graph, symbol).some((from) => isInitialiserOfOuterPackage(from, file))
    );
  }

  /** Files that manifests name as entry modules for other packages. */
  private entries(): ReadonlySet<string> {
    if (this.entryFiles !== undefined) return this.entryFiles;
    const paths = new Map<string, string[]>();
    for (const path of this.side.graph.files()) {
      for (const stem of manifestPathsOf(path)) paths.set(stem, [...(paths.get(stem) ?? []), path]);
    }
    const published = this.side.configs().filter(({ text }) => !PRIVATE_PACKAGE.test(text));
    const found = manifestEntries(published).flatMap(({ kind, stems }) => {
      const stem = kind === "api" ? stems.find((candidate) => paths.has(candidate)) : undefined;
      return stem === undefined ? [] : (paths.get(stem) ?? []);
    });
    this.entryFiles = new Set(found);
    return this.entryFiles;
  }

  /** Folders of Python packages that are shipped. */
  private pythonPackages(): ReadonlySet<string> {
    this.packages ??= new Set(
      this.side.graph
        .files()
        .filter((path) => INITIALISER.test(path) && !NOT_SHIPPED.has(pathClass(path)))
        .map(parentFolder),
    );
    return this.packages;
  }
}

/**
 * Whether a file is shipped to users of a package: it is no test, example, documentation, benchmark or generated file.
 */
export function isShipped(graph: SymbolGraph, path: string): boolean {
  return !NOT_SHIPPED.has(pathClass(path, marksOf(graph, path))) && !PROGRAM.test(path);
}

/** Whether a manifest describes a Python distribution, not only the settings of tools. */
function describesDistribution({ path, text }: ConfigText): boolean {
  if (NOT_SHIPPED.has(pathClass(path))) return false;
  if (path.endsWith("setup.py")) return true;
  return /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/.test(path) && DISTRIBUTION_HEADER.test(text);
}

/** The symbol, then its containers from the outermost to the innermost; without the module. */
function containerChain(graph: SymbolGraph, symbol: SymbolHandle): SymbolRecord[] {
  const chain: SymbolRecord[] = [];
  for (let at: SymbolHandle | undefined = symbol; at !== undefined; ) {
    const record: SymbolRecord = graph.symbol(at);
    if (record.kind === "module") break;
    chain.unshift(record);
    at = record.container;
  }
  return chain;
}

/** Files whose module imports the symbol. */
function importingFiles(graph: SymbolGraph, symbol: SymbolHandle): string[] {
  const { file } = graph.symbol(symbol);
  const from = adjacentSymbols(graph.incoming(symbol))
    .filter(({ kind, symbol: other }) => kind === "import" && graph.kindOf(other) === "module")
    .map(({ symbol: other }) => graph.fileOf(other));
  return [...new Set(from)].filter((other) => other !== file);
}

/** Whether a module re-exports an imported name. For CommonJS modules, which export values, the names are compared. */
function reExports(page: FactsPage, name: string): boolean {
  const exports = page.table(EXPORTS);
  const { op, a } = page.table(EXPRS);
  const { imported } = page.table(IMPORTS);
  for (let row = 0; row < exports.rows; row++) {
    const exported = page.string(exports.name[row] as number);
    if (exported === name || exported === "export=") return true;
    const expr = exports.expr[row] as number;
    if (op[expr] !== ExprOp.Import) continue;
    const source = page.string(imported[a[expr] as number] as number);
    if (source === name || source === "default") return true;
  }
  return false;
}

function exportedNames(page: FactsPage | undefined): ReadonlySet<string> {
  return new Set(Array.from(page?.table(EXPORTS).name ?? [], (text) => page?.string(text) ?? ""));
}

function listedNames(page: FactsPage | undefined): ReadonlySet<string> {
  return new Set(Array.from(page?.table(PUBLIC_NAMES).name ?? [], (text) => page?.string(text) ?? ""));
}

/** Whether a file is the public `__init__` of the module's package or of an enclosing package. */
function isInitialiserOfOuterPackage(from: string, file: string): boolean {
  const isAbove = INITIALISER.test(from) && from !== file && file.startsWith(`${parentFolder(from)}/`);
  return isAbove && !isPrivatePath(from);
}

function isPrivatePath(path: string): boolean {
  return path
    .replace(/\.[^./]+$/, "")
    .split("/")
    .some((part) => PRIVATE_NAME.test(part));
}

function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Paths under which manifests may name a file: without its extension, and for an index file its folder. */
function manifestPathsOf(path: string): string[] {
  const stem = path.replace(/(\.d)?\.[^./]+$/, "");
  const folder = stem.replace(/(^|\/)index$/, "");
  return folder === stem ? [stem] : [stem, folder];
}
