/**
 * Trees of the files parsed last, with their texts: an edited file is parsed from its old tree, which reads little more
 * than the edit. Knows keys and texts, no languages.
 *
 * Error recovery depends on what the parser has seen, so a tree with errors may differ when parsed from an old tree.
 * Trees without errors are equal if they are steady (`steady.ts`, recent-trees.test.ts). So only those are kept, and
 * any other tree parsed from a kept one is discarded and parsed again from the text alone.
 */
import { Edit, type Point, type Tree } from "web-tree-sitter";

interface KeptTree {
  readonly tree: Tree;
  readonly text: string;
}

/** Limit of the kept trees' text, in UTF-16 units. A tree takes about twenty times its text in the module's memory, which never shrinks. */
const MAX_UNITS = 1 << 20;

/** The kept trees by key. */
export class RecentTrees {
  /** Least recently kept first. */
  private readonly kept = new Map<string, KeptTree>();
  private units = 0;

  /**
   * Parses `text` from the tree kept under `key`, and removes that tree.
   * @param parse the parser, with its language set
   * @returns `undefined` if no tree is kept, or the new tree has errors
   */
  reparse(key: string, text: string, parse: (text: string, old: Tree) => Tree): Tree | undefined {
    const before = this.takeTree(key);
    if (before === undefined) return undefined;
    try {
      before.tree.edit(editBetween(before.text, text));
      const tree = parse(text, before.tree);
      if (!tree.rootNode.hasError) return tree;
      tree.delete();
      return undefined;
    } finally {
      before.tree.delete();
    }
  }

  /** Takes ownership of a tree: keeps or deletes it. */
  give(key: string, text: string, tree: Tree): void {
    this.takeTree(key)?.tree.delete();
    if (text.length > MAX_UNITS || tree.rootNode.hasError) {
      tree.delete();
      return;
    }
    this.kept.set(key, { tree, text });
    this.units += text.length;
    for (const oldest of this.kept.keys()) {
      if (this.units <= MAX_UNITS) return;
      this.takeTree(oldest)?.tree.delete();
    }
  }

  /** Deletes all trees. */
  clear(): void {
    for (const { tree } of this.kept.values()) tree.delete();
    this.kept.clear();
    this.units = 0;
  }

  private takeTree(key: string): KeptTree | undefined {
    const found = this.kept.get(key);
    if (found === undefined) return undefined;
    this.kept.delete(key);
    this.units -= found.text.length;
    return found;
  }
}

/** The single range in which two texts differ. Splits no surrogate pair: the parser reads a pair as one character. */
export function editBetween(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = sameUnits(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start--;
  let same = sameUnits(shorter - start, (from, to) => endSlice(before, from, to) === endSlice(after, from, to));
  if (same > 0 && isLowSurrogate(before.charCodeAt(before.length - same))) same--;
  return new Edit({
    startIndex: start,
    oldEndIndex: before.length - same,
    newEndIndex: after.length - same,
    startPosition: pointAt(before, start),
    oldEndPosition: pointAt(before, before.length - same),
    newEndPosition: pointAt(after, after.length - same),
  });
}

/** How many of `length` units are equal, compared in slices with `isSame`, which is as fast as reading memory. */
function sameUnits(length: number, isSame: (from: number, to: number) => boolean): number {
  let from = 0;
  let size = length;
  while (size > 0) {
    const to = Math.min(length, from + size);
    if (isSame(from, to)) {
      from = to;
      if (to === length) break;
    } else size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return from;
}

/** The slice between two distances from the end. */
function endSlice(text: string, from: number, to: number): string {
  return text.slice(text.length - to, text.length - from);
}

function pointAt(text: string, index: number): Point {
  let row = 0;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", lineStart)) {
    row++;
    lineStart = at + 1;
  }
  return { row, column: index - lineStart };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
