/** Runner of the sweep: indexes checkouts one after another, or several at a time, and saves the results after each. */
import { renameSync, writeFileSync } from "node:fs";
import type { SweepRecord } from "./figures.js";
import type { SweepTarget } from "./repositories.js";

/** Targets and options of a sweep. */
export interface SweepRun {
  readonly targets: readonly SweepTarget[];
  /** Records of an earlier run, by {@link recordKey}: their targets are not run again. */
  readonly done: ReadonlyMap<string, SweepRecord>;
  readonly jobs: number;
  measure(target: SweepTarget): Promise<SweepRecord>;
  /** Called after each checkout, with all records so far in the targets' order. */
  onRecord(record: SweepRecord, all: readonly SweepRecord[]): void;
}

/** The key of a checkout's record. */
export function recordKey({ repository, commit }: { readonly repository: string; readonly commit: string }): string {
  return `${repository}@${commit}`;
}

/** @returns a record for every target, in order */
export async function runSweep({ targets, done, jobs, measure, onRecord }: SweepRun): Promise<SweepRecord[]> {
  const records = new Map(done);
  const sorted = (): SweepRecord[] => targets.flatMap((target) => records.get(recordKey(target)) ?? []);
  const waiting = targets.filter((target) => !records.has(recordKey(target)));
  const work = async (): Promise<void> => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const record = await measure(target);
      records.set(recordKey(target), record);
      onRecord(record, sorted());
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return sorted();
}

/** Writes records atomically: an interrupted sweep leaves the previous file. */
export function writeRecords(file: string, records: readonly SweepRecord[]): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(records, null, 1)}\n`);
  renameSync(`${file}.new`, file);
}
