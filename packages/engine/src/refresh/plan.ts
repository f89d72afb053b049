/**
 * What a refresh has to do: the disk's files against the ledger's. Knows stats only; reads no source.
 * Invariant: a file is left alone only if its stat is the recorded one and it was not written so late that a stat cannot tell.
 */
import { type DiscoveredConfig, type DiscoveredFile, type Discovery, type FileStat, isSameStat } from "@sdl/indexer";

/** What the ledger recorded of its files. */
export interface RecordedFiles {
  /** Stat of an indexed file or configuration; `undefined` when it is not recorded. */
  fileStat(path: string): FileStat | undefined;
  configStat(path: string): FileStat | undefined;
  filePaths(): readonly string[];
  configPaths(): readonly string[];
  /** Files that an earlier refresh left out after reading them, with the stat they had then. */
  skippedStat(path: string): FileStat | undefined;
  /** When the last scan began, in milliseconds since the epoch; 0 before the first. */
  readonly scannedAtMs: number;
}

export interface RefreshPlan {
  /** New, changed, or too young to tell. */
  readonly toRead: readonly DiscoveredFile[];
  readonly removed: readonly string[];
  readonly configsToRead: readonly DiscoveredConfig[];
  readonly configsRemoved: readonly string[];
  /** Files left alone since an earlier refresh skipped this very content. */
  readonly stillSkipped: readonly string[];
}

/** A kernel's clock for file times lags the wall clock by up to this much. */
const TICK_MS = 20;

/** @param mode `full` reads every file again, whatever its stat says */
export function planRefresh(discovery: Discovery, recorded: RecordedFiles, mode: "full" | "incremental"): RefreshPlan {
  const isSettled = (now: FileStat, then: FileStat | undefined): boolean =>
    mode === "incremental" && then !== undefined && isSameStat(now, then) && now.mtimeMs < recorded.scannedAtMs - TICK_MS;
  const stillSkipped: string[] = [];
  const toRead = discovery.files.filter((file) => {
    if (isSettled(file, recorded.fileStat(file.path))) return false;
    if (!isSettled(file, recorded.skippedStat(file.path))) return true;
    stillSkipped.push(file.path);
    return false;
  });
  const configsToRead = discovery.configs.filter((config) => !isSettled(config, recorded.configStat(config.path)));
  const files = new Set(discovery.files.map((file) => file.path));
  const configs = new Set(discovery.configs.map((config) => config.path));
  return {
    toRead,
    removed: recorded.filePaths().filter((path) => !files.has(path)),
    configsToRead,
    configsRemoved: recorded.configPaths().filter((path) => !configs.has(path)),
    stillSkipped,
  };
}
