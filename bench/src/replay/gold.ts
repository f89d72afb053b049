/** Symbols that a commit touches: those of its parent whose lines the diff changes, deletes or inserts into. */
import { isSymbolId, rangeCovers, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { TaskCommit } from "./commits.js";
import type { Clone } from "./git.js";

/** Old lines of one hunk, from 1; an insertion is between `first` and `first + 1`. */
interface Hunk {
  readonly first: number;
  readonly count: number;
}

/** Touched declarations outside function bodies, innermost, without modules; each once, by file and line. */
export function touchedSymbols(clone: Clone, graph: SymbolGraph, task: TaskCommit): SymbolHandle[] {
  const found = new Set<SymbolHandle>();
  for (const file of task.files) {
    for (const hunk of oldHunks(clone, task, file)) {
      for (const symbol of symbolsOfHunk(graph, file, hunk)) found.add(outermostFunction(graph, symbol));
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The recorded ids that the graph contains, as handles. */
export function findGold(graph: SymbolGraph, ids: readonly string[]): SymbolHandle[] {
  return ids.flatMap((id) => (isSymbolId(id) ? (graph.findSymbol(id) ?? []) : []));
}

function oldHunks(clone: Clone, { parent, commit }: TaskCommit, file: string): Hunk[] {
  const text = clone.run(["diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", parent, commit, "--", file]);
  return [...text.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)].map(([, first, count]) => ({
    first: Number(first),
    count: count === undefined ? 1 : Number(count),
  }));
}

function symbolsOfHunk(graph: SymbolGraph, file: string, { first, count }: Hunk): SymbolHandle[] {
  if (count === 0) return innermostSymbols(graph, file, [first, first + 1]);
  return Array.from({ length: count }, (_, at) => innermostSymbols(graph, file, [first + at])).flat();
}

/** The innermost symbol that covers all lines; none if that is the module. */
function innermostSymbols(graph: SymbolGraph, file: string, lines: readonly number[]): SymbolHandle[] {
  const around = graph.fileSymbols(file).filter((symbol) => {
    const { kind, range } = graph.symbol(symbol);
    return kind !== "module" && lines.every((line) => rangeCovers(range, line));
  });
  const height = (symbol: SymbolHandle) => graph.symbol(symbol).range.endLine - graph.symbol(symbol).range.startLine;
  return around.sort((a, b) => height(a) - height(b) || b - a).slice(0, 1);
}

/** The outermost function around a symbol; the symbol itself if there is none. */
function outermostFunction(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle {
  let found = symbol;
  for (let at: SymbolHandle | undefined = symbol; at !== undefined; at = graph.symbol(at).container) {
    if (["function", "method", "constructor"].includes(graph.kindOf(at))) found = at;
  }
  return found;
}
