/**
 * Statistics of a whole version: counts by kind, edge kind and language, folders, connections. Knows no answer and no budget. Each part is computed
 * on first use and cached with the snapshot, because a version never changes.
 */
import { EDGE_KINDS, type SymbolHandle } from "@sdl/model";
import { countNeighbours, type DerivedLayers } from "@sdl/model/graph";
import type { Snapshot } from "@sdl/repository";

/** Counts by name. */
type Counts = Readonly<Record<string, number>>;

/** Counts of a whole version. */
export interface Totals {
  readonly byKind: Counts;
  readonly byEdge: Counts;
  readonly byLanguage: Counts;
  readonly sourceBytes: number;
}

/** A symbol with the number of distinct symbols that refer to it and that it refers to. */
export interface ConnectedSymbol {
  readonly symbol: SymbolHandle;
  readonly fanIn: number;
  readonly fanOut: number;
}

/** A folder with its own files, without those of nested folders. */
export interface Directory {
  readonly path: string;
  readonly files: readonly string[];
  readonly sourceBytes: number;
  /** Without module symbols. */
  readonly symbols: readonly ConnectedSymbol[];
}

/** A process, and the number of symbols that take part in it. */
interface ProcessSummary {
  readonly processId: string;
  readonly label: string;
  readonly symbols: number;
}

/** Clusters and processes by size. */
export interface LayerSummary {
  /** Cluster numbers, largest cluster first. */
  readonly clusters: readonly number[];
  /** Processes with the most symbols first. */
  readonly processes: readonly ProcessSummary[];
}

/** Computes the statistics of one snapshot, each once. */
export class Survey {
  private ownLayers: { readonly version: string; readonly summary: LayerSummary } | undefined;
  private ownTotals: Totals | undefined;
  private ownDirectories: readonly Directory[] | undefined;

  constructor(private readonly graph: Snapshot) {}

  get totals(): Totals {
    this.ownTotals ??= measureTotals(this.graph);
    return this.ownTotals;
  }

  /** In path order, without folders that have no file of their own. */
  get directories(): readonly Directory[] {
    this.ownDirectories ??= measureDirectories(this.graph);
    return this.ownDirectories;
  }

  summarizeLayers(derived: DerivedLayers): LayerSummary {
    if (this.ownLayers?.version !== derived.version) {
      this.ownLayers = { version: derived.version, summary: summariseLayers(this.graph, derived) };
    }
    return this.ownLayers.summary;
  }
}

function* nonModuleSymbols(graph: Snapshot): Iterable<SymbolHandle> {
  for (const path of graph.filesAndSettings()) yield* graph.fileSymbols(path);
}

function measureTotals(graph: Snapshot): Totals {
  const byKind = new Map<string, number>();
  const byLanguage = new Map<string, number>();
  const edges = new Uint32Array(EDGE_KINDS.length);
  let sourceBytes = 0;
  for (const path of graph.files()) {
    const entry = graph.fileEntry(path);
    if (entry !== undefined) {
      count(byLanguage, entry.language);
      sourceBytes += entry.stat.sizeBytes;
    }
    for (const symbol of graph.fileSymbols(path)) {
      count(byKind, graph.kindOf(symbol));
      const { start, length, shared } = graph.outgoing(symbol);
      for (let i = start; i < start + length; i++) add(edges, shared.kinds[i] ?? 0);
    }
  }
  const byEdge = EDGE_KINDS.map((kind, i): [string, number] => [kind, edges[i] ?? 0]).filter(([, found]) => found > 0);
  return { byKind: sortByCount(byKind), byEdge: sortByCount(byEdge), byLanguage: sortByCount(byLanguage), sourceBytes };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function add(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

/** Highest count first. */
function sortByCount(counts: Iterable<readonly [string, number]>): Counts {
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function measureDirectories(graph: Snapshot): readonly Directory[] {
  const byPath = new Map<string, { files: string[]; sourceBytes: number; symbols: ConnectedSymbol[] }>();
  for (const path of graph.files()) {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
    let directory = byPath.get(folder);
    if (directory === undefined) {
      directory = { files: [], sourceBytes: 0, symbols: [] };
      byPath.set(folder, directory);
    }
    directory.files.push(path);
    directory.sourceBytes += graph.fileEntry(path)?.stat.sizeBytes ?? 0;
    for (const symbol of graph.fileSymbols(path)) {
      if (graph.kindOf(symbol) !== "module") directory.symbols.push(countConnections(graph, symbol));
    }
  }
  return [...byPath].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, directory]) => ({ path, ...directory }));
}

function countConnections(graph: Snapshot, symbol: SymbolHandle): ConnectedSymbol {
  return {
    symbol,
    fanIn: countNeighbours(graph.incoming(symbol), symbol),
    fanOut: countNeighbours(graph.outgoing(symbol), symbol),
  };
}

function summariseLayers(graph: Snapshot, derived: DerivedLayers): LayerSummary {
  const clusters = new Set<number>();
  const processes = new Map<string, { label: string; symbols: number }>();
  for (const symbol of nonModuleSymbols(graph)) {
    const cluster = derived.clusterOf(symbol);
    if (cluster !== undefined) clusters.add(cluster);
    for (const { processId, label } of derived.processesOf(symbol)) {
      const known = processes.get(processId);
      if (known === undefined) processes.set(processId, { label, symbols: 1 });
      else known.symbols++;
    }
  }
  const size = (number: number) => derived.cluster(number).memberCount;
  return {
    clusters: [...clusters].sort((a, b) => size(b) - size(a) || a - b),
    processes: [...processes]
      .map(([processId, { label, symbols }]) => ({ processId, label, symbols }))
      .sort((a, b) => b.symbols - a.symbols || (a.processId < b.processId ? -1 : 1)),
  };
}
