/**
 * Fingerprints of symbols: a hash of the syntax without comments, white space, separators, quote marks and the symbol's own name.
 *
 * Every node gives an item (its kind, a leaf its text too) and a closing item, so structure counts; a symbol's fingerprint is the
 * polynomial hash of its stretch of items, taken from prefix sums: nested symbols cost nothing extra.
 * Invariant: a reformat, a comment and a rename of the symbol leave it unchanged; a changed literal, operator or identifier does not.
 */
import { mix32 } from "@sdl/model/text";
import type { SyntaxTree } from "../parse/syntax-tree.js";

export interface FingerprintKinds {
  /** 1 for kinds that are left out with all they hold: comments. */
  readonly comments: Uint8Array;
  /** 1 for tokens that are left out: `,` `;` and quote marks. */
  readonly separators: Uint8Array;
  /** 1 for leaves in whose text white space does not count: text between JSX tags. */
  readonly loose?: Uint8Array;
}

/** The nodes from which to which each symbol reaches, by ordinal, and all nodes that name a symbol where it is declared. */
export interface SymbolSpans {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly names: readonly number[];
}

const BASE_A = 0x01000193;
const BASE_B = 0x5bd1e995;
const CLOSE = 0x7f4a7c15;

/** What is written down of a file's nodes while its fingerprints are made. */
interface NodeColumns {
  readonly nodes: number;
  /** Where each node's stretch of items begins and ends. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly isName: Uint8Array;
  /** Sums of the items, two a node. */
  readonly sumsA: Uint32Array;
  readonly sumsB: Uint32Array;
}

/** Files of more nodes have columns of their own: the memory of the largest file is not kept. */
const MAX_KEPT_NODES = 1 << 16;

let kept = makeColumns(1024);

function makeColumns(nodes: number): NodeColumns {
  const from = new Uint32Array(nodes);
  const to = new Uint32Array(nodes);
  const isName = new Uint8Array(nodes);
  return { nodes, from, to, isName, sumsA: new Uint32Array(2 * nodes + 2), sumsB: new Uint32Array(2 * nodes + 2) };
}

/** Columns for `nodes` nodes, all zero; used again for the next file. */
function columnsFor(nodes: number): NodeColumns {
  if (nodes > MAX_KEPT_NODES) return makeColumns(nodes);
  if (nodes > kept.nodes) kept = makeColumns(Math.max(nodes, 2 * kept.nodes));
  kept.from.fill(0, 0, nodes);
  kept.to.fill(0, 0, nodes);
  kept.isName.fill(0, 0, nodes);
  return kept;
}

/** Hashes of single nodes, by the items that fingerprints are made of. Valid until the next file's are made. */
export interface Stretches {
  /** 32 bits; `undefined` for a node of which nothing counts. */
  hash(node: number): number | undefined;
}

export interface Fingerprints {
  /** Two words a symbol: the halves of its fingerprint. */
  readonly prints: Uint32Array;
  readonly stretches: Stretches;
}

export function fingerprintSymbols(tree: SyntaxTree, kinds: FingerprintKinds, spans: SymbolSpans): Fingerprints {
  const columns = columnsFor(tree.count);
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
    sums.range(from[node] ?? 0, to[spans.last[i] ?? node] ?? 0, result, 2 * i);
  });
  const words = new Uint32Array(2);
  const hash = (node: number): number | undefined => {
    if (from[node] === to[node]) return undefined;
    sums.range(from[node] ?? 0, to[node] ?? 0, words, 0);
    return words[0];
  };
  return { prints: result, stretches: { hash } };
}

/** The subtrees that are open, the items so far, and where each node's stretch of items ends. */
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

/** Kind and text of a leaf; quote marks inside it (Python's string starts) do not count. */
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

/** Polynomial hashes of prefixes, in two independent lanes modulo 2^32. The first prefix is empty. */
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

  /** Writes the hash of items `from` up to `to` into `out` at `at`. */
  range(from: number, to: number, out: Uint32Array, at: number): void {
    const length = to - from;
    out[at] = mix32((this.a[to] ?? 0) - Math.imul(this.a[from] ?? 0, power(BASE_A, length)));
    out[at + 1] = mix32((this.b[to] ?? 0) - Math.imul(this.b[from] ?? 0, power(BASE_B, length)));
  }
}

function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest >>>= 1) {
    if ((rest & 1) === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
