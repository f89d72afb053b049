/**
 * Walk over one tree of an LMDB file that trusts nothing: every offset, page number, key order and count is checked before it is used, so a walk
 * over any bytes ends. The visitor interprets the entries.
 */
import { Buffer } from "node:buffer";
import { type FileBytes, HEADER_BYTES, PageFault, type PageFile, type TreeHead } from "./page-file.js";
import type { PageSet } from "./page-set.js";

/** Page flags. */
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
/** Node flags: the data is on overflow pages, or the data is the head of a tree. */
const ON_OVERFLOW_PAGES = 1;
/** Flag of an entry whose value is the head of another tree. */
export const IS_TREE = 2;

/** Tree flag: keys are integers. */
export const INTEGER_KEYS = 8;

const NODE_BYTES = 8;
/** Size in bytes of a node's reference to overflow pages: first page, transaction, number of pages. */
const OVERFLOW_REF_BYTES = 24;
/** The library's own limit. */
const MAX_DEPTH = 32;

/** Key bytes, or the integer that they encode. */
type TreeKey = number | Uint8Array;

/** One entry of a leaf. */
export interface TreeEntry {
  readonly key: TreeKey;
  readonly data: Uint8Array;
  readonly flags: number;
}

interface Page {
  readonly number: number;
  readonly piece: FileBytes;
  readonly nodes: number;
  /** Lowest offset at which a node may begin. */
  readonly end: number;
}

/** Range of the keys of a subtree: `from` inclusive, `to` exclusive. */
interface KeyRange {
  readonly from: TreeKey | undefined;
  readonly to: TreeKey | undefined;
}

/** The tree to walk, and what to do with its entries. */
export interface TreeWalkOptions {
  readonly file: PageFile;
  readonly head: TreeHead;
  /** The walk adds every page that it visits. */
  readonly used: PageSet;
  /** Called for each entry in key order. An exception ends the walk. */
  readonly visit: (entry: TreeEntry) => void;
}

/** @throws {PageFault} at the first fault */
export function walkTree(options: TreeWalkOptions): void {
  new TreeWalk(options).run();
}

