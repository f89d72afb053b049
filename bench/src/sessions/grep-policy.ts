/**
 * Policy of a person without an index: `git grep` for words of the task, identifiers first, then reads windows around
 * the lines with the most matches. Knows the task's text and the files, without tests. Pure.
 */
import { identifierTerms, isTextStopWord, stem } from "@sdl/model/text";
import type { Step } from "./session.js";

/** Parameters of the policy. */
export interface GrepHabits {
  /** Number of searched words, one call each. */
  readonly words: number;
  /** Limit of a search's printed lines. */
  readonly hits: number;
  /** Lines read before and after a hit. */
  readonly window: number;
}

/** The parameters that `sessions.js --tune` chose. */
export const HABITS: GrepHabits = { words: 12, hits: 20, window: 80 };

/** Lines of each source file, by path. */
export type FileLines = ReadonlyMap<string, readonly string[]>;

/** A line of a file. */
export interface Place {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

interface Hit extends Place {
  /** Weight of a word: higher for words on fewer lines. */
  readonly weight: number;
}

/** Finds lines with a word, sorted by path. */
export type Search = (word: string, files: FileLines) => readonly Place[];

/** Yields the policy's calls, one at a time. */
export function* grepAndRead(
  taskText: string,
  files: FileLines,
  habits: GrepHabits,
  search: Search = grepWord,
): Iterable<Step> {
  const hits: Hit[] = [];
  for (const word of searchWords(taskText).slice(0, habits.words)) {
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

/** Identifiers, then other words, each in the text's order; without stop words and short ones. */
export function searchWords(text: string): string[] {
  const words = [...new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))].filter((word) => word.length > 2);
  const isIdentifier = (word: string) => /[_$\d]/.test(word) || identifierTerms(word).length > 1;
  const plain = words.filter(
    (word) => !isIdentifier(word) && word.length > 3 && !isTextStopWord(stem(word.toLowerCase())),
  );
  return [...words.filter(isIdentifier), ...plain];
}

/** Lines that contain the whole word. */
export function grepWord(word: string, files: FileLines): Place[] {
  const pattern = new RegExp(`(?<![\\w$])${word.replaceAll("$", "\\$")}(?![\\w$])`);
  const found: Place[] = [];
  for (const [path, lines] of files) {
    for (const [at, line] of lines.entries()) {
      if (line.includes(word) && pattern.test(line)) found.push({ path, line: at + 1 });
    }
  }
  return found;
}

/** Hits with most weight around them first; ties in order. */
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
  /** Lines read before, which are not read again. */
  readonly read: Map<string, Set<number>>;
  readonly window: number;
}

/** @returns `undefined` if the hit's line was read already */
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
