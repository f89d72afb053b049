/**
 * Attribution of commits to the current symbols that each changed. Pure.
 *
 * The lines of current symbols are traced back from commit to parent through each commit's changed lines, blob by blob:
 * the lines of a content hold wherever history has that content at that path, on every branch. Renames are followed;
 * merges change nothing themselves, but lines are traced to all their parents.
 */
import type { FileBefore, FileChange } from "@sdl/indexer";
import type { HistoryTouch } from "@sdl/model/graph";
import type { LoggedCommit } from "./commit-log.js";
import { type Spans, spansBefore, touchedSymbols } from "./spans.js";

/** A file of the last commit. */
export interface HeadFile {
  readonly path: string;
  readonly blob: string;
  /** Line spans of the file's symbols; empty if unknown. */
  readonly spans: Spans;
}

interface FileState {
  /** Index of the current file. */
  readonly file: number;
  readonly spans: Spans;
}

/**
 * Attributes commits to symbols.
 * @param commits children before their parents
 * @param files of the first commit; touches name files by index
 * @returns what each commit except merges changed, in the order of the commits
 */
export function attributeCommits(commits: readonly LoggedCommit[], files: readonly HeadFile[]): HistoryTouch[] {
  const states = new Map<string, FileState>();
  for (const [file, { path, blob, spans }] of files.entries()) states.set(stateKey(path, blob), { file, spans });
  return commits.flatMap((commit) => {
    const known = commit.changes.map((change) => ({ change, state: stateBefore(states, change.path, change.id) }));
    const touch = commit.parents.length > 1 ? [] : [makeTouch(commit, known)];
    for (const { change, state } of known) if (state !== undefined) traceSpansBack(states, state, change.before);
    return touch;
  });
}

interface KnownChange {
  readonly change: FileChange;
  readonly state: FileState | undefined;
}

function makeTouch(
  { id, timeSeconds, author, message, changes }: LoggedCommit,
  known: readonly KnownChange[],
): HistoryTouch {
  const files = new Set<number>();
  const own = new Set<number>();
  const containers = new Set<number>();
  for (const { change, state } of known) {
    if (state === undefined) continue;
    files.add(state.file);
    const touched = touchedSymbols(state.spans, change.before[0]?.hunks ?? []);
    for (const symbol of touched.own) own.add(symbol);
    for (const symbol of touched.containers) containers.add(symbol);
  }
  const outer = [...containers].filter((symbol) => !own.has(symbol));
  const lists = { files: sortNumbers(files), symbols: sortNumbers(own), containers: sortNumbers(outer) };
  return { id, timeMs: timeSeconds * 1000, author, message, fileCount: changes.length, ...lists };
}

function traceSpansBack(
  states: Map<string, FileState>,
  { file, spans }: FileState,
  before: readonly FileBefore[],
): void {
  for (const { path, id, hunks } of before) {
    if (path === undefined) continue;
    const key = stateKey(path, id);
    if (!states.has(key)) states.set(key, { file, spans: spansBefore(spans, hunks) });
  }
}

function stateBefore(
  states: ReadonlyMap<string, FileState>,
  path: string | undefined,
  blob: string,
): FileState | undefined {
  return path === undefined ? undefined : states.get(stateKey(path, blob));
}

function stateKey(path: string, blob: string): string {
  return `${blob} ${path}`;
}

function sortNumbers(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** Sorts commits so that children come before their parents; otherwise keeps the order. */
export function childrenFirst<T extends { readonly id: string; readonly parents: readonly string[] }>(
  commits: readonly T[],
): T[] {
  const places = new Map(commits.map(({ id }, place) => [id, place]));
  const waiting = commits.map(() => 0);
  const parentsOf = (place: number): number[] => (commits[place]?.parents ?? []).flatMap((id) => places.get(id) ?? []);
  const change = (place: number, by: number): number => (waiting[place] = (waiting[place] ?? 0) + by);
  for (const place of commits.keys()) for (const parent of parentsOf(place)) change(parent, 1);
  const ready = [...commits.keys()].filter((place) => waiting[place] === 0).reverse();
  const ordered: T[] = [];
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    ordered.push(commits[place] as T);
    for (const parent of parentsOf(place)) {
      if (change(parent, -1) === 0) insertDescending(ready, parent);
    }
  }
  return ordered;
}

function insertDescending(numbers: number[], number: number): void {
  const at = numbers.findLastIndex((other) => other > number);
  numbers.splice(at + 1, 0, number);
}
