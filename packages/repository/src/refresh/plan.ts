/**
 * Plan of a refresh: the disk's files compared with the ledger's. Knows stats only; reads no source. Invariant: a file
 * is skipped only if its stat is the recorded one.
 */

import { CONFIG_SOURCES, type DiscoveredConfig, type DiscoveredFile, type Discovery } from "@sdl/indexer";
import { type FileStat, isSameStat } from "@sdl/model";

import { isNewerProducer, PRODUCER } from "./producer.js";
import { CLOCK_TICK_MS } from "./refresh-request.js";

/** More bytes of source than this take about a second to extract: such a change is indexed by another process. */
export const LARGE_CHANGE_BYTES = 1024 * 1024;

/** Files that the ledger recorded, by path. */
export interface RecordedFiles {
  readonly files: ReadonlyMap<string, FileStat>;
  readonly configs: ReadonlyMap<string, FileStat>;
  /** Files that were skipped after they were read. */
  readonly skipped: ReadonlyMap<string, FileStat>;
  /** The producer of the index; empty without an index. */
  readonly producer: string;
}

/** What a refresh has to do. */
export interface RefreshPlan {
  /** New or changed files, by path. */
  readonly toRead: readonly DiscoveredFile[];
  readonly removed: readonly string[];
  readonly configsToRead: readonly DiscoveredConfig[];
  readonly configsRemoved: readonly string[];
  /** Files that an earlier refresh skipped and that have not changed since. */
  readonly stillSkipped: readonly string[];
  /** Files to read that have not changed since the program failed at them. */
  readonly retried: ReadonlySet<string>;
}

/**
 * Plans a refresh. Files of an older producer are read again, whatever their stats.
 * @param mode `full` reads every file again
 */
export function planRefresh(discovery: Discovery, recorded: RecordedFiles, mode: "full" | "incremental"): RefreshPlan {
  const isNewer = isNewerProducer(recorded.producer);
  const isTrusted = recorded.producer === PRODUCER || isNewer;
  // A file whose stat is in doubt is read again, except in a newer program's index, which must not be changed.
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

/** Number of files that a plan reads or removes. */
export function countWork(plan: RefreshPlan): number {
  return plan.toRead.length + plan.removed.length + plan.configsToRead.length + plan.configsRemoved.length;
}

/** Whether a plan reads or removes configuration. */
export function hasChangedConfigs({ configsToRead, configsRemoved }: RefreshPlan): boolean {
  return configsToRead.length + configsRemoved.length > 0;
}

/** Whether the repository's own configuration may have changed. */
export function hasChangedOwnConfig({ configsToRead, configsRemoved }: RefreshPlan): boolean {
  return [...configsToRead.map(({ path }) => path), ...configsRemoved].some((path) => CONFIG_SOURCES.includes(path));
}

/** Number of files in a plan that differ from the ledger. */
export function countStale(plan: RefreshPlan): number {
  return countWork(plan) - plan.retried.size;
}

/** Whether an index has the state that a plan leads to. Changed configuration may change discovery, so it needs another look. */
export function isFulfilled(plan: RefreshPlan, { files, producer }: RecordedFiles): boolean {
  if (producer !== PRODUCER || hasChangedConfigs(plan)) return false;
  const isThere = (file: DiscoveredFile): boolean => {
    const recorded = files.get(file.path);
    return recorded !== undefined && isSameStat(file, recorded);
  };
  return plan.toRead.every(isThere) && !plan.removed.some((path) => files.has(path));
}

/** Maximum number of differing files that are named. */
export const MAX_STALE_NAMES = 3;

/** First paths of a plan's differing files. */
export function staleNames({ toRead, removed, configsToRead, configsRemoved, retried }: RefreshPlan): string[] {
  const read = [...toRead, ...configsToRead].map(({ path }) => path).filter((path) => !retried.has(path));
  return [...new Set([...read, ...removed, ...configsRemoved])].sort().slice(0, MAX_STALE_NAMES);
}

/** Whether a file is read again only because reading it failed, or because it was written while it was read. */
export function isSameContent(now: FileStat, then: FileStat | undefined): boolean {
  return then !== undefined && then.ino === UNKNOWN_INODE && isSameStat(now, { ...then, ino: now.ino });
}

/**
 * The stat to record for a file that was read. If the file was written during the scan, it may be written again within
 * the same clock tick with an equal stat: then the recorded stat makes the next refresh read it again.
 */
export function recordableStat(stat: FileStat, scanStartMs: number): FileStat {
  const isRacy = Math.max(stat.mtimeMs, stat.ctimeMs) >= scanStartMs - CLOCK_TICK_MS;
  return isRacy ? statToReadAgain(stat) : stat;
}

/** Inode in a recorded stat that matches no file. */
export const UNKNOWN_INODE = -1;

/** A stat that matches no file. */
export function statToReadAgain(stat: FileStat): FileStat {
  return { ...stat, ino: UNKNOWN_INODE };
}
