/**
 * What a refresh has to do: the disk's files against the ledger's. Knows stats only; reads no source.
 * Invariant: a file is left alone only if its stat is the recorded one.
 */

import { CONFIG_SOURCES, type DiscoveredConfig, type DiscoveredFile, type Discovery } from "@sdl/indexer";
import { type FileStat, isSameStat } from "@sdl/model";

import { isNewerProducer, PRODUCER } from "./producer.js";
import { CLOCK_TICK_MS } from "./refresh-request.js";

/** What the ledger recorded of the files it read, by path. */
export interface RecordedFiles {
  readonly files: ReadonlyMap<string, FileStat>;
  readonly configs: ReadonlyMap<string, FileStat>;
  /** Files that were left out after they were read. */
  readonly skipped: ReadonlyMap<string, FileStat>;
  /** What made them; empty where there are none. */
  readonly producer: string;
}

export interface RefreshPlan {
  /** New or changed files, by path. */
  readonly toRead: readonly DiscoveredFile[];
  readonly removed: readonly string[];
  readonly configsToRead: readonly DiscoveredConfig[];
  readonly configsRemoved: readonly string[];
  /** Files that an earlier refresh skipped and that have not changed since. */
  readonly stillSkipped: readonly string[];
  /** Of the files to read, those that have not changed since the program failed at them. */
  readonly retried: ReadonlySet<string>;
}

/**
 * Files of an older producer are not what this one would make of them, whatever their stats say.
 * @param mode `full` reads every file again
 */
export function planRefresh(discovery: Discovery, recorded: RecordedFiles, mode: "full" | "incremental"): RefreshPlan {
  const isNewer = isNewerProducer(recorded.producer);
  const isTrusted = recorded.producer === PRODUCER || isNewer;
  // A file in doubt is read again to settle the doubt, which no program may do to a newer one's index.
  const isSame = (now: FileStat, then: FileStat): boolean =>
    isSameStat(now, then) || (isNewer && isSameContent(now, then));
  const isUnchanged = (now: FileStat, then: FileStat | undefined): boolean =>
    mode === "incremental" && isTrusted && then !== undefined && isSame(now, then);
  const stillSkipped: string[] = [];
  const toRead = discovery.files.filter((file) => {
    if (isUnchanged(file, recorded.files.get(file.path))) return false;
    if (!isUnchanged(file, recorded.skipped.get(file.path))) return true;
    stillSkipped.push(file.path);
    return false;
  });
  const present = new Set(discovery.files.map((file) => file.path));
  const configs = new Set(discovery.configs.map((config) => config.path));
  return {
    toRead,
    removed: [...recorded.files.keys()].filter((path) => !present.has(path)),
    configsToRead: discovery.configs.filter((config) => !isUnchanged(config, recorded.configs.get(config.path))),
    configsRemoved: [...recorded.configs.keys()].filter((path) => !configs.has(path)),
    stillSkipped,
    retried: new Set(
      toRead.filter((file) => isSameContent(file, recorded.skipped.get(file.path))).map(({ path }) => path),
    ),
  };
}

/** How many files of a plan are to be read or taken out. */
export function countWork(plan: RefreshPlan): number {
  return plan.toRead.length + plan.removed.length + plan.configsToRead.length + plan.configsRemoved.length;
}

export function hasChangedConfigs({ configsToRead, configsRemoved }: RefreshPlan): boolean {
  return configsToRead.length + configsRemoved.length > 0;
}

/** Whether the repository may say other things of its files than before. */
export function hasChangedOwnConfig({ configsToRead, configsRemoved }: RefreshPlan): boolean {
  return [...configsToRead.map(({ path }) => path), ...configsRemoved].some((path) => CONFIG_SOURCES.includes(path));
}

/** How many files of a plan are not as the ledger has them. */
export function countStale(plan: RefreshPlan): number {
  return countWork(plan) - plan.retried.size;
}

/** Whether an index says of all files of a plan what the plan says of them. Configuration changes what is found: it needs another look. */
export function isFulfilled(plan: RefreshPlan, { files, producer }: RecordedFiles): boolean {
  if (producer !== PRODUCER || hasChangedConfigs(plan)) return false;
  const isThere = (file: DiscoveredFile): boolean => {
    const recorded = files.get(file.path);
    return recorded !== undefined && isSameStat(file, recorded);
  };
  return plan.toRead.every(isThere) && !plan.removed.some((path) => files.has(path));
}

/** Their first paths. */
export function staleNames(
  { toRead, removed, configsToRead, configsRemoved, retried }: RefreshPlan,
  limit = 3,
): string[] {
  const read = [...toRead, ...configsToRead].map(({ path }) => path).filter((path) => !retried.has(path));
  return [...new Set([...read, ...removed, ...configsRemoved])].sort().slice(0, limit);
}

/** Whether a file is to be read again for no other reason than that reading it failed, or that it was written while it was read. */
export function isSameContent(now: FileStat, then: FileStat | undefined): boolean {
  return then !== undefined && then.ino === UNKNOWN_INODE && isSameStat(now, { ...then, ino: now.ino });
}

/**
 * The stat to record for a file that was read. One written while the scan ran could be written once more within the same tick of the
 * clock, with an equal stat: the next refresh looks at it again.
 */
export function recordableStat(stat: FileStat, scanStartMs: number): FileStat {
  const isRacy = Math.max(stat.mtimeMs, stat.ctimeMs) >= scanStartMs - CLOCK_TICK_MS;
  return isRacy ? statToReadAgain(stat) : stat;
}

/** Stands in a recorded stat that no file shall equal. */
export const UNKNOWN_INODE = -1;

/** A stat that no file has. */
export function statToReadAgain(stat: FileStat): FileStat {
  return { ...stat, ino: UNKNOWN_INODE };
}
