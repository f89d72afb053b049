/**
 * Trees of the files that were parsed last, with their texts: an edited file is parsed from the tree it had, which reads little more
 * than the edit. Knows keys and texts, nothing of languages.
 *
 * The parser recovers from errors by what it has seen, so a tree with errors can come out differently from another tree than from the
 * text alone. Trees without errors come out the same where they are steady (`steady.ts`, recent-trees.test.ts), so only such are kept,
 * and another tree that came from a kept one is thrown away and made again from the text.
 */
import { Edit, type Point, type Tree } from "web-tree-sitter";

interface KeptTree {
  readonly tree: Tree;
  readonly text: string;
}

/** Text of all kept trees, in UTF-16 units. A tree takes some twenty times its text of the module's memory, which never shrinks. */
const MAX_UNITS = 1 << 20;

export class RecentTrees {
  /** The least recently kept first. */
  private readonly kept = new Map<string, KeptTree>();
  private units = 0;

  /**
   * Parses `text` from the tree kept under `key`, which is then no longer kept.
   * @param parse the parser, with its language set
   * @returns `undefined` where none is kept, or the tree has errors
   */
  reparse(key: string, text: string, parse: (text: string, old: Tree) => Tree): Tree | undefined {
    const before = this.take(key);
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

  /** Keeps a tree or deletes it: it is no longer the caller's. */
  give(key: string, text: string, tree: Tree): void {
    this.take(key)?.tree.delete();
    if (text.length > MAX_UNITS || tree.rootNode.hasError) {
      tree.delete();
      return;
    }
    this.kept.set(key, { tree, text });
    this.units += text.length;
    for (const oldest of this.kept.keys()) {
      if (this.units <= MAX_UNITS) return;
      this.take(oldest)?.tree.delete();
    }
  }

  /** Deletes all trees. */
  clear(): void {
    for (const { tree } of this.kept.values()) tree.delete();
    this.kept.clear();
    this.units = 0;
  }

  private take(key: string): KeptTree | undefined {
    const found = this.kept.get(key);
    if (found === undefined) return undefined;
    this.kept.delete(key);
    this.units -= found.text.length;
    return found;
  }
}

/** The one stretch in which two texts differ. It splits no surrogate pair: the parser reads a pair as one character. */
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

/** How many of `length` units are the same, asked in stretches: texts compare as fast as memory is read. */
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

/** The stretch between two distances from the end. */
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
