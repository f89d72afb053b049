/**
 * Plan of a prune. The record of each dropped version is merged into that of the next newer kept version, and facts that no version refers to any
 * more are removed. Pure: handles records and keys.
 *
 * A version is read by applying records backwards from the latest one. So the facts that kept versions refer to are those of the latest version and
 * the `before` values of kept records.
 */
import { defined, type VersionId } from "@sdl/model";
import { byPath } from "@sdl/model/text";
import type { FileChange, TextBefore, VersionRecord } from "../records/version-record.js";

/** One transaction of a prune: the merged record of a kept version, the records merged into it, and the facts to remove. */
export interface PruneStep {
  readonly record: VersionRecord;
  /** Sequence number of the kept record's previous version before the prune. */
  readonly parentSeqBefore: number;
  readonly dropped: readonly VersionRecord[];
  /** Keys of facts to remove, 32 hex digits each. */
  readonly facts: readonly string[];
}

/** Steps in the order of execution, newest first, and whether a facts key is referenced after all steps. */
export interface PlannedPrune {
  readonly steps: readonly PruneStep[];
  readonly isNamed: (key: string) => boolean;
}

/**
 * @param records all versions kept so far, newest first
 * @param keep versions to keep; the newest one is always kept
 * @param isLatest whether the latest version refers to a facts key
 */
export function planPrune(
  records: readonly VersionRecord[],
  keep: ReadonlySet<VersionId>,
  isLatest: (key: string) => boolean,
): PlannedPrune {
  const runs = cutIntoRuns(records, keep);
  const merged = runs.map((run, i) => mergeRun(run, runs[i + 1]?.[0]));
  const named = new Set<string>();
  for (const { changes } of merged) for (const { before } of changes) if (before !== undefined) named.add(before);
  const isNamed = (key: string): boolean => named.has(key) || isLatest(key);
  const gone = factsByRun(runs, isNamed);
  const steps = runs.flatMap((run, i) => {
    const record = merged[i];
    const [kept, ...dropped] = run;
    if (record === undefined || kept === undefined || dropped.length === 0) return [];
    return [{ record, parentSeqBefore: kept.parentSeq, dropped, facts: gone[i] ?? [] }];
  });
  return { steps, isNamed };
}

/**
 * Assigns each fact to remove to the oldest step that refers to it, which runs last: a prune that ends early leaves no version without its facts.
 */
function factsByRun(runs: readonly VersionRecord[][], isKept: (key: string) => boolean): string[][] {
  const gone = new Set<string>();
  const byRun: string[][] = [];
  for (const run of runs.toReversed()) {
    const facts = run.length === 1 ? [] : factsKeysOfRecords(run).filter((key) => !gone.has(key) && !isKept(key));
    for (const key of facts) gone.add(key);
    byRun.push(facts);
  }
  return byRun.reverse();
}

/** Splits the records into runs; each run is a kept record followed by the dropped ones before it. */
function cutIntoRuns(records: readonly VersionRecord[], keep: ReadonlySet<VersionId>): VersionRecord[][] {
  const runs: VersionRecord[][] = [];
  for (const record of records) {
    const run = runs.at(-1);
    if (run === undefined || keep.has(record.id)) runs.push([record]);
    else run.push(record);
  }
  return runs;
}

/** @param parent the next older kept record; without one, the merged record needs no changes to undo */
function mergeRun(run: readonly VersionRecord[], parent: VersionRecord | undefined): VersionRecord {
  const [newest] = run;
  if (newest === undefined) throw new RangeError("a run has at least one version");
  if (run.length === 1 && newest.parentSeq === (parent?.seq ?? 0)) return newest;
  return {
    ...newest,
    parent: parent?.id,
    parentSeq: parent?.seq ?? 0,
    changes: parent === undefined ? [] : mergeChanges(run.map(({ changes }) => changes)),
    configs: parent === undefined ? [] : mergeTexts(run.map(({ configs }) => configs)),
    skipped: parent === undefined ? [] : mergeTexts(run.map(({ skipped }) => skipped)),
  };
}

/** @param lists newest first */
function mergeChanges(lists: readonly (readonly FileChange[])[]): FileChange[] {
  const merged = new Map<string, FileChange>();
  for (const change of lists.flat()) {
    const newer = merged.get(change.path);
    merged.set(change.path, newer === undefined ? change : joinChanges(newer, change));
  }
  const changes = [...merged.values()].filter(({ before, after }) => before !== undefined || after !== undefined);
  return changes.sort(byPath);
}

function joinChanges({ path, after, flagsAfter }: FileChange, { before, flagsBefore }: FileChange): FileChange {
  return { path, ...defined({ before, after, flagsBefore, flagsAfter }) };
}

/** @param lists newest first; the oldest `before` value wins */
function mergeTexts(lists: readonly (readonly TextBefore[])[]): TextBefore[] {
  const merged = new Map<string, TextBefore>();
  for (const text of lists.flat()) merged.set(text.path, text);
  return [...merged.values()].sort(byPath);
}

function factsKeysOfRecords(records: readonly VersionRecord[]): string[] {
  const keys = new Set<string>();
  for (const { changes } of records) {
    for (const { before, after } of changes) {
      if (before !== undefined) keys.add(before);
      if (after !== undefined) keys.add(after);
    }
  }
  return [...keys].sort();
}
