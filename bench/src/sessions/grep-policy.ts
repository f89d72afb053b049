/**
 * What a person does without an index: `git grep` for the words of the task, identifiers first, then windows read around the lines where
 * most of them meet. Knows the task's text and the files, tests left out. Pure.
 */
import { identifierTerms, isTextStopWord, stem } from "@sdl/model/text";
import type { Step } from "./session.js";

export interface GrepHabits {
  /** Words that are searched for, a call each. */
  readonly words: number;
  /** Lines that a search prints at most. */
  readonly hits: number;
  /** Lines that are read before a hit and after it. */
  readonly window: number;
}

/** What `sessions.js --tune` chose. */
export const HABITS: GrepHabits = { words: 12, hits: 20, window: 80 };

/** Lines of each source file, by path. */
export type FileLines = ReadonlyMap<string, readonly string[]>;

export interface Place {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

interface Hit extends Place {
  /** The fewer lines a word stands in, the more they say. */
  readonly weight: number;
}

/** Where a word stands, in the order of paths. */
export type Search = (word: string, files: FileLines) => readonly Place[];

export function* grepAndRead(
  taskText: string,
  files: FileLines,
  habits: GrepHabits,
  search: Search = grep,
): Iterable<Step> {
  const hits: Hit[] = [];
  for (const word of wordsOf(taskText).slice(0, habits.words)) {
    const found = search(word, files);
    if (found.length === 0) continue;
    const printed = found.slice(0, habits.hits);
    hits.push(...printed.map((place) => ({ ...place, weight: 1 / found.length })));
    const text = printed.map(({ path, line }) => `${path}:${line}:${files.get(path)?.[line - 1] ?? ""}\n`).join("");
    yield { text, shown: new Map(groupLines(printed)) };
  }
  const read = new Map<string, Set<number>>();
  for (const hit of byWeight(hits, habits.window)) {
    const step = readWindow(hit, { files, read, window: habits.window });
    if (step !== undefined) yield step;
  }
}

/** Identifiers, then other words, each in the order in which the text says them; stop words and short ones are left out. */
export function wordsOf(text: string): string[] {
  const words = [...new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))].filter((word) => word.length > 2);
  const isIdentifier = (word: string) => /[_$\d]/.test(word) || identifierTerms(word).length > 1;
  const plain = words.filter(
    (word) => !isIdentifier(word) && word.length > 3 && !isTextStopWord(stem(word.toLowerCase())),
  );
  return [...words.filter(isIdentifier), ...plain];
}

/** Lines with the whole word. */
export function grep(word: string, files: FileLines): Place[] {
  const pattern = new RegExp(`(?<![\\w$])${word.replaceAll("$", "\\$")}(?![\\w$])`);
  const found: Place[] = [];
  for (const [path, lines] of files) {
    for (const [at, line] of lines.entries()) {
      if (line.includes(word) && pattern.test(line)) found.push({ path, line: at + 1 });
    }
  }
  return found;
}

/** Hits with the most weight around them first; ties in their order. */
function byWeight(hits: readonly Hit[], window: number): readonly Hit[] {
  const around = (hit: Hit) =>
    hits.reduce(
      (sum, other) => (other.path === hit.path && Math.abs(other.line - hit.line) <= window ? sum + other.weight : sum),
      0,
    );
  return hits
    .map((hit) => ({ hit, weight: around(hit) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ hit }) => hit);
}

interface Reading {
  readonly files: FileLines;
  /** What was read before is not read again. */
  readonly read: Map<string, Set<number>>;
  readonly window: number;
}

/** `undefined` where the hit's own line has been read. */
function readWindow({ path, line }: Hit, { files, read, window }: Reading): Step | undefined {
  const known = read.get(path) ?? new Set();
  if (known.has(line)) return undefined;
  const lines = files.get(path) ?? [];
  const numbers: number[] = [];
  for (let at = Math.max(1, line - window); at <= Math.min(lines.length, line + window); at++) {
    if (!known.has(at)) numbers.push(at);
    known.add(at);
  }
  read.set(path, known);
  const text = `${path}:${numbers[0] ?? line}\n${numbers.map((number) => lines[number - 1]).join("\n")}\n`;
  return { text, shown: new Map([[path, new Set(numbers)]]) };
}

function groupLines(hits: readonly Place[]): Map<string, Set<number>> {
  const groups = new Map<string, Set<number>>();
  for (const { path, line } of hits) groups.set(path, (groups.get(path) ?? new Set()).add(line));
  return groups;
}
