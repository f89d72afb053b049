/**
 * What goes when only some versions are kept: the records of the others are laid together with that of the next newer one that stays, and
 * facts that nothing names any more are removed. Pure: knows records and keys.
 *
 * A version is read from the latest one by taking records back, so what the kept versions name is what the latest one names and what kept
 * records say was before.
 */
import { defined, type VersionId } from "@sdl/model";
import { byPath } from "@sdl/model/text";
import type { FileChange, TextBefore, VersionRecord } from "../records/version-record.js";

/** One transaction: a kept record as it will be, the records that go into it, and the facts that go with them. */
export interface PruneStep {
  readonly record: VersionRecord;
  /** The record before it that it had until now. */
  readonly parentSeqBefore: number;
  readonly dropped: readonly VersionRecord[];
  /** 32 hex digits each. */
  readonly facts: readonly string[];
}

/** Steps, the newest first, to be done in this order, and whether anything will name facts when all are done. */
export interface PlannedPrune {
  readonly steps: readonly PruneStep[];
  readonly isNamed: (key: string) => boolean;
}

/**
 * @param records all that are kept so far, the newest first
 * @param keep the newest one is kept whether or not it is among them
 * @param isLatest whether the latest version names the facts
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

/** Facts go with the last step that names them: a prune that ends early leaves no version without its facts. */
function factsByRun(runs: readonly VersionRecord[][], isKept: (key: string) => boolean): string[][] {
  const gone = new Set<string>();
  const byRun: string[][] = [];
  for (const run of runs.toReversed()) {
    const facts = run.length === 1 ? [] : keysOf(run).filter((key) => !gone.has(key) && !isKept(key));
    for (const key of facts) gone.add(key);
    byRun.push(facts);
  }
  return byRun.reverse();
}

/** Each run begins with a record that stays and goes on with those before it that do not. */
function cutIntoRuns(records: readonly VersionRecord[], keep: ReadonlySet<VersionId>): VersionRecord[][] {
  const runs: VersionRecord[][] = [];
  for (const record of records) {
    const run = runs.at(-1);
    if (run === undefined || keep.has(record.id)) runs.push([record]);
    else run.push(record);
  }
  return runs;
}

/** @param parent the next older record that stays; without one nothing is to be taken back */
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

/** @param lists the newest first */
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

/** @param lists the newest first: what the oldest says was before holds */
function mergeTexts(lists: readonly (readonly TextBefore[])[]): TextBefore[] {
  const merged = new Map<string, TextBefore>();
  for (const text of lists.flat()) merged.set(text.path, text);
  return [...merged.values()].sort(byPath);
}

function keysOf(records: readonly VersionRecord[]): string[] {
  const keys = new Set<string>();
  for (const { changes } of records) {
    for (const { before, after } of changes) {
      if (before !== undefined) keys.add(before);
      if (after !== undefined) keys.add(after);
    }
  }
  return [...keys].sort();
}
