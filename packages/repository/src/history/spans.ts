/**
 * Line spans of symbols, and their positions before a change. Pure. A span is four numbers: a symbol, its container (-1
 * for a module), its first and its last line.
 */
import type { Hunk } from "@sdl/indexer";

/** Spans in sequence, outer ones before inner ones. */
export type Spans = Int32Array;

const SPAN_WORDS = 4;

/** Last line of a module's span: the whole file, however it grows. */
export const WHOLE_FILE = { start: 0, end: 1_000_000_000 } as const;

/** Symbols that a change touched. */
export interface TouchedSymbols {
  /** Symbols with changed lines of their own. */
  readonly own: readonly number[];
  /** Symbols in which only lines of members changed. */
  readonly containers: readonly number[];
}

/**
 * Symbols with lines that a change added, replaced or deleted.
 * @param spans of the file after the change
 */
export function touchedSymbols(spans: Spans, hunks: readonly Hunk[]): TouchedSymbols {
  const own = new Set<number>();
  const all = new Set<number>();
  for (const hunk of hunks) {
    const uncovered = new Map<number, number>();
    for (let at = 0; at < spans.length; at += SPAN_WORDS) {
      const [symbol = 0, container = 0, start = 0, end = 0] = spans.subarray(at, at + SPAN_WORDS);
      const lines = overlapLines(start, end, hunk);
      if (lines === 0) continue;
      all.add(symbol);
      uncovered.set(symbol, lines);
      const around = uncovered.get(container);
      if (around !== undefined) uncovered.set(container, around - lines);
    }
    for (const [symbol, lines] of uncovered) if (lines > 0) own.add(symbol);
  }
  return { own: [...own], containers: [...all].filter((symbol) => !own.has(symbol)) };
}

/** Number of the hunk's lines in a span; a pure deletion counts as one line if it lies between two lines of the span. */
function overlapLines(start: number, end: number, { newStart, newCount }: Hunk): number {
  if (newCount === 0) return start < newStart && newStart <= end ? 1 : 0;
  return Math.max(0, Math.min(end + 1, newStart + newCount) - Math.max(start, newStart));
}

/** The spans before the change, without symbols that the change added. */
export function spansBefore(spans: Spans, hunks: readonly Hunk[]): Spans {
  const before: number[] = [];
  for (let at = 0; at < spans.length; at += SPAN_WORDS) {
    const [symbol = 0, container = 0, start = 0, end = 0] = spans.subarray(at, at + SPAN_WORDS);
    const lines = linesBefore(start, end, hunks);
    if (lines !== undefined) before.push(symbol, container, lines.start, lines.end);
  }
  return Int32Array.from(before);
}

/**
 * The lines of a span before the change. A symbol whose lines all lie in one replaced block was created with the block,
 * unless it is most of the block: then it was the block. So a completely rewritten symbol keeps its history, and one
 * added beside a small edit gets none.
 */
function linesBefore(start: number, end: number, hunks: readonly Hunk[]): { start: number; end: number } | undefined {
  let startShift = 0;
  let endShift = 0;
  let startIn: Hunk | undefined;
  let endIn: Hunk | undefined;
  for (const hunk of hunks) {
    const after = hunk.newStart + hunk.newCount;
    const shift = hunk.oldStart + hunk.oldCount - after;
    if (after <= start) startShift = shift;
    else if (hunk.newStart <= start) startIn = hunk;
    if (after <= end) endShift = shift;
    else if (hunk.newStart <= end) endIn = hunk;
    else break;
  }
  if (startIn !== undefined && startIn === endIn) return wholeBlock(end - start + 1, startIn);
  const first = startIn === undefined ? start + startShift : startIn.oldStart;
  const last = endIn === undefined ? end + endShift : endIn.oldStart + endIn.oldCount - 1;
  return first > last ? undefined : { start: first, end: last };
}

function wholeBlock(lines: number, { oldStart, oldCount, newCount }: Hunk): { start: number; end: number } | undefined {
  return oldCount === 0 || 2 * lines < newCount ? undefined : { start: oldStart, end: oldStart + oldCount - 1 };
}
