/** Where a number stands among those of all symbols of a version. Each graph is read once. */
import type { DerivedLayers, SymbolGraph, SymbolHandle } from "@sdl/model";
import { fanIn } from "./fan-in.js";

const fanIns = new WeakMap<SymbolGraph, Uint32Array>();
const churns = new WeakMap<DerivedLayers, Uint32Array>();

/** The share of the graph's symbols that fewer depend on, 0..1; modules left out. */
export function fanInPercentile(graph: SymbolGraph, count: number): number {
  return percentile(fanIns, graph, count, () => numbersOf(graph, (symbol) => fanIn(graph, symbol)));
}

/** The share of the graph's symbols that changed less in the last 30 days of its history, 0..1; modules left out. */
export function churnPercentile(graph: SymbolGraph, layers: DerivedLayers, churn: number): number {
  return percentile(churns, layers, churn, () => numbersOf(graph, (symbol) => layers.churnOf(symbol) ?? 0));
}

function percentile<K extends object>(
  kept: WeakMap<K, Uint32Array>,
  key: K,
  value: number,
  read: () => Uint32Array,
): number {
  // Nothing is less than nothing: most questions need no reading.
  if (value === 0) return 0;
  let sorted = kept.get(key);
  if (sorted === undefined) {
    sorted = read().sort();
    kept.set(key, sorted);
  }
  return sorted.length === 0 ? 0 : lowerBound(sorted, value) / sorted.length;
}

function numbersOf(graph: SymbolGraph, read: (symbol: SymbolHandle) => number): Uint32Array {
  const numbers: number[] = [];
  for (const file of graph.files()) {
    for (const symbol of graph.fileSymbols(file)) if (graph.kindOf(symbol) !== "module") numbers.push(read(symbol));
  }
  return Uint32Array.from(numbers);
}

/** How many are less than `value`. */
function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
