/** Collector of a file's edges: sorts them, merges duplicates with the best confidence, and counts references. Knows numbers only. */
import type { LinkColumns } from "@sdl/model/graph";

/** The target of an edge, before its owner is known. */
export interface EdgeEnd {
  readonly file: number;
  readonly symbol: number;
  /** `EDGE_CODE`. */
  readonly kind: number;
  /** Confidence in hundredths. */
  readonly confidence: number;
  readonly resolver: number;
  /** Number that {@link EdgeGatherer} assigned to the target (file, symbol). */
  readonly target: number;
}

const KINDS = 8;
const MAX_COUNT = 255;
const FILE_KEY = 0x4000000;

/** Collects the edges of one file. */
export class EdgeGatherer {
  /** Target numbers by file, then by symbol: map keys beyond 31 bits are slow. */
  private readonly targets = new Map<number, Map<number, number>>();
  private readonly targetKeys: number[] = [];
  private readonly froms: number[] = [];
  private readonly counts: number[] = [];
  private readonly ends: EdgeEnd[] = [];

  /** The number of a symbol as an edge target. */
  target(file: number, symbol: number): number {
    let ofFile = this.targets.get(file);
    if (ofFile === undefined) {
      ofFile = new Map();
      this.targets.set(file, ofFile);
    }
    const known = ofFile.get(symbol);
    if (known !== undefined) return known;
    ofFile.set(symbol, this.targetKeys.length);
    this.targetKeys.push(file * FILE_KEY + symbol);
    return this.targetKeys.length - 1;
  }

  /** @param count number of references that form the edge */
  add(from: number, end: EdgeEnd, count: number): void {
    this.froms.push(from);
    this.ends.push(end);
    this.counts.push(count);
  }

  finish(): LinkColumns {
    if (this.ends.length === 0) return NO_COLUMNS;
    const columns = allocate(this.ends.length);
    let row = -1;
    let previous: EdgeEnd | undefined;
    let from = -1;
    for (const at of this.order()) {
      const end = this.ends[at] as EdgeEnd;
      const count = this.counts[at] ?? 1;
      if (previous?.target === end.target && previous.kind === end.kind && from === this.froms[at]) {
        columns.count[row] = Math.min(MAX_COUNT, (columns.count[row] ?? 0) + count);
        raise(columns, row, end);
        continue;
      }
      row++;
      previous = end;
      from = this.froms[at] ?? 0;
      columns.from[row] = from;
      columns.toFile[row] = end.file;
      columns.toSymbol[row] = end.symbol;
      columns.kind[row] = end.kind;
      columns.confidence[row] = end.confidence;
      columns.resolver[row] = end.resolver;
      columns.count[row] = Math.min(MAX_COUNT, count);
    }
    return cut(columns, row + 1);
  }

  /** Indices of the references sorted by owner, target and kind. One number packs all three and the index if they fit. */
  private order(): Iterable<number> {
    const { froms, ends } = this;
    const rankOf = this.targetRanks();
    const targets = rankOf.length + 1;
    const count = ends.length + 1;
    const edge = (at: number): number => {
      const end = ends[at] as EdgeEnd;
      return ((froms[at] ?? 0) * targets + (rankOf[end.target] ?? 0)) * KINDS + end.kind;
    };
    const largest = froms.reduce((most, from) => Math.max(most, from), 0) + 1;
    if (largest * targets * KINDS * count > Number.MAX_SAFE_INTEGER) {
      return ends.map((_, at) => at).sort((a, b) => edge(a) - edge(b));
    }
    const keys = new Float64Array(ends.length);
    for (let at = 0; at < keys.length; at++) keys[at] = edge(at) * count + at;
    keys.sort();
    return keys.map((key) => key % count);
  }

  /** Ranks of the targets in (file, symbol) order. */
  private targetRanks(): Uint32Array {
    const order = Float64Array.from(this.targetKeys).sort();
    const ranks = new Uint32Array(order.length);
    for (let rank = 0; rank < order.length; rank++) {
      const key = order[rank] ?? 0;
      ranks[this.target(Math.floor(key / FILE_KEY), key % FILE_KEY)] = rank;
    }
    return ranks;
  }
}

/** Keeps the better confidence; on ties the rule that comes first. */
function raise(columns: LinkColumns, row: number, end: EdgeEnd): void {
  const confidence = columns.confidence[row] ?? 0;
  const resolver = columns.resolver[row] ?? 0;
  if (end.confidence < confidence || (end.confidence === confidence && end.resolver >= resolver)) return;
  columns.confidence[row] = end.confidence;
  columns.resolver[row] = end.resolver;
}

function allocate(length: number): LinkColumns {
  return {
    length,
    from: new Uint32Array(length),
    toFile: new Uint32Array(length),
    toSymbol: new Uint32Array(length),
    kind: new Uint8Array(length),
    confidence: new Uint8Array(length),
    resolver: new Uint8Array(length),
    count: new Uint8Array(length),
  };
}

/** Shared by all files without edges. */
const NO_COLUMNS = allocate(0);

function cut(columns: LinkColumns, length: number): LinkColumns {
  if (length === columns.length) return columns;
  return {
    length,
    from: columns.from.slice(0, length),
    toFile: columns.toFile.slice(0, length),
    toSymbol: columns.toSymbol.slice(0, length),
    kind: columns.kind.slice(0, length),
    confidence: columns.confidence.slice(0, length),
    resolver: columns.resolver.slice(0, length),
    count: columns.count.slice(0, length),
  };
}
