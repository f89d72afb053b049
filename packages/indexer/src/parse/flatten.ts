/**
 * Flattening of a syntax tree to columns, in two ways: straight from wasm memory, and through the public cursor.
 * Invariant: both give the same columns (flatten.test.ts compares them).
 */
import type { Tree, TreeCursor } from "web-tree-sitter";
import { ERROR_KIND } from "./grammar.js";
import { NodeFlag, type TreeColumns } from "./syntax-tree.js";
import { HEAP, HEAP_FLAG, INLINE_FLAG, type LanguageTables, type WasmMemory } from "./wasm-layout.js";

/** Growable columns, reused for the next tree. */
export class ColumnBuffers {
  kind = new Uint16Array(0);
  field = new Uint8Array(0);
  start = new Uint32Array(0);
  end = new Uint32Array(0);
  next = new Uint32Array(0);
  parent = new Uint32Array(0);
  flags = new Uint8Array(0);

  constructor(capacity = 1 << 17) {
    this.grow(capacity);
  }

  get capacity(): number {
    return this.kind.length;
  }

  grow(capacity: number): void {
    const wide = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const made = new Uint32Array(capacity);
      made.set(old);
      return made;
    };
    const bytes = (old: Uint8Array): Uint8Array<ArrayBuffer> => {
      const made = new Uint8Array(capacity);
      made.set(old);
      return made;
    };
    const kind = new Uint16Array(capacity);
    kind.set(this.kind);
    this.kind = kind;
    this.field = bytes(this.field);
    this.flags = bytes(this.flags);
    this.start = wide(this.start);
    this.end = wide(this.end);
    this.next = wide(this.next);
    this.parent = wide(this.parent);
  }

  columns(count: number): TreeColumns {
    const { kind, field, start, end, next, parent, flags } = this;
    return { count, kind, field, start, end, next, parent, flags };
  }
}

/** An open subtree of the walk. `row` is its own row if visible, else -1; `owner` is the row of the nearest visible ancestor. */
interface Frame {
  address: number;
  childCount: number;
  childIndex: number;
  structuralIndex: number;
  field: number;
  row: number;
  owner: number;
}

const frames: Frame[] = [];

function reuseFrame(depth: number): Frame {
  let frame = frames[depth];
  if (frame === undefined) {
    frame = { address: 0, childCount: 0, childIndex: 0, structuralIndex: 0, field: 0, row: 0, owner: 0 };
    frames[depth] = frame;
  }
  return frame;
}

function open(depth: number, address: number, childCount: number): Frame {
  const frame = reuseFrame(depth);
  frame.address = address;
  frame.childCount = childCount;
  frame.childIndex = 0;
  frame.structuralIndex = 0;
  frame.field = 0;
  frame.row = 0;
  frame.owner = 0;
  return frame;
}

/** Reads the tree at `treeAddress` from the module's memory. */
export function flattenFromMemory(
  memory: WasmMemory,
  tables: LanguageTables,
  treeAddress: number,
  buffers: ColumnBuffers,
): TreeColumns {
  const { HEAPU16: halves, HEAPU32: words } = memory;
  const root = words[treeAddress >> 2] ?? 0;
  if ((root & 1) === 1) return flattenLeafRoot(words, treeAddress, tables.publicSymbol, buffers);
  const start = (words[(root + HEAP.padding) >> 2] ?? 0) >> 1;
  buffers.kind[0] = tables.publicSymbol[halves[(root + HEAP.symbol) >> 1] ?? 0] ?? ERROR_KIND;
  buffers.start[0] = start;
  buffers.end[0] = start + ((words[(root + HEAP.size) >> 2] ?? 0) >> 1);
  buffers.parent[0] = 0;
  buffers.field[0] = 0;
  buffers.flags[0] = NodeFlag.Named;
  open(0, root, words[(root + HEAP.childCount) >> 2] ?? 0);
  return buffers.columns(readSubtrees(memory, tables, start, buffers));
}

