/** Locates files and symbols of a graph by places in text: paths, lines, names of functions. */
import { addToList, rangeCovers, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

/** Finds the indexed file that a foreign path denotes: absolute, of another machine, or of a bundler. */
export class PathLocator {
  private readonly byName = new Map<string, string[]>();
  private readonly byStem = new Map<string, string[]>();

  constructor(graph: SymbolGraph) {
    for (const file of graph.files()) {
      addToList(this.byName, lastPathPart(file), file);
      addToList(this.byStem, fileStem(file), file);
    }
  }

  /** The file whose path is the longest suffix of `path`; otherwise the only file whose path ends in the relative `path`. */
  find(path: string): string | undefined {
    const clean = path.replace(/^(?:\.\/)+/, "");
    const candidates = this.byName.get(lastPathPart(clean)) ?? [];
    const tails = candidates.filter((file) => clean === file || clean.endsWith(`/${file}`));
    if (tails.length > 0) return tails.reduce((best, file) => (file.length > best.length ? file : best));
    if (clean.startsWith("/")) return undefined;
    const [first, second] = this.filesEndingIn(clean);
    return second === undefined ? first : undefined;
  }

  /** The file whose path ends in the relative `path`: the one in the fewest folders, if it is unique. */
  findOutermost(path: string): string | undefined {
    const candidates = this.filesEndingIn(path);
    const depth = Math.min(...candidates.map(folderDepth));
    const [first, second] = candidates.filter((file) => folderDepth(file) === depth);
    return second === undefined ? first : undefined;
  }

  private filesEndingIn(path: string): readonly string[] {
    return (this.byName.get(lastPathPart(path)) ?? []).filter((file) => file === path || file.endsWith(`/${path}`));
  }

  /**
   * The source with the name of a built file: of the files in `folder` with the same name but for the extension, the one that shares the most
   * folders with the path, if it is unique.
   */
  findSource(path: string, folder: string): string | undefined {
    const candidates = (this.byStem.get(fileStem(path)) ?? []).filter((file) => isInside(file, folder));
    const shared = candidates.map((candidate) => sharedFolders(candidate, path));
    const most = Math.max(...shared);
    const [first, second] = candidates.filter((_, at) => shared[at] === most);
    return second === undefined ? first : undefined;
  }
}

/** @param folder empty for the whole repository */
export function isInside(file: string, folder: string): boolean {
  return folder === "" || file.startsWith(`${folder}/`);
}

/** Number of equal folders directly above the two files. */
export function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split("/").slice(0, -1).reverse(), b.split("/").slice(0, -1).reverse()];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}

function folderDepth(file: string): number {
  return file.split("/").length;
}

function lastPathPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A file's name without its extension, which a build may change. */
export function fileStem(path: string): string {
  return lastPathPart(path).replace(/\.(?:[cm]?[jt]sx?|pyi?)$/, "");
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
