/** From places in text (paths, lines, names of functions) to symbols of a graph. */
import { rangeCovers, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

/** Folders of installed packages: frames in them are not the repository's. */
const INSTALLED = /(^|\/)(node_modules|site-packages|dist-packages|\.yarn|\.pnpm)\//;
/** Folders of built code, whose files stand for sources elsewhere. */
const BUILT = /(^|\/)(dist|build|lib|out|esm|cjs|\.next|target)\//;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** A file of the index, and whether lines of the path are lines of it. */
export interface LocatedFile {
  readonly file: string;
  /** False where the path is that of built code. */
  readonly hasLines: boolean;
}

/** Finds the indexed file that a path from elsewhere (absolute, of another machine, of a bundler) stands for. */
export class PathLocator {
  private readonly byName = new Map<string, string[]>();
  private readonly byStem = new Map<string, string[]>();

  constructor(graph: SymbolGraph) {
    for (const file of graph.files()) {
      const name = nameOf(file);
      put(this.byName, name, file);
      if (SCRIPT.test(name)) put(this.byStem, name.replace(SCRIPT, ""), file);
    }
  }

  /**
   * The file whose path is the longest tail of `path`; else the only one that ends in `path`. `undefined` for files of installed
   * packages and for what is not indexed.
   */
  find(path: string): string | undefined {
    const clean = path.replace(/^(?:\.\/)+/, "");
    const candidates = this.byName.get(nameOf(clean)) ?? [];
    const tails = candidates.filter((file) => clean === file || clean.endsWith(`/${file}`));
    if (tails.length > 0) return tails.reduce((best, file) => (file.length > best.length ? file : best));
    if (INSTALLED.test(clean) || clean.startsWith("/")) return undefined;
    const longer = candidates.filter((file) => file.endsWith(`/${clean}`));
    return longer.length === 1 ? longer[0] : undefined;
  }

  /** The same, and the source of a file of built code: of like names the one with most folders in common, if it is one. */
  findSource(path: string): LocatedFile | undefined {
    const file = this.find(path);
    if (file !== undefined) return { file, hasLines: true };
    if (INSTALLED.test(path) || !BUILT.test(path) || !SCRIPT.test(path)) return undefined;
    const candidates = this.byStem.get(nameOf(path).replace(SCRIPT, "")) ?? [];
    const shared = candidates.map((candidate) => sharedFolders(candidate, path));
    const most = Math.max(...shared);
    const best = candidates.filter((_, at) => shared[at] === most);
    return best.length === 1 && best[0] !== undefined ? { file: best[0], hasLines: false } : undefined;
  }
}

/** Equal folders right above the files. */
function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split("/").slice(0, -1).reverse(), b.split("/").slice(0, -1).reverse()];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function put(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The innermost symbol of a file around a line; the module symbol outside of all others; `undefined` in a file without symbols. */
export function innermostSymbol(graph: SymbolGraph, file: string, line: number): SymbolHandle | undefined {
  const symbols = graph.fileSymbols(file);
  let best = symbols[0];
  let bestLines = Number.POSITIVE_INFINITY;
  for (const handle of symbols) {
    const { range, kind } = graph.symbol(handle);
    const lines = range.endLine - range.startLine;
    if (kind === "module" || lines > bestLines || !rangeCovers(range, line)) continue;
    best = handle;
    bestLines = lines;
  }
  return best;
}

/** A place in a file as a trace tells it. */
export interface NamedPlace {
  readonly line: number;
  /** As the trace writes it, such as `Users.find` or `async Promise.all`. */
  readonly name?: string;
}

/**
 * The symbol at a line, unless the trace names another function than the one that stands there now, and the file has one of that name:
 * then the nearest of them, as traces are often older than files.
 */
export function symbolAt(
  graph: SymbolGraph,
  { file, hasLines }: LocatedFile,
  { line, name }: NamedPlace,
): SymbolHandle | undefined {
  const found = hasLines ? innermostSymbol(graph, file, line) : graph.fileSymbols(file)[0];
  const wanted = name?.match(/[\p{L}\p{N}_$#]+(?=[^\p{L}\p{N}_$#]*$)/u)?.[0];
  if (wanted === undefined || (found !== undefined && isInside(graph, found, wanted))) return found;
  const namesakes = graph.symbolsNamed(wanted).filter((symbol) => graph.fileOf(symbol) === file);
  const distance = (symbol: SymbolHandle) => (hasLines ? Math.abs(graph.symbol(symbol).line - line) : 0);
  return namesakes.length === 0 ? found : namesakes.reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

/** Whether the symbol or one around it has the name. */
function isInside(graph: SymbolGraph, symbol: SymbolHandle, name: string): boolean {
  for (let at: SymbolHandle | undefined = symbol; at !== undefined; ) {
    const record = graph.symbol(at);
    if (record.name === name) return true;
    at = record.container;
  }
  return false;
}