class TreeWalk {
  private readonly seen = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 };
  private readonly readKey: (piece: FileBytes, at: number, length: number) => TreeKey;
  private last: TreeKey | undefined;

  constructor(private readonly options: TreeWalkOptions) {
    this.readKey = (options.head.flags & INTEGER_KEYS) === 0 ? readBytes : readInteger;
  }

  run(): void {
    const { head } = this.options;
    if (head.depth > MAX_DEPTH) throw new PageFault(`the head of a tree claims a depth of ${head.depth} pages`);
    if ((head.root === undefined) !== (head.depth === 0)) throw new PageFault("the head of a tree is damaged");
    if (head.root !== undefined) this.walk(head.root, head.depth, { from: undefined, to: undefined });
    for (const name of ["branchPages", "leafPages", "overflowPages", "entries"] as const) {
      if (head[name] !== this.seen[name])
        throw new PageFault(`a tree has ${this.seen[name]} ${name}, but its head says ${head[name]}`);
    }
  }

  private walk(number: number, depth: number, bounds: KeyRange): void {
    const page = this.open(number, depth === 1 ? LEAF : BRANCH);
    if (depth === 1) this.walkLeaf(page, bounds);
    else this.walkBranch(page, depth, bounds);
  }

  private open(number: number, kind: number): Page {
    const { file, used } = this.options;
    const piece = file.read(number, 1);
    used.add(number, 1);
    checkHeader(piece, number, file.meta.transaction, kind);
    const nodes = piece.u16(20) / 2;
    const end = HEADER_BYTES + piece.u16(22);
    const isOdd = !Number.isInteger(nodes) || nodes === 0;
    if (isOdd || HEADER_BYTES + 2 * nodes > end || end > piece.bytes.length) throw damagedPageFault(number);
    return { number, piece, nodes, end };
  }

  private walkBranch(page: Page, depth: number, bounds: KeyRange): void {
    this.seen.branchPages++;
    if (page.nodes < 2) throw damagedPageFault(page.number);
    let from = bounds.from;
    for (let i = 0; i < page.nodes; i++) {
      const at = this.nodeOffset(page, i);
      // The library compares nothing with the first key of a branch page.
      const to = i + 1 < page.nodes ? this.keyAt(page, this.nodeOffset(page, i + 1)) : bounds.to;
      const child = page.piece.u32(at) + page.piece.u16(at + 4) * 2 ** 32;
      this.walk(child, depth - 1, { from, to });
      from = to;
    }
  }

  private walkLeaf(page: Page, { from, to }: KeyRange): void {
    this.seen.leafPages++;
    for (let i = 0; i < page.nodes; i++) {
      const at = this.nodeOffset(page, i);
      const key = this.keyAt(page, at);
      const isInOrder = this.last === undefined || compareKeys(this.last, key) < 0;
      if (!isInOrder || isOutside(key, from, to)) throw damagedPageFault(page.number);
      this.last = key;
      this.seen.entries++;
      const flags = page.piece.u16(at + 4);
      if (flags !== 0 && flags !== ON_OVERFLOW_PAGES && flags !== IS_TREE) throw damagedPageFault(page.number);
      const size = page.piece.u32(at);
      const dataAt = at + NODE_BYTES + page.piece.u16(at + 6);
      const data = flags === ON_OVERFLOW_PAGES ? this.readOverflow(page, dataAt, size) : dataInPage(page, dataAt, size);
      this.options.visit({ key, data, flags });
    }
  }

  /** @returns the node's offset in the page */
  private nodeOffset(page: Page, index: number): number {
    const at = HEADER_BYTES + page.piece.u16(HEADER_BYTES + 2 * index);
    if (at < page.end || at + NODE_BYTES > page.piece.bytes.length || at % 2 !== 0) throw damagedPageFault(page.number);
    return at;
  }

  private keyAt(page: Page, node: number): TreeKey {
    const length = page.piece.u16(node + 6);
    if (length === 0 || node + NODE_BYTES + length > page.piece.bytes.length) throw damagedPageFault(page.number);
    return this.readKey(page.piece, node + NODE_BYTES, length);
  }

  private readOverflow(page: Page, at: number, size: number): Uint8Array {
    const { file, used } = this.options;
    if (at + OVERFLOW_REF_BYTES > page.piece.bytes.length) throw damagedPageFault(page.number);
    const first = page.piece.u64(at);
    const pages = page.piece.u64(at + 16);
    if (HEADER_BYTES + size > pages * file.pageBytes) throw damagedPageFault(page.number);
    const piece = file.read(first, pages);
    used.add(first, pages);
    checkHeader(piece, first, file.meta.transaction, OVERFLOW);
    if (piece.u32(20) !== pages) throw damagedPageFault(first);
    this.seen.overflowPages += pages;
    return piece.bytes.subarray(HEADER_BYTES, HEADER_BYTES + size);
  }
}

function checkHeader(piece: FileBytes, number: number, newest: number, kind: number): void {
  if (piece.u64(0) !== number || piece.u64(8) > newest || piece.u16(18) !== kind) throw damagedPageFault(number);
}

function dataInPage({ number, piece }: Page, at: number, size: number): Uint8Array {
  if (at + size > piece.bytes.length) throw damagedPageFault(number);
  return piece.bytes.subarray(at, at + size);
}

function readBytes(piece: FileBytes, at: number, length: number): Uint8Array {
  return piece.bytes.subarray(at, at + length);
}

function readInteger(piece: FileBytes, at: number, length: number): number {
  if (length === 4) return piece.u32(at);
  if (length === 8) return piece.u64(at);
  throw new PageFault(`an integer key has ${length} bytes`);
}

function isOutside(key: TreeKey, from: TreeKey | undefined, to: TreeKey | undefined): boolean {
  return (from !== undefined && compareKeys(key, from) < 0) || (to !== undefined && compareKeys(key, to) >= 0);
}

function compareKeys(a: TreeKey, b: TreeKey): number {
  return typeof a === "number" || typeof b === "number" ? Number(a) - Number(b) : Buffer.compare(a, b);
}

function damagedPageFault(page: number): PageFault {
  return new PageFault(`page ${page} of the data file is damaged`);
}
