/**
 * Which symbols of today each commit changed. Pure.
 *
 * The lines of today's symbols are carried back from commit to parent through the lines that each commit changed, blob by blob: what is known
 * of a file's content holds wherever history has that content at that path, on every branch. Renames are followed; merges change nothing by
 * themselves, but carry lines to all their parents.
 */
import type { FileBefore, FileChange } from "@sdl/indexer";
import type { HistoryTouch } from "@sdl/model/graph";
import type { LoggedCommit } from "./commit-log.js";
import { type Spans, spansBefore, touchedBy } from "./spans.js";

/** A file of the last commit. */
export interface HeadFile {
  readonly path: string;
  readonly blob: string;
  /** Its symbols' lines; empty where they are not known. */
  readonly spans: Spans;
}

interface FileState {
  /** Number of today's file. */
  readonly file: number;
  readonly spans: Spans;
}

/**
 * @param commits children before their parents
 * @param files of the first commit; touches name them by number
 * @returns what each commit but merges changed, in the order of the commits
 */
export function attributeCommits(commits: readonly LoggedCommit[], files: readonly HeadFile[]): HistoryTouch[] {
  const states = new Map<string, FileState>();
  for (const [file, { path, blob, spans }] of files.entries()) states.set(stateKey(path, blob), { file, spans });
  return commits.flatMap((commit) => {
    const known = commit.changes.map((change) => ({ change, state: stateOf(states, change.path, change.id) }));
    const touch = commit.parents.length > 1 ? [] : [touchOf(commit, known)];
    for (const { change, state } of known) if (state !== undefined) carryBack(states, state, change.before);
    return touch;
  });
}

interface KnownChange {
  readonly change: FileChange;
  readonly state: FileState | undefined;
}

function touchOf(
  { id, timeSeconds, author, message, changes }: LoggedCommit,
  known: readonly KnownChange[],
): HistoryTouch {
  const files = new Set<number>();
  const own = new Set<number>();
  const containers = new Set<number>();
  for (const { change, state } of known) {
    if (state === undefined) continue;
    files.add(state.file);
    const touched = touchedBy(state.spans, change.before[0]?.hunks ?? []);
    for (const symbol of touched.own) own.add(symbol);
    for (const symbol of touched.containers) containers.add(symbol);
  }
  const outer = [...containers].filter((symbol) => !own.has(symbol));
  const lists = { files: ascending(files), symbols: ascending(own), containers: ascending(outer) };
  return { id, timeMs: timeSeconds * 1000, author, message, fileCount: changes.length, ...lists };
}

function carryBack(states: Map<string, FileState>, { file, spans }: FileState, before: readonly FileBefore[]): void {
  for (const { path, id, hunks } of before) {
    if (path === undefined) continue;
    const key = stateKey(path, id);
    if (!states.has(key)) states.set(key, { file, spans: spansBefore(spans, hunks) });
  }
}

function stateOf(
  states: ReadonlyMap<string, FileState>,
  path: string | undefined,
  blob: string,
): FileState | undefined {
  return path === undefined ? undefined : states.get(stateKey(path, blob));
}

function stateKey(path: string, blob: string): string {
  return `${blob} ${path}`;
}

function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** Orders commits so that children come before their parents, else as they are given. */
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
