/** From places in text (paths, lines) to symbols of a graph. */
import { rangeCovers, type SymbolGraph, type SymbolHandle } from "@sdl/model";

/** Folders of installed packages: frames in them are not the repository's. */
const INSTALLED = /(^|\/)(node_modules|site-packages|dist-packages|\.yarn|\.pnpm)\//;

/** Finds the indexed file that a path from elsewhere (absolute, of another machine, of a bundler) stands for. */
export class PathLocator {
  private readonly byName = new Map<string, string[]>();

  constructor(graph: SymbolGraph) {
    for (const file of graph.files()) {
      const name = file.slice(file.lastIndexOf("/") + 1);
      const list = this.byName.get(name);
      if (list === undefined) this.byName.set(name, [file]);
      else list.push(file);
    }
  }

  /**
   * The file whose path is the longest tail of `path`; else the only one that ends in `path`. `undefined` for files of installed
   * packages and for what is not indexed.
   */
  find(path: string): string | undefined {
    const clean = path.replace(/^(?:\.\/)+/, "");
    const candidates = this.byName.get(clean.slice(clean.lastIndexOf("/") + 1)) ?? [];
    const tails = candidates.filter((file) => clean === file || clean.endsWith(`/${file}`));
    if (tails.length > 0) return tails.reduce((best, file) => (file.length > best.length ? file : best));
    if (INSTALLED.test(clean) || clean.startsWith("/")) return undefined;
    const longer = candidates.filter((file) => file.endsWith(`/${clean}`));
    return longer.length === 1 ? longer[0] : undefined;
  }
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
