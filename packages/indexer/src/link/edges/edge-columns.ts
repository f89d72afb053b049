/** Gathers a file's edges and packs them: sorted, each once, with the best confidence and the number of references. Knows numbers only. */
import type { LinkColumns } from "@sdl/model";

/** The far end of an edge, before it has an owner. */
export interface EdgeEnd {
  readonly file: number;
  readonly symbol: number;
  /** `EDGE_CODE`. */
  readonly kind: number;
  /** Hundredths. */
  readonly confidence: number;
  readonly resolver: number;
  /** The gatherer's number of (file, symbol). */
  readonly target: number;
}

const KINDS = 8;
/** Confidence (hundredths, inverted so that the best sorts first) times resolver. */
const GRADES = 128 * 32;
const MAX_COUNT = 255;
const FILE_KEY = 0x4000000;

export class EdgeGatherer {
  private readonly targets = new Map<number, number>();
  private readonly targetKeys: number[] = [];
  private readonly froms: number[] = [];
  private readonly ends: EdgeEnd[] = [];

  /** The number of a symbol as an edge's far end. */
  target(file: number, symbol: number): number {
    const key = file * FILE_KEY + symbol;
    const known = this.targets.get(key);
    if (known !== undefined) return known;
    this.targets.set(key, this.targetKeys.length);
    this.targetKeys.push(key);
    return this.targetKeys.length - 1;
  }

  add(from: number, end: EdgeEnd): void {
    this.froms.push(from);
    this.ends.push(end);
  }

  finish(): LinkColumns {
    const order = Float64Array.from(this.targetKeys).sort();
    const ranks = new Map<number, number>();
    order.forEach((key, rank) => {
      ranks.set(key, rank);
    });
    const rankOf = Uint32Array.from(this.targetKeys, (key) => ranks.get(key) ?? 0);
    return pack(this.keys(rankOf), order);
  }

  /** One number an edge reference: from, rank of the target, kind, grade. Exact while from × targets stays under 2^38. */
  private keys(rankOf: Uint32Array): Float64Array {
    const keys = new Float64Array(this.ends.length);
    const targets = Math.max(1, this.targetKeys.length);
    this.ends.forEach((end, i) => {
      const place = (this.froms[i] ?? 0) * targets + (rankOf[end.target] ?? 0);
      keys[i] = (place * KINDS + end.kind) * GRADES + (127 - end.confidence) * 32 + end.resolver;
    });
    return keys.sort();
  }
}

function pack(keys: Float64Array, order: Float64Array): LinkColumns {
  const targets = Math.max(1, order.length);
  const columns = allocate(keys.length);
  let row = -1;
  let previous = -1;
  for (const key of keys) {
    const edge = Math.floor(key / GRADES);
    if (edge === previous) {
      columns.count[row] = Math.min(MAX_COUNT, (columns.count[row] ?? 0) + 1);
      continue;
    }
    previous = edge;
    row++;
    const grade = key - edge * GRADES;
    const place = Math.floor(edge / KINDS);
    const target = order[place % targets] ?? 0;
    columns.from[row] = Math.floor(place / targets);
    columns.toFile[row] = Math.floor(target / FILE_KEY);
    columns.toSymbol[row] = target % FILE_KEY;
    columns.kind[row] = edge - place * KINDS;
    columns.confidence[row] = 127 - Math.floor(grade / 32);
    columns.resolver[row] = grade % 32;
    columns.count[row] = 1;
  }
  return cut(columns, row + 1);
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

function cut(columns: LinkColumns, length: number): LinkColumns {
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
