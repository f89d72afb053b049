/**
 * Packed adjacency of one file in one direction. `near` is the end inside the file, as a slot; `far` is the other end, as a handle. Rows ascend by
 * (near slot, far id, kind), so the order does not depend on how handles were assigned.
 */
import { type ByteReader, type ByteWriter, WordSlabs } from "@sdl/model/facts";
import { type Adjacency, type AdjacencyColumns, EMPTY_ADJACENCY } from "@sdl/model/graph";

const slabs = new WordSlabs();
const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Edges in columns of equal length. */
export interface EdgeColumns {
  readonly length: number;
  readonly near: Uint32Array;
  readonly far: Uint32Array;
  readonly kinds: Uint8Array;
  readonly confidences: Uint8Array;
  readonly resolvers: Uint8Array;
  readonly counts: Uint8Array;
}

/** Makes zeroed columns in shared memory. */
export function newEdgeColumns(length: number): EdgeColumns {
  // One buffer for all columns: most files have few edges, and a buffer of its own costs more memory than they do.
  const { buffer, byteOffset } = slabs.words(3 * length);
  const words = (place: number) => new Uint32Array(buffer, byteOffset + WORD_BYTES * place * length, length);
  const bytes = (place: number) => new Uint8Array(buffer, byteOffset + place * length, length);
  return {
    length,
    near: words(0),
    far: words(1),
    kinds: bytes(8),
    confidences: bytes(9),
    resolvers: bytes(10),
    counts: bytes(11),
  };
}

/** Columns without rows. */
export const NO_EDGES: EdgeColumns = newEdgeColumns(0);

/** Writes columns with differences between rows. */
export function encodeEdges(out: ByteWriter, edges: EdgeColumns): void {
  out.varint(edges.length);
  let near = 0;
  let far = 0;
  for (let i = 0; i < edges.length; i++) {
    const nextNear = edges.near[i] as number;
    const nextFar = edges.far[i] as number;
    out.varint(nextNear - near);
    out.zigzag((nextFar - far) | 0);
    out.varint(((edges.resolvers[i] as number) << 3) | (edges.kinds[i] as number));
    out.varint(100 - (edges.confidences[i] as number));
    out.varint(edges.counts[i] as number);
    near = nextNear;
    far = nextFar;
  }
}

/** Reads columns that {@link encodeEdges} wrote. */
export function decodeEdges(reader: ByteReader): EdgeColumns {
  // A row takes at least five bytes: this bound keeps a damaged count from allocating too much memory.
  const edges = newEdgeColumns(Math.min(reader.varint(), reader.remaining));
  let near = 0;
  let far = 0;
  for (let i = 0; i < edges.length; i++) {
    near += reader.varint();
    far = (far + reader.zigzag()) >>> 0;
    const code = reader.varint();
    edges.near[i] = near;
    edges.far[i] = far;
    edges.kinds[i] = code & 7;
    edges.resolvers[i] = code >>> 3;
    edges.confidences[i] = 100 - reader.varint();
    edges.counts[i] = reader.varint();
  }
  return edges;
}

/** The rows of one slot. Column views are created on demand: most loops read the shared columns. */
class PageAdjacency implements Adjacency {
  constructor(
    readonly shared: AdjacencyColumns,
    readonly start: number,
    readonly length: number,
  ) {}

  get symbols(): Uint32Array {
    return this.columnView(this.shared.symbols);
  }

  get kinds(): Uint8Array {
    return this.columnView(this.shared.kinds);
  }

  get confidences(): Uint8Array {
    return this.columnView(this.shared.confidences);
  }

  get resolvers(): Uint8Array {
    return this.columnView(this.shared.resolvers);
  }

  get counts(): Uint8Array {
    return this.columnView(this.shared.counts);
  }

  private columnView<T extends Uint8Array | Uint32Array>(column: T): T;
  private columnView(column: Uint8Array | Uint32Array): Uint8Array | Uint32Array {
    return column.subarray(this.start, this.start + this.length);
  }
}

/** Decoded edges of one direction, with an index by slot. */
export class EdgesPage {
  private starts: Uint32Array | undefined;
  private readonly columns: AdjacencyColumns;

  constructor(readonly edges: EdgeColumns) {
    this.columns = { ...edges, symbols: edges.far };
  }

  /** The rows of one slot. */
  edgesOfSlot(slot: number): Adjacency {
    const starts = this.starts ?? this.index();
    const start = starts[slot];
    const end = starts[slot + 1];
    if (start === undefined || end === undefined || start === end) return EMPTY_ADJACENCY;
    return new PageAdjacency(this.columns, start, end - start);
  }

  private index(): Uint32Array {
    const { near, length } = this.edges;
    const slots = length === 0 ? 0 : (near[length - 1] as number) + 1;
    const starts = slabs.words(slots + 1);
    for (const slot of near) starts[slot + 1] = (starts[slot + 1] as number) + 1;
    for (let slot = 0; slot < slots; slot++) starts[slot + 1] = (starts[slot + 1] as number) + (starts[slot] as number);
    this.starts = starts;
    return starts;
  }
}
