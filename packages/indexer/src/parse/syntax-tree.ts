/**
 * Syntax tree in columns: one row per visible node, in preorder.
 *
 * A node's subtree is the rows from its own to `next[node]`, so children are found without pointers, a walk is a loop,
 * and no depth can overflow a stack. Offsets are UTF-16 units of the source. Independent of grammar and engine. The
 * columns are views of buffers that the next parse reuses: read a tree before parsing the next one.
 */
import type { Grammar } from "./grammar.js";

/** Bits of `flags`. */
export const NodeFlag = { Named: 1, Missing: 2, Extra: 4 } as const;

/** No node. Row 0 is the root, which is never a child, so 0 can mean "none" where a child is expected. */
export const NO_NODE = 0;

/** A syntax tree as arrays with one entry per node. */
export interface TreeColumns {
  readonly count: number;
  /** Kind number in the grammar; 0xffff is an error. */
  readonly kind: Uint16Array;
  /** Field number in the parent; 0 is none. */
  readonly field: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** The row after the subtree. */
  readonly next: Uint32Array;
  /** The parent's row; the root's parent is itself. */
  readonly parent: Uint32Array;
  readonly flags: Uint8Array;
}

/** Access to the rows of a tree. */
export class SyntaxTree implements TreeColumns {
  readonly count: number;
  readonly kind: Uint16Array;
  readonly field: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly next: Uint32Array;
  readonly parent: Uint32Array;
  readonly flags: Uint8Array;

  constructor(
    readonly grammar: Grammar,
    /** The text that offsets refer to: always the original one, even if the parser saw some of it blanked. */
    readonly source: string,
    columns: TreeColumns,
  ) {
    this.count = columns.count;
    this.kind = columns.kind;
    this.field = columns.field;
    this.start = columns.start;
    this.end = columns.end;
    this.next = columns.next;
    this.parent = columns.parent;
    this.flags = columns.flags;
  }

  /** A tree with the same rows over another text. */
  withSource(source: string): SyntaxTree {
    return new SyntaxTree(this.grammar, source, this);
  }

  text(node: number): string {
    return this.source.slice(this.start[node], this.end[node]);
  }

  /** The first child in `field`, or {@link NO_NODE}. */
  child(node: number, field: number): number {
    const end = this.next[node] ?? 0;
    for (let child = node + 1; child < end; child = this.next[child] ?? end) {
      if (this.field[child] === field) return child;
    }
    return NO_NODE;
  }

  /** The first child of `kind`, or {@link NO_NODE}. */
  childOfKind(node: number, kind: number): number {
    const end = this.next[node] ?? 0;
    for (let child = node + 1; child < end; child = this.next[child] ?? end) {
      if (this.kind[child] === kind) return child;
    }
    return NO_NODE;
  }

  /** All children, including tokens and comments. In hot loops, iterate over `next` instead. */
  children(node: number): number[] {
    const result: number[] = [];
    const end = this.next[node] ?? 0;
    for (let child = node + 1; child < end; child = this.next[child] ?? end) result.push(child);
    return result;
  }

  /** Children that are neither tokens nor comments and other extras. */
  namedChildren(node: number): number[] {
    return this.children(node).filter((child) => this.isPart(child));
  }

  /** Whether a node is neither a token, a comment nor another extra. */
  isPart(node: number): boolean {
    return ((this.flags[node] ?? 0) & 5) === NodeFlag.Named;
  }

  isNamed(node: number): boolean {
    return ((this.flags[node] ?? 0) & NodeFlag.Named) !== 0;
  }
}
