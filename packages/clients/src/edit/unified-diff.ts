/** Unified diff of two texts: lines marked with `-` and `+`, with two lines of context. Pure. */

const CONTEXT = 2;
/** Maximum number of line comparisons; beyond it the changed part is shown as replaced. */
const MAX_COMPARISONS = 4_000_000;

interface DiffLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/**
 * @param width maximum number of characters per line; longer lines are cut @returns lines, with a head before each hunk; empty if the texts are
 * equal
 */
export function unifiedDiff(before: string, after: string, width = Number.POSITIVE_INFINITY): string[] {
  if (before === after) return [];
  const lines = compareLines(splitLines(before), splitLines(after));
  return formatHunks(lines).map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
}

function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else lines.push(`${lines.pop()}\n\\ No newline at end of file`);
  return lines;
}

function compareLines(old: readonly string[], now: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const middle = alignLines(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  return [...markLines(" ", old.slice(0, head)), ...middle, ...markLines(" ", old.slice(old.length - tail))];
}

/** Aligns lines by the longest common subsequence. */
function alignLines(old: readonly string[], now: readonly string[]): DiffLine[] {
  if ((old.length + 1) * (now.length + 1) > MAX_COMPARISONS) return [...markLines("-", old), ...markLines("+", now)];
  const lengths = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    const mark =
      old[i] === now[j] ? " " : lengthInTable(lengths, i + 1, j) >= lengthInTable(lengths, i, j + 1) ? "-" : "+";
    lines.push({ mark, text: (mark === "+" ? now[j] : old[i]) ?? "" });
    if (mark !== "+") i++;
    if (mark !== "-") j++;
  }
  return [...lines, ...markLines("-", old.slice(i)), ...markLines("+", now.slice(j))];
}

function lengthInTable(lengths: readonly Uint32Array[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function markLines(mark: DiffLine["mark"], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ mark, text }));
}

/** Lengths of the longest common subsequences of all suffixes, indexed by the suffixes' first lines. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const longest = Math.max(lengthInTable(lengths, i + 1, j), lengthInTable(lengths, i, j + 1));
      const row = lengths[i];
      if (row !== undefined) row[j] = old[i] === now[j] ? lengthInTable(lengths, i + 1, j + 1) + 1 : longest;
    }
  }
  return lengths;
}

function formatHunks(lines: readonly DiffLine[]): string[] {
  const shown = new Set<number>();
  for (const [index, { mark }] of lines.entries()) {
    for (let near = index - CONTEXT; mark !== " " && near <= index + CONTEXT; near++) shown.add(near);
  }
  const written: string[] = [];
  let [old, now] = [1, 1];
  for (const [index, { mark, text }] of lines.entries()) {
    if (shown.has(index)) {
      if (!shown.has(index - 1) || index === 0) written.push(hunkHeader(lines, shown, index, { old, now }));
      written.push(...`${mark}${text.replaceAll("\r", "")}`.split("\n"));
    }
    if (mark !== "+") old++;
    if (mark !== "-") now++;
  }
  return written;
}

function hunkHeader(
  lines: readonly DiffLine[],
  shown: ReadonlySet<number>,
  from: number,
  { old, now }: { readonly old: number; readonly now: number },
): string {
  let to = from;
  while (shown.has(to) && to < lines.length) to++;
  const part = lines.slice(from, to);
  const oldCount = part.filter(({ mark }) => mark !== "+").length;
  const nowCount = part.filter(({ mark }) => mark !== "-").length;
  return `@@ -${formatRange(old, oldCount)} +${formatRange(now, nowCount)} @@`;
}

function formatRange(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}
