/**
 * Fingerprints of symbols: hashes of the syntax without comments, white space, separators, quote marks and the symbol's
 * own name.
 *
 * Every node yields an item (its kind, for a leaf also its text) and a closing item, so structure counts. A symbol's
 * fingerprint is the polynomial hash of its range of items, computed from prefix sums, so nested symbols cost nothing
 * extra. Invariant: reformatting, editing comments and renaming the symbol leave it unchanged; changing a literal,
 * operator or identifier does not.
 */
import { mix32 } from "@sdl/model/text";
import type { SyntaxTree } from "../parse/syntax-tree.js";

/** Node kinds that fingerprints treat specially, as sets by kind. */
export interface FingerprintKinds {
  /** 1 for kinds that are skipped with their content: comments. */
  readonly comments: Uint8Array;
  /** 1 for tokens that are skipped: `,` `;` and quote marks. */
  readonly separators: Uint8Array;
  /** 1 for leaves in whose text white space is ignored: text between JSX tags. */
  readonly loose?: Uint8Array;
}

/** First and last node of each symbol, by ordinal, and all nodes that name a symbol in its declaration. */
export interface SymbolSpans {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly names: readonly number[];
}

const BASE_A = 0x01000193;
const BASE_B = 0x5bd1e995;
const CLOSE = 0x7f4a7c15;

/** Buffers by node, used while the fingerprints of a file are computed. */
interface NodeColumns {
  readonly nodes: number;
  /** Start and end of each node's range of items. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly isName: Uint8Array;
  /** Prefix sums of the items, two items per node. */
  readonly sumsA: Uint32Array;
  readonly sumsB: Uint32Array;
}

/** Larger files get temporary columns, so that the memory for the largest file is not kept. */
const MAX_KEPT_NODES = 1 << 16;

let reusedColumns = makeColumns(1024);

function makeColumns(nodes: number): NodeColumns {
  const from = new Uint32Array(nodes);
  const to = new Uint32Array(nodes);
  const isName = new Uint8Array(nodes);
  return { nodes, from, to, isName, sumsA: new Uint32Array(2 * nodes + 2), sumsB: new Uint32Array(2 * nodes + 2) };
}

/** Zeroed columns for `nodes` nodes; reused for the next file. */
function zeroedColumns(nodes: number): NodeColumns {
  if (nodes > MAX_KEPT_NODES) return makeColumns(nodes);
  if (nodes > reusedColumns.nodes) reusedColumns = makeColumns(Math.max(nodes, 2 * reusedColumns.nodes));
  reusedColumns.from.fill(0, 0, nodes);
  reusedColumns.to.fill(0, 0, nodes);
  reusedColumns.isName.fill(0, 0, nodes);
  return reusedColumns;
}

/** Hashes of single nodes, from the same items as fingerprints. Valid until the next file is fingerprinted. */
export interface Stretches {
  /** The node's hash, 32 bits; `undefined` for a node without items. */
  hash(node: number): number | undefined;
}

/** Result of {@link fingerprintSymbols}. */
export interface Fingerprints {
  /** Fingerprints by symbol ordinal, two 32-bit words each. */
  readonly prints: Uint32Array;
  readonly stretches: Stretches;
}

/** Computes the fingerprints of all symbols of a file in one pass over its nodes. */
export function fingerprintSymbols(tree: SyntaxTree, kinds: FingerprintKinds, spans: SymbolSpans): Fingerprints {
  const columns = zeroedColumns(tree.count);
  const { from, to, isName } = columns;
  for (const node of spans.names) isName[node] = 1;
  const sums = new PrefixSums(columns);
  const open: number[] = [];
  const walk: Walk = { open, sums, to };
  for (let node = 0; node < tree.count; ) {
    closeUntil(tree, node, walk);
    from[node] = sums.count;
    const kind = tree.kind[node] ?? 0;
    const next = tree.next[node] ?? 0;
    if (kinds.comments[kind] === 1 || kinds.separators[kind] === 1) {
      to[node] = sums.count;
      node = next;
    } else if (next === node + 1) {
      sums.push(isName[node] === 1 ? kind : leafHash(tree, node, kinds.loose?.[kind] === 1));
      to[node] = sums.count;
      node = next;
    } else {
      sums.push(kind);
      open.push(node++);
    }
  }
  closeUntil(tree, tree.count, walk);
  const result = new Uint32Array(spans.first.length * 2);
  spans.first.forEach((node, i) => {
    sums.writeRangeHash(from[node] ?? 0, to[spans.last[i] ?? node] ?? 0, result, 2 * i);
  });
  const words = new Uint32Array(2);
  const hash = (node: number): number | undefined => {
    if (from[node] === to[node]) return undefined;
    sums.writeRangeHash(from[node] ?? 0, to[node] ?? 0, words, 0);
    return words[0];
  };
  return { prints: result, stretches: { hash } };
}

/** State of the pass: open subtrees, the items so far, and where each node's range of items ends. */
interface Walk {
  readonly open: number[];
  readonly sums: PrefixSums;
  readonly to: Uint32Array;
}

function closeUntil(tree: SyntaxTree, node: number, walk: Walk): void {
  const { open, sums, to } = walk;
  for (let top = open.at(-1); top !== undefined && (tree.next[top] ?? 0) <= node; top = open.at(-1)) {
    open.pop();
    sums.push(CLOSE);
    to[top] = sums.count;
  }
}

/** Hash of a leaf's kind and text. Quote marks inside the text (Python's string starts) are ignored. */
function leafHash(tree: SyntaxTree, node: number, loose: boolean): number {
  const { source } = tree;
  const kind = tree.kind[node] ?? 0;
  let h = Math.imul(kind + 1, 0x9e3779b1);
  const end = tree.end[node] ?? 0;
  const start = tree.start[node] ?? 0;
  const isQuote = end - start <= 5;
  for (let i = start; i < end; i++) {
    const unit = source.charCodeAt(i);
    if ((isQuote && (unit === 34 || unit === 39)) || (loose && unit <= 32)) continue;
    h = Math.imul(h ^ unit, 0x5bd1e995);
    h ^= h >>> 15;
  }
  return h;
}

/** Polynomial hashes of all prefixes, in two independent lanes modulo 2^32. The first prefix is empty. */
class PrefixSums {
  count = 0;
  private readonly a: Uint32Array;
  private readonly b: Uint32Array;

  constructor({ sumsA, sumsB }: NodeColumns) {
    this.a = sumsA;
    this.b = sumsB;
    sumsA[0] = 0;
    sumsB[0] = 0;
  }

  push(item: number): void {
    const { a, b, count } = this;
    const mixed = mix32(item);
    a[count + 1] = Math.imul(a[count] as number, BASE_A) + mixed;
    b[count + 1] = Math.imul(b[count] as number, BASE_B) + mix32(item ^ 0x2545f491);
    this.count = count + 1;
  }

  /** Writes the hash of items `[from, to)` into `out` at index `at`. */
  writeRangeHash(from: number, to: number, out: Uint32Array, at: number): void {
    const length = to - from;
    out[at] = mix32((this.a[to] ?? 0) - Math.imul(this.a[from] ?? 0, powerModulo(BASE_A, length)));
    out[at + 1] = mix32((this.b[to] ?? 0) - Math.imul(this.b[from] ?? 0, powerModulo(BASE_B, length)));
  }
}

function powerModulo(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest >>>= 1) {
    if ((rest & 1) === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
