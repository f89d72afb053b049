/** Locates symbols of a graph by places in text: paths, lines, names of functions. */
import { rangeCovers, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

/** Folders of installed packages: stack frames in them do not belong to the repository. */
const INSTALLED_PACKAGE_FOLDER = /(^|\/)(node_modules|site-packages|dist-packages|\.yarn|\.pnpm)\//;
/** Folders of build output, whose files correspond to sources elsewhere. */
const BUILD_OUTPUT_FOLDER = /(^|\/)(dist|build|lib|out|esm|cjs|\.next|target)\//;
const SCRIPT_EXTENSION = /\.[cm]?[jt]sx?$/;

/** A file of the index, and whether the path's line numbers apply to it. */
export interface LocatedFile {
  readonly file: string;
  /** False if the path denotes build output. */
  readonly hasLines: boolean;
}

/** Finds the indexed file that a foreign path denotes: absolute, of another machine, or of a bundler. */
export class PathLocator {
  private readonly byName = new Map<string, string[]>();
  private readonly byStem = new Map<string, string[]>();

  constructor(graph: SymbolGraph) {
    for (const file of graph.files()) {
      const name = nameOf(file);
      append(this.byName, name, file);
      if (SCRIPT_EXTENSION.test(name)) append(this.byStem, name.replace(SCRIPT_EXTENSION, ""), file);
    }
  }

  /**
   * The file whose path is the longest suffix of `path`; otherwise the only file whose path ends in `path`. `undefined` for files of installed
   * packages and for files that are not indexed.
   */
  find(path: string): string | undefined {
    const clean = path.replace(/^(?:\.\/)+/, "");
    const candidates = this.byName.get(nameOf(clean)) ?? [];
    const tails = candidates.filter((file) => clean === file || clean.endsWith(`/${file}`));
    if (tails.length > 0) return tails.reduce((best, file) => (file.length > best.length ? file : best));
    if (INSTALLED_PACKAGE_FOLDER.test(clean) || clean.startsWith("/")) return undefined;
    const longer = candidates.filter((file) => file.endsWith(`/${clean}`));
    return longer.length === 1 ? longer[0] : undefined;
  }

  /** Like `find`; for build output also its source: of the files with the same name, the one that shares the most folders, if it is unique. */
  findSource(path: string): LocatedFile | undefined {
    const file = this.find(path);
    if (file !== undefined) return { file, hasLines: true };
    if (INSTALLED_PACKAGE_FOLDER.test(path) || !BUILD_OUTPUT_FOLDER.test(path) || !SCRIPT_EXTENSION.test(path))
      return undefined;
    const candidates = this.byStem.get(nameOf(path).replace(SCRIPT_EXTENSION, "")) ?? [];
    const shared = candidates.map((candidate) => sharedFolders(candidate, path));
    const most = Math.max(...shared);
    const best = candidates.filter((_, at) => shared[at] === most);
    return best.length === 1 && best[0] !== undefined ? { file: best[0], hasLines: false } : undefined;
  }
}

/** Number of equal folders directly above the two files. */
function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split("/").slice(0, -1).reverse(), b.split("/").slice(0, -1).reverse()];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The innermost symbol of a file that contains the line; the module symbol if no other does; `undefined` in a file without symbols. */
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

/** A position in a file, as a trace states it. */
export interface NamedPlace {
  readonly line: number;
  /** Function name as the trace writes it, such as `Users.find` or `async Promise.all`. */
  readonly name?: string;
}

/**
 * The symbol at a line. If the trace names a function other than the one at the line, and the file has a symbol with the traced name, the nearest
 * such symbol is returned, because traces are often older than files.
 */
export function symbolAt(
  graph: SymbolGraph,
  { file, hasLines }: LocatedFile,
  { line, name }: NamedPlace,
): SymbolHandle | undefined {
  const found = hasLines ? innermostSymbol(graph, file, line) : graph.fileSymbols(file)[0];
  const wanted = name?.match(/[\p{L}\p{N}_$#]+(?=[^\p{L}\p{N}_$#]*$)/u)?.[0];
  if (wanted === undefined || (found !== undefined && hasEnclosingName(graph, found, wanted))) return found;
  const namesakes = graph.symbolsNamed(wanted).filter((symbol) => graph.fileOf(symbol) === file);
  const distance = (symbol: SymbolHandle) => (hasLines ? Math.abs(graph.symbol(symbol).line - line) : 0);
  return namesakes.length === 0 ? found : namesakes.reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

/** Whether the symbol or one of its containers has the name. */
function hasEnclosingName(graph: SymbolGraph, symbol: SymbolHandle, name: string): boolean {
  for (let at: SymbolHandle | undefined = symbol; at !== undefined; ) {
    const record = graph.symbol(at);
    if (record.name === name) return true;
    at = record.container;
  }
  return false;
}
