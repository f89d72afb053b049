/**
 * Line ownership: assigns each line to the best candidate that contains it. A function contains the lines of its inner functions; no line is shown
 * twice.
 */
import type { SymbolHandle } from "@sdl/model";
import type { Candidate } from "../search/candidate.js";
import { type SourceBlock, type SourceLines, splitBlockLines } from "../source/source-lines.js";

/** @param ranked best first @returns by candidate, the lines that no better candidate owns; candidates without remaining lines are absent */
export function assignLines(
  ranked: readonly Candidate[],
  sources: ReadonlyMap<SymbolHandle, SourceLines>,
): Map<SymbolHandle, SourceLines> {
  const claimed = new Map<string, Set<number>>();
  const own = new Map<SymbolHandle, SourceLines>();
  for (const { symbol, record } of ranked) {
    const source = sources.get(symbol);
    if (source === undefined) continue;
    const taken = claimed.get(record.file) ?? new Set<number>();
    claimed.set(record.file, taken);
    const left = source.flatMap((block) => unassignedParts(block, taken));
    for (const { startLine, endLine } of left) for (let line = startLine; line <= endLine; line++) taken.add(line);
    if (left.length > 0) own.set(symbol, left);
  }
  return own;
}

/** Parts of a block between claimed lines, without leading blank lines. */
function unassignedParts(block: SourceBlock, taken: ReadonlySet<number>): SourceBlock[] {
  const lines = splitBlockLines(block);
  const isFree = (index: number) => !taken.has(block.startLine + index);
  const isBlank = (index: number) => lines[index]?.trim() === "";
  if (lines.every((_, index) => isFree(index))) return [block];
  const parts: SourceBlock[] = [];
  for (let start = 0; start < lines.length; start++) {
    if (!isFree(start) || isBlank(start)) continue;
    let end = start;
    while (end < lines.length && isFree(end)) end++;
    const text = lines.slice(start, end).join("\n");
    parts.push({ startLine: block.startLine + start, endLine: block.startLine + end - 1, text });
    start = end;
  }
  return parts;
}
