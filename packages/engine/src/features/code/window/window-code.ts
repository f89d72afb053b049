/** The code that a window shows, at one granularity or another. Knows stretches; refuses to decide what is allowed. */
import { enclosingBlock, enclosingStatement } from "@sdl/indexer";
import type { Range } from "@sdl/model";
import { stripHidden } from "@sdl/repository/masking";
import type { SourceFile } from "@sdl/repository/source";
import type { Matches } from "../matches.js";
import type { ParsedStretch } from "../syntax-of.js";

/** From wide to narrow. A statement is what a block comes down to where it is over the limits; nobody asks for one. */
export const GRANULARITIES = ["fileWindow", "symbol", "block", "statement"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export interface WindowCode {
  readonly granularity: Granularity;
  readonly range: Range;
  readonly code: string;
  /** Hidden characters that were taken out of the code. */
  readonly removed: number;
}

/** Lines above what a file window is wanted for; fewer where it is no longer than twice that. */
const LEAD_LINES = 3;

/** @param matches of the symbol; its rows belong to the stretch's tree */
export function windowCode(
  stretch: ParsedStretch,
  matches: Matches,
  granularity: Granularity,
  expectedLines: number,
): WindowCode {
  const { source } = stretch;
  const range =
    granularity === "fileWindow"
      ? fileWindow(stretch, matches, expectedLines)
      : wholeLines(source, ...offsetsOf(stretch, matches, granularity));
  const { text, removed } = stripHidden(source.slice(range));
  return { granularity, range, code: text, removed };
}

/** So many lines of the file: around the symbol where it fits, else from its first match on. */
function fileWindow({ source, range }: ParsedStretch, { lines }: Matches, wanted: number): Range {
  const symbolLines = range.endLine - range.startLine + 1;
  const spare = wanted - symbolLines;
  const lead = Math.min(LEAD_LINES, (wanted - 1) >> 1);
  const ideal = spare >= 0 ? range.startLine - Math.floor(spare / 2) : (lines[0] ?? range.startLine) - lead;
  const last = source.lineCount;
  const startLine = Math.max(1, Math.min(ideal, last - wanted + 1));
  const endLine = Math.min(last, startLine + wanted - 1);
  return { startLine, startCol: 0, endLine, endCol: source.line(endLine).length };
}

/** What holds every match; the symbol where there is none. */
function offsetsOf(
  { tree, language, from, to }: ParsedStretch,
  { rows }: Matches,
  granularity: "symbol" | "block" | "statement",
): readonly [number, number] {
  if (rows.length === 0 || granularity === "symbol") return [from, to];
  const [start, end] = (granularity === "block" ? enclosingBlock : enclosingStatement)(tree, language, rows);
  return [Math.max(from, start), Math.min(to, end)];
}

/** From the margin, if nothing but white space stands there. */
function wholeLines(source: SourceFile, from: number, to: number): Range {
  const range = source.rangeOf(from, to);
  const before = source.text(source.lineStart(range.startLine), from);
  return before.trim() === "" ? { ...range, startCol: 0 } : range;
}
