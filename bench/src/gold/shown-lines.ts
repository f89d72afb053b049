/**
 * Finds which lines of a repository's files an answer shows, from its text alone. Knows no action and no format of SDL.
 */

/** Reads the lines of a file; `undefined` if the path is no file of the repository. */
export type ReadLines = (path: string) => readonly string[] | undefined;

/** Line numbers from 1, by path. */
export type ShownLineNumbers = ReadonlyMap<string, ReadonlySet<number>>;

/** Finds shown lines in a text. */
export type ShownLines = (text: string, readLines: ReadLines) => ShownLineNumbers;

/**
 * A line that begins with a source path, with optional marks before it and a line number after; not followed by a test
 * name.
 */
const HEADING = /^[\s#*>`-]*((?:[\w@.+()[\]-]+\/)*[\w@.+()[\]-]+\.(?:[cm]?[jt]sx?|py))(?::(\d+))?(?![\w/]|::)/;
/** A line that begins with its own line number. */
const LINE_NUMBER = /^\s*(\d+)\s/;
const FENCE = /^(\s*)(`{3,}|~{3,})/;
/** A code line with its line number in front. */
const NUMBERED = /^\s*(\d+)(?:\s*[:|│→]|\t|\s)\s?(.*)$/;

/** Finds lines in fences, each fence under the last line that begins with a path. Blank lines do not count. */
export const fencedLines: ShownLines = (text, readLines) => {
  const shown = new Map<string, Set<number>>();
  for (const { path, near, code } of findFences(text, readLines)) {
    const lines = readLines(path) ?? [];
    const numbers = shown.get(path) ?? new Set();
    for (const number of placeNumbered(code, lines) ?? placeByText(code, lines, near)) numbers.add(number);
    shown.set(path, numbers);
  }
  return shown;
};

/** Shorter lines occur in any text by chance. */
const MIN_LOOSE_LENGTH = 10;

/**
 * For answers without fences: finds each line of a named file whose words occur anywhere in the text. Overcounts
 * repeated lines, and misses lines like `}`.
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
  /** The line named in the heading above the code; 0 if there is none. */
  readonly near: number;
  readonly code: readonly string[];
}

function* findFences(text: string, readLines: ReadLines): Iterable<Fence> {
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

/** The file and line that apply after a row. */
function headingAfter(before: Omit<Fence, "code">, row: string, readLines: ReadLines): Omit<Fence, "code"> {
  const [, path, line] = HEADING.exec(row) ?? [];
  if (path !== undefined && readLines(path) !== undefined) return { path, near: Number(line ?? 0) };
  return { ...before, near: Number(LINE_NUMBER.exec(row)?.[1] ?? before.near) };
}

/**
 * Places lines by their printed numbers.
 * @returns `undefined` unless most lines begin with a number and match the file at that line
 */
function placeNumbered(code: readonly string[], lines: readonly string[]): number[] | undefined {
  const written = code.filter((line) => line.trim() !== "");
  const placed = written.flatMap((line) => {
    const [, number = "", rest = ""] = NUMBERED.exec(line) ?? [];
    return rest.trim() !== "" && lines[Number(number) - 1]?.trim() === rest.trim() ? Number(number) : [];
  });
  return placed.length * 2 > written.length ? placed : undefined;
}

/**
 * Matches runs of consecutive lines of the file, ignoring indentation; between runs, lines may be missing or added. Of
 * several places, takes the longest run, preferably after the previous one.
 */
function placeByText(code: readonly string[], lines: readonly string[], near: number): number[] {
  const wanted = code.map((line) => line.trim());
  const present = lines.map((line) => line.trim());
  const places = linePositions(present);
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

/** Positions of each line, from 0; without blank lines. */
function linePositions(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    if (line === "") continue;
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  }
  return places;
}

/** The first of the longest runs. */
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
