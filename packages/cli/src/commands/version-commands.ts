/** `sdl versions` and `sdl prune`: lists versions of an index and removes old ones. */
import { versionList, versionPrune } from "@sdl/engine";
import type { Session } from "../session.js";
import { runAndPrint } from "./query-commands.js";

/** Options of `sdl versions`. */
export interface VersionsOptions {
  readonly limit?: number;
}

/** Lists the versions that are kept, with their sizes. */
export async function versionsCommand(session: Session, { limit }: VersionsOptions): Promise<void> {
  await runAndPrint(session, versionList, {}, { limit });
}

/** Options of `sdl prune`: how many versions and days to keep, and whether to store that as the setting. */
export interface PruneOptions {
  readonly keep?: number;
  readonly days?: number;
  readonly dryRun?: boolean;
  readonly always?: boolean;
}

/** Removes old versions and prints what was removed. */
export async function pruneCommand(session: Session, { keep, days, dryRun, always }: PruneOptions): Promise<void> {
  await runAndPrint(session, versionPrune, {}, { keepVersions: keep, keepDays: days, dryRun, asSetting: always });
}
