/** Which lines of a repository's files an answer shows, read from the text that its reader gets. Knows no action and no format of ours. */

/** Lines of a file of the repository; `undefined` for a path that is none. */
export type ReadLines = (path: string) => readonly string[] | undefined;

/** Line numbers from 1, by path. */
export type Shown = ReadonlyMap<string, ReadonlySet<number>>;

/** A way to tell what a text shows. */
export type ShownLines = (text: string, readLines: ReadLines) => Shown;

/** A line that begins with a path of a source file, perhaps with marks before it and a line number behind; none that a test's name follows. */
const HEADING = /^[\s#*>`-]*((?:[\w@.+()[\]-]+\/)*[\w@.+()[\]-]+\.(?:[cm]?[jt]sx?|py))(?::(\d+))?(?![\w/]|::)/;
/** A line that begins with the number of the line that it speaks of. */
const LINE_NUMBER = /^\s*(\d+)\s/;
const FENCE = /^(\s*)(`{3,}|~{3,})/;
/** Code with its line's number in front. */
const NUMBERED = /^\s*(\d+)(?:\s*[:|│→]|\t|\s)\s?(.*)$/;

/** Lines in fences, each fence under the last line that begins with a path of the repository. Blank lines are no lines. */
export const fencedLines: ShownLines = (text, readLines) => {
  const shown = new Map<string, Set<number>>();
  for (const { path, near, code } of fencesOf(text, readLines)) {
    const lines = readLines(path) ?? [];
    const numbers = shown.get(path) ?? new Set();
    for (const number of placeNumbered(code, lines) ?? placeByText(code, lines, near)) numbers.add(number);
    shown.set(path, numbers);
  }
  return shown;
};

/** Shorter lines stand in any text. */
const MIN_LOOSE_LENGTH = 10;

/**
 * For answers without fences: each line of a file that the text names, where the line's words stand somewhere in the text. Shows too much
 * where a line comes several times, and misses lines like `}`.
 */
export const looseLines: ShownLines = (text, readLines) => {
  const plain = text.replace(/\\n/g, "\n").replace(/\\(["\\/])/g, "$1");
  const shown = new Map<string, Set<number>>();
  for (const path of new Set(plain.match(/[\w@.+/-]+\.(?:[cm]?[jt]sx?|py)\b/g))) {
    const numbers = (readLines(path) ?? []).flatMap((line, at) => {
      const words = line.trim();
      return words.length >= MIN_LOOSE_LENGTH && plain.includes(words) ? at + 1 : [];
    });
    if (numbers.length > 0) shown.set(path, new Set(numbers));
  }
  return shown;
};

interface Fence {
  readonly path: string;
  /** The line that its heading names; 0 where it names none. */
  readonly near: number;
  readonly code: readonly string[];
}

function* fencesOf(text: string, readLines: ReadLines): Iterable<Fence> {
  const rows = text.split("\n");
  let heading = { path: "", near: 0 };
  for (let at = 0; at < rows.length; at++) {
    const fence = FENCE.exec(rows[at] ?? "")?.[2];
    if (fence === undefined) {
      heading = headingAfter(heading, rows[at] ?? "", readLines);
      continue;
    }
    const end = rows.findIndex((row, other) => other > at && FENCE.exec(row)?.[2]?.startsWith(fence) === true);
    const close = end < 0 ? rows.length : end;
    if (heading.path !== "") yield { ...heading, code: rows.slice(at + 1, close) };
    at = close;
  }
}

/** The file and line that is spoken of behind a row. */
function headingAfter(before: Omit<Fence, "code">, row: string, readLines: ReadLines): Omit<Fence, "code"> {
  const [, path, line] = HEADING.exec(row) ?? [];
  if (path !== undefined && readLines(path) !== undefined) return { path, near: Number(line ?? 0) };
  return { ...before, near: Number(LINE_NUMBER.exec(row)?.[1] ?? before.near) };
}

/** `undefined` unless most lines begin with their number and say what the file says there. */
function placeNumbered(code: readonly string[], lines: readonly string[]): number[] | undefined {
  const written = code.filter((line) => line.trim() !== "");
  const placed = written.flatMap((line) => {
    const [, number = "", rest = ""] = NUMBERED.exec(line) ?? [];
    return rest.trim() !== "" && lines[Number(number) - 1]?.trim() === rest.trim() ? Number(number) : [];
  });
  return placed.length * 2 > written.length ? placed : undefined;
}

/**
 * Runs of lines as they follow each other in the file, whatever their indentation; between two runs lines may be left out or put in. Of
 * several places the one with the longest run, behind the run before if there is one.
 */
function placeByText(code: readonly string[], lines: readonly string[], near: number): number[] {
  const wanted = code.map((line) => line.trim());
  const present = lines.map((line) => line.trim());
  const places = placesOf(present);
  const placed: number[] = [];
  let behind = Math.max(0, near - 1);
  for (let at = 0; at < wanted.length; ) {
    const candidates = places.get(wanted[at] ?? "") ?? [];
    const later = candidates.filter((place) => place >= behind);
    const run = longestRun(later.length > 0 ? later : candidates, (place) => runLength(wanted, at, present, place));
    placed.push(...Array.from({ length: run.length }, (_, offset) => run.place + offset + 1));
    if (run.length > 0) behind = run.place + run.length;
    at += Math.max(1, run.length);
  }
  return placed.filter((line) => present[line - 1] !== "");
}

/** Where each line stands, from 0; blank lines are left out. */
function placesOf(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    if (line === "") continue;
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  }
  return places;
}

/** The first of the longest. */
function longestRun(places: readonly number[], lengthAt: (place: number) => number) {
  let longest = { place: 0, length: 0 };
  for (const place of places) {
    const length = lengthAt(place);
    if (length > longest.length) longest = { place, length };
  }
  return longest;
}

function runLength(wanted: readonly string[], at: number, present: readonly string[], place: number): number {
  let length = 0;
  while (
    at + length < wanted.length &&
    place + length < present.length &&
    wanted[at + length] === present[place + length]
  )
    length++;
  return length;
}
