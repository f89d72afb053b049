/**
 * Columnar copy of a version's symbols and edges, numbered in the order of symbol ids. Unlike handles, these numbers are the same for a ledger
 * built edit by edit and one built from scratch.
 */
import { KIND_CODE, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";

/** Symbols, files and edges of a version in arrays. */
export interface CodeGraph {
  readonly symbolCount: number;
  /** Ascending by id. */
  readonly records: readonly SymbolRecord[];
  /** The number of each handle's symbol; `NONE` if the handle is free. */
  readonly numberByHandle: Uint32Array;
  /** A value of `KIND_CODE` for each symbol. */
  readonly kinds: Uint8Array;
  /** The enclosing symbol directly inside the module; a top-level symbol or a module itself. */
  readonly topLevelOf: Uint32Array;
  /** The module symbol of each symbol's file. */
  readonly moduleOf: Uint32Array;
  readonly paths: readonly string[];
  /** Index into `paths` for each symbol. */
  readonly files: Uint32Array;
  /** Symbols of each file in source order, the module first. */
  readonly members: readonly Uint32Array[];
  /**
   * Edges of symbol `i` are `offsets[i]` up to, not including, `offsets[i + 1]`, ascending by target. Edges from a symbol to itself are omitted.
   */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** A value of `EDGE_CODE` for each edge. */
  readonly edgeKinds: Uint8Array;
  /** Confidence of each edge in hundredths. */
  readonly confidences: Uint8Array;
}

/** Marks an absent number. */
export const NONE = 0xffffffff;

/** Indexes of the edges that begin at a symbol. */
export function* edgeIndexes({ offsets }: CodeGraph, symbol: number): Iterable<number> {
  const end = offsets[symbol + 1] as number;
  for (let edge = offsets[symbol] as number; edge < end; edge++) yield edge;
}

/** Copies a graph into arrays. */
export function readCodeGraph(graph: SymbolGraph): CodeGraph {
  const paths = graph.files();
  const { records, numbers } = numberSymbols(graph, paths);
  const members = paths.map((path) => Uint32Array.from(graph.fileSymbols(path), (symbol) => numbers[symbol] as number));
  const files = new Uint32Array(records.length);
  const modules = new Uint32Array(records.length);
  const tops = new Uint32Array(records.length);
  members.forEach((symbols, file) => {
    for (const symbol of symbols) {
      const container = records[symbol]?.container;
      const outer = container === undefined ? symbol : (numbers[container] as number);
      files[symbol] = file;
      modules[symbol] = symbols[0] as number;
      // A container precedes its members, so its entry is set already.
      tops[symbol] = outer === symbols[0] ? symbol : (tops[outer] as number);
    }
  });
  const kinds = Uint8Array.from(records, (record) => KIND_CODE[record.kind]);
  return {
    symbolCount: records.length,
    records,
    numberByHandle: numbers,
    kinds,
    topLevelOf: tops,
    moduleOf: modules,
    paths,
    files,
    members,
    ...readEdges(graph, records, numbers),
  };
}

function numberSymbols(graph: SymbolGraph, paths: readonly string[]) {
  const records: SymbolRecord[] = [];
  for (const path of paths) for (const symbol of graph.fileSymbols(path)) records.push(graph.symbol(symbol));
  records.sort((a, b) => (a.id < b.id ? -1 : 1));
  const numbers = new Uint32Array(graph.capacity).fill(NONE);
  for (let i = 0; i < records.length; i++) numbers[(records[i] as SymbolRecord).handle] = i;
  return { records, numbers };
}

function readEdges(graph: SymbolGraph, records: readonly SymbolRecord[], numbers: Uint32Array) {
  const offsets = new Uint32Array(records.length + 1);
  const targets = new Uint32Array(graph.counts.edges);
  const edgeKinds = new Uint8Array(graph.counts.edges);
  const confidences = new Uint8Array(graph.counts.edges);
  let at = 0;
  for (let from = 0; from < records.length; from++) {
    const edges = graph.outgoing((records[from] as SymbolRecord).handle);
    for (const row of byTarget(edges.symbols, edges.kinds, edges.length, numbers)) {
      const to = numbers[edges.symbols[row] as SymbolHandle] as number;
      if (to === from || to === NONE) continue;
      targets[at] = to;
      edgeKinds[at] = edges.kinds[row] as number;
      confidences[at] = edges.confidences[row] as number;
      at++;
    }
    offsets[from + 1] = at;
  }
  return { offsets, targets, edgeKinds, confidences };
}

/** Rows of an adjacency, ascending by the number of the target, then by kind. */
function byTarget(symbols: Uint32Array, kinds: Uint8Array, length: number, numbers: Uint32Array): Float64Array {
  // Target, kind and row are packed into one number, because sorting numbers needs no comparison function.
  const keys = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    keys[row] = ((numbers[symbols[row] as number] as number) * 8 + (kinds[row] as number)) * MAX_EDGES_PER_SYMBOL + row;
  }
  keys.sort();
  for (let i = 0; i < length; i++) keys[i] = (keys[i] as number) % MAX_EDGES_PER_SYMBOL;
  return keys;
}

/** Exclusive upper bound of the number of edges of one symbol. */
const MAX_EDGES_PER_SYMBOL = 2 ** 18;
