/** Symbols of a neighbourhood picture: those that lead to a symbol and those that it leads to, up to `depth` edges in each direction. */
import type { SymbolHandle, SymbolKind } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import { wholeName } from "@sdl/model/graph";
import type { Query } from "../../query/run-query.js";
import { resolveNamedSymbol } from "../../query/symbol-ref.js";
import { type ChosenPart, sortByImportance } from "./drawn-symbol.js";
import type { CheckedRequest } from "./picture-request.js";

/** Kinds whose members others refer to, so that the walk starts from the members too. */
const HAVE_MEMBERS: ReadonlySet<SymbolKind> = new Set(["class", "interface", "module"]);

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `file_not_indexed` */
export function chooseNeighbours(query: Query, { symbol = "", depth, limit }: CheckedRequest): ChosenPart {
  const { graph } = query;
  const start = resolveNamedSymbol(query, symbol);
  const starts = [start, ...nestedSymbolsOf(graph, start)];
  const callers = walkNeighbours(graph, starts, { depth, edges: (one) => graph.incoming(one) });
  const callees = walkNeighbours(graph, starts, { depth, edges: (one) => graph.outgoing(one) });
  const steps = new Map<SymbolHandle, number>();
  for (const [found, step] of [...callers, ...callees]) {
    steps.set(found, Math.min(step, steps.get(found) ?? step));
  }
  const nearest = sortByNearness(graph, steps);
  const shown = nearest.slice(0, Math.max(limit, 1));
  const record = graph.symbol(start);
  return {
    title: wholeName(record),
    symbols: shown.map((handle) => ({ handle, ...(steps.get(handle) === 0 ? { isSeed: true } : {}) })),
    notes: leftOutNotes(nearest.length, shown.length, depth),
  };
}

function leftOutNotes(found: number, shown: number, depth: number): readonly string[] {
  if (found === shown) return [];
  const edges = depth === 1 ? "one edge" : `${depth} edges`;
  return [`Shows the nearest and then most used ${shown} of the ${found} symbols within ${edges}.`];
}

/** All symbols nested in the start symbol. */
function nestedSymbolsOf(graph: SymbolGraph, start: SymbolHandle): readonly SymbolHandle[] {
  if (!HAVE_MEMBERS.has(graph.kindOf(start))) return [];
  const inside = new Set([start]);
  for (const symbol of graph.fileSymbols(graph.fileOf(start))) {
    const { container } = graph.symbol(symbol);
    if (container !== undefined && inside.has(container)) inside.add(symbol);
  }
  inside.delete(start);
  return [...inside];
}

interface WalkOptions {
  readonly depth: number;
  readonly edges: (symbol: SymbolHandle) => Adjacency;
}

/** @returns each reached symbol with its smallest number of edges; 0 for the starts */
function walkNeighbours(
  graph: SymbolGraph,
  starts: readonly SymbolHandle[],
  { depth, edges }: WalkOptions,
): Map<SymbolHandle, number> {
  const steps = new Map(starts.map((start) => [start, 0]));
  let frontier: readonly SymbolHandle[] = starts;
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const next: SymbolHandle[] = [];
    for (const symbol of frontier) {
      const { length, symbols } = edges(symbol);
      for (let i = 0; i < length; i++) {
        const other = symbols[i] as SymbolHandle;
        if (steps.has(other)) continue;
        steps.set(other, step);
        next.push(other);
      }
    }
    // Does not walk on from modules: a file refers to everything its symbols refer to, so that all symbols would be near.
    frontier = next.filter((symbol) => graph.kindOf(symbol) !== "module");
  }
  return steps;
}

function sortByNearness(graph: SymbolGraph, steps: ReadonlyMap<SymbolHandle, number>): readonly SymbolHandle[] {
  const important = sortByImportance(graph, steps.keys());
  return [...important].sort((a, b) => (steps.get(a) ?? 0) - (steps.get(b) ?? 0));
}
