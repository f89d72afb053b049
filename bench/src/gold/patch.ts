/**
 * Gold lines of a patch, in the old files: lines that it removes or replaces; for a pure insertion, the lines around
 * it. Blank lines do not count: around an insertion the nearest other line is taken.
 */
import { isTaskFile } from "../replay/commits.js";

/** Line numbers from 1, ascending, by path; only files with a line. */
export type GoldLines = ReadonlyMap<string, readonly number[]>;

/** Gold lines of source files that are no tests, under their old paths. @param patch output of `git diff` */
export function parseGoldLines(patch: string): GoldLines {
  const found = new Map<string, Set<number>>();
  for (const { path, lines, edits } of parseHunks(patch)) {
    if (!isTaskFile(path)) continue;
    const gold = found.get(path) ?? new Set();
    for (const edit of edits) for (const line of linesOfEdit(edit, lines)) gold.add(line);
    if (gold.size > 0) found.set(path, gold);
  }
  return new Map([...found].map(([path, lines]) => [path, [...lines].sort((a, b) => a - b)]));
}

interface OldLine {
  readonly number: number;
  readonly text: string;
}

/** Adjacent changes: old lines `from` until `to` of the hunk go, and whether text is added. */
interface Edit {
  readonly from: number;
  to: number;
  adds: boolean;
}

interface Hunk {
  /** Old path. */
  readonly path: string;
  /** Old lines, with context. */
  readonly lines: readonly OldLine[];
  readonly edits: readonly Edit[];
}

function linesOfEdit({ from, to, adds }: Edit, lines: readonly OldLine[]): number[] {
  const removed = lines.slice(from, to).filter(saysSomething);
  if (removed.length > 0 || !adds) return removed.map(({ number }) => number);
  const before = lines.slice(0, from).findLast(saysSomething);
  const after = lines.slice(to).find(saysSomething);
  return [before, after].flatMap((line) => line?.number ?? []);
}

function saysSomething({ text }: OldLine): boolean {
  return text.trim() !== "";
}

function* parseHunks(patch: string): Iterable<Hunk> {
  const rows = patch.split("\n");
  let path: string | undefined;
  for (let at = 0; at < rows.length; ) {
    const row = rows[at++] ?? "";
    if (row.startsWith("--- ")) path = /^--- a\/(.+?)\t?$/.exec(row)?.[1];
    const [, first, count = "1", newCount = "1"] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(row) ?? [];
    if (first === undefined) continue;
    const size = { old: Number(count), new: Number(newCount) };
    const body = readHunk(rows, at, { first: Number(first), size });
    at = body.end;
    if (path !== undefined) yield { path, lines: body.lines, edits: body.edits };
  }
}

/** Reads a hunk by the counts in its header: a removed line may look like a file's header. */
function readHunk(
  rows: readonly string[],
  start: number,
  { first, size }: { readonly first: number; readonly size: { readonly old: number; readonly new: number } },
) {
  const lines: OldLine[] = [];
  const edits: Edit[] = [];
  let newLines = 0;
  let at = start;
  for (; at < rows.length && (lines.length < size.old || newLines < size.new); at++) {
    const mark = rows[at]?.[0];
    const text = rows[at]?.slice(1) ?? "";
    if (mark === "\\") continue;
    if (mark === "-" || mark === "+") addChange(edits, { at: lines.length, isOld: mark === "-", text });
    if (mark !== "+") lines.push({ number: first + lines.length, text });
    if (mark !== "-") newLines++;
  }
  return { lines, edits, end: at };
}

/** Adds a change to the previous edit unless an unchanged line is between them. */
function addChange(
  edits: Edit[],
  { at, isOld, text }: { readonly at: number; readonly isOld: boolean; readonly text: string },
): void {
  let edit = edits.at(-1);
  if (edit?.to !== at) {
    edit = { from: at, to: at, adds: false };
    edits.push(edit);
  }
  if (isOld) edit.to = at + 1;
  else edit.adds ||= text.trim() !== "";
}
