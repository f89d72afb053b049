/** Code of a window at each granularity. Cuts source ranges; decides nothing about access. */
import { enclosingBlock, enclosingStatement } from "@sdl/indexer";
import type { Range } from "@sdl/model";
import { stripHidden } from "@sdl/repository/masking";
import type { SourceFile } from "@sdl/repository/source";
import type { IdentifierMatches } from "../matches.js";
import type { ParsedSection, SourceSection } from "../syntax-of.js";

/** From wide to narrow. Clients cannot request `statement`: it replaces a block that exceeds the limits. */
export const GRANULARITIES = ["fileWindow", "symbol", "block", "statement"] as const;
/** One of {@link GRANULARITIES}. */
export type Granularity = (typeof GRANULARITIES)[number];

/** Raw source at one granularity, with its place. */
export interface WindowCode {
  readonly granularity: Granularity;
  readonly range: Range;
  readonly code: string;
  /** Number of hidden characters removed from the code. */
  readonly removed: number;
}

/** Lines shown above the first match in a file window; fewer if the window has at most twice as many lines. */
const LEAD_LINES = 3;

/** The code at each granularity. @param matches inside the symbol; row numbers refer to the section's syntax tree */
export function makeWindowCodes(
  section: ParsedSection,
  matches: IdentifierMatches,
  expectedLines: number,
): ReadonlyMap<Granularity, WindowCode> {
  return new Map(
    GRANULARITIES.map((granularity) => [
      granularity,
      granularity === "fileWindow"
        ? makeFileWindow(section, matches, expectedLines)
        : cut(section, granularity, wholeLines(section.source, ...offsetsOfMatches(section, matches, granularity))),
    ]),
  );
}

/** The code of `wanted` lines of the file around the matches. */
export function makeFileWindow(section: SourceSection, matches: IdentifierMatches, wanted: number): WindowCode {
  return cut(section, "fileWindow", fileWindow(section, matches, wanted));
}

function cut({ source }: SourceSection, granularity: Granularity, range: Range): WindowCode {
  const { text, removed } = stripHidden(source.slice(range));
  return { granularity, range, code: text, removed };
}

/** A range of `wanted` lines: around the symbol if the symbol fits, else from shortly above its first match. */
function fileWindow({ source, range }: SourceSection, { lines }: IdentifierMatches, wanted: number): Range {
  const symbolLines = range.endLine - range.startLine + 1;
  const spare = wanted - symbolLines;
  const lead = Math.min(LEAD_LINES, (wanted - 1) >> 1);
  const ideal = spare >= 0 ? range.startLine - Math.floor(spare / 2) : (lines[0] ?? range.startLine) - lead;
  const last = source.lastLine;
  const startLine = Math.max(1, Math.min(ideal, last - wanted + 1));
  const endLine = Math.min(last, startLine + wanted - 1);
  return { startLine, startCol: 0, endLine, endCol: source.line(endLine).length };
}

/** Offsets of the node that contains every match; of the whole symbol if there is no match. */
function offsetsOfMatches(
  { tree, language, from, to }: ParsedSection,
  { rows }: IdentifierMatches,
  granularity: "symbol" | "block" | "statement",
): readonly [number, number] {
  if (rows.length === 0 || granularity === "symbol") return [from, to];
  const [start, end] = (granularity === "block" ? enclosingBlock : enclosingStatement)(tree, language, rows);
  return [Math.max(from, start), Math.min(to, end)];
}

/** Extends the range to the start of its first line if only white space precedes it. */
function wholeLines(source: SourceFile, from: number, to: number): Range {
  const range = source.rangeOf(from, to);
  const before = source.text(source.lineStart(range.startLine), from);
  return before.trim() === "" ? { ...range, startCol: 0 } : range;
}
