/** Slice as a tree: files in the order of their best symbol, symbols of a file in source order. Pure. */
import type { SliceSymbol } from "../server/answers.js";

/** A file with its symbols. */
export interface FileNode {
  readonly file: string;
  readonly uri: string;
  readonly symbols: readonly SliceSymbol[];
}

/** Groups symbols by file. */
export function sliceTree(symbols: readonly SliceSymbol[]): readonly FileNode[] {
  const files = new Map<string, SliceSymbol[]>();
  for (const symbol of symbols) files.set(symbol.file, [...(files.get(symbol.file) ?? []), symbol]);
  return [...files].map(([file, inFile]) => ({
    file,
    uri: inFile[0]?.location.uri ?? "",
    symbols: [...inFile].sort((a, b) => a.location.range.start.line - b.location.range.start.line),
  }));
}

/** Note beside a symbol: the reason why it is in the slice, and how much of its source is shown if not all of it. */
export function sliceNote({ why, shows }: SliceSymbol): string {
  const shown = shows === "body" ? [] : [shows === "excerpts" ? "in part" : "signature"];
  return [...(why === undefined ? [] : [why]), ...shown].join(", ");
}