/**
 * Writes the rows of the open frame's descendants. Deliberately one loop: it is the hottest of the indexer, and
 * function calls in it cost a third of its time. It must be the function's last statement: V8 discards code that was
 * compiled in the middle of a loop if code follows the loop.
 * @param from start of the root
 * @returns the number of rows
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: see the docstring
function readSubtrees(memory: WasmMemory, tables: LanguageTables, from: number, buffers: ColumnBuffers): number {
  const words = memory.HEAPU32;
  const halves = memory.HEAPU16;
  const { publicSymbol, metadata, alias, aliasWidth, field: fields, fieldWidth } = tables;
  let { kind, field, start, end, next, parent, flags } = buffers;
  let at = from;
  let count = 1;
  let depth = 0;
  while (depth >= 0) {
    const frame = frames[depth] as Frame;
    const index = frame.childIndex;
    if (index >= frame.childCount) {
      if (frame.row >= 0) next[frame.row] = count;
      depth--;
      continue;
    }
    frame.childIndex = index + 1;
    const child = (frame.address - 8 * (frame.childCount - index)) >> 2;
    const low = words[child] as number;
    let symbol: number;
    let visible: boolean;
    let named: boolean;
    let extra: boolean;
    let missing: boolean;
    let padding: number;
    let size: number;
    let grandchildren = 0;
    if ((low & INLINE_FLAG.isInline) !== 0) {
      const high = words[child + 1] as number;
      symbol = (low >>> 8) & 0xff;
      visible = (low & INLINE_FLAG.visible) !== 0;
      named = (low & INLINE_FLAG.named) !== 0;
      extra = (low & INLINE_FLAG.extra) !== 0;
      missing = (low & INLINE_FLAG.missing) !== 0;
      padding = (high >>> 16) & 0xff;
      size = high >>> 24;
    } else {
      const bits = halves[(low + HEAP.flags) >> 1] as number;
      symbol = halves[(low + HEAP.symbol) >> 1] as number;
      visible = (bits & HEAP_FLAG.visible) !== 0;
      named = (bits & HEAP_FLAG.named) !== 0;
      extra = (bits & HEAP_FLAG.extra) !== 0;
      missing = (bits & HEAP_FLAG.missing) !== 0;
      padding = words[(low + HEAP.padding) >> 2] as number;
      size = words[(low + HEAP.size) >> 2] as number;
      grandchildren = words[(low + HEAP.childCount) >> 2] as number;
    }
    if (index > 0) at += padding >> 1;
    let childField = 0;
    if (!extra) {
      const production = halves[(frame.address + HEAP.productionId) >> 1] as number;
      const structural = frame.structuralIndex++;
      const renamed = production === 0 ? 0 : (alias[production * aliasWidth + structural] as number);
      if (renamed !== 0) {
        symbol = renamed;
        visible = metadata[3 * renamed] === 1;
        named = metadata[3 * renamed + 1] === 1;
      }
      if (structural < fieldWidth) childField = fields[production * fieldWidth + structural] as number;
      if (childField === 0 && frame.row < 0) childField = frame.field;
    }
    let row = -1;
    if (visible) {
      if (count >= buffers.capacity) {
        buffers.grow(buffers.capacity * 2);
        ({ kind, field, start, end, next, parent, flags } = buffers);
      }
      row = count++;
      kind[row] = publicSymbol[symbol] ?? symbol;
      field[row] = childField;
      start[row] = at;
      end[row] = at + (size >> 1);
      parent[row] = frame.owner;
      flags[row] = (named ? NodeFlag.Named : 0) | (missing ? NodeFlag.Missing : 0) | (extra ? NodeFlag.Extra : 0);
    }
    if (grandchildren > 0) {
      depth++;
      const inner = open(depth, low, grandchildren);
      inner.field = childField;
      inner.row = row;
      inner.owner = row < 0 ? frame.owner : row;
    } else {
      if (row >= 0) next[row] = count;
      at += size >> 1;
    }
  }
  return count;
}

/** Writes an empty or one-token source, whose root has no children and may be stored inline. */
function flattenLeafRoot(
  words: Uint32Array,
  treeAddress: number,
  publicSymbol: Uint16Array,
  buffers: ColumnBuffers,
): TreeColumns {
  const low = words[treeAddress >> 2] ?? 0;
  const high = words[(treeAddress >> 2) + 1] ?? 0;
  buffers.kind[0] = publicSymbol[(low >>> 8) & 0xff] ?? ERROR_KIND;
  buffers.start[0] = ((high >>> 16) & 0xff) >> 1;
  buffers.end[0] = (buffers.start[0] ?? 0) + ((high >>> 24) >> 1);
  buffers.next[0] = 1;
  buffers.parent[0] = 0;
  buffers.field[0] = 0;
  buffers.flags[0] = NodeFlag.Named;
  return buffers.columns(1);
}

/** Flattens through the public API: slow, but independent of the memory layout. */
export function flattenWithCursor(tree: Tree, buffers: ColumnBuffers): TreeColumns {
  const cursor = tree.walk();
  const open: number[] = [];
  let count = 0;
  try {
    do {
      if (count >= buffers.capacity) buffers.grow(buffers.capacity * 2);
      writeCursorRow(cursor, buffers, count, open.at(-1) ?? 0);
      open.push(count++);
    } while (advanceCursor(cursor, buffers, open, count));
  } finally {
    cursor.delete();
  }
  return buffers.columns(count);
}

function writeCursorRow(cursor: TreeCursor, buffers: ColumnBuffers, row: number, parent: number): void {
  const node = cursor.currentNode;
  buffers.kind[row] = cursor.nodeTypeId;
  buffers.field[row] = cursor.currentFieldId;
  buffers.start[row] = cursor.startIndex;
  buffers.end[row] = cursor.endIndex;
  buffers.parent[row] = parent;
  buffers.flags[row] =
    (cursor.nodeIsNamed ? NodeFlag.Named : 0) |
    (cursor.nodeIsMissing ? NodeFlag.Missing : 0) |
    (node.isExtra ? NodeFlag.Extra : 0);
}

/** Moves to the next node in preorder and closes the rows it leaves. Returns `false` at the end. */
function advanceCursor(cursor: TreeCursor, buffers: ColumnBuffers, open: number[], count: number): boolean {
  if (cursor.gotoFirstChild()) return true;
  for (;;) {
    buffers.next[open.pop() ?? 0] = count;
    if (cursor.gotoNextSibling()) return true;
    if (!cursor.gotoParent()) return false;
  }
}
