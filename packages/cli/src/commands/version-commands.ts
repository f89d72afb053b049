/** `sdl versions` and `sdl prune`. */
import { versionList, versionPrune } from "@sdl/engine";
import type { Session } from "../session.js";
import { answer } from "./query-commands.js";

export interface VersionsOptions {
  readonly limit?: number;
}

export async function versionsCommand(session: Session, { limit }: VersionsOptions): Promise<void> {
  await answer(session, versionList, {}, { limit });
}

export interface PruneOptions {
  readonly keep?: number;
  readonly days?: number;
  readonly dryRun?: boolean;
  readonly always?: boolean;
}

export async function pruneCommand(session: Session, { keep, days, dryRun, always }: PruneOptions): Promise<void> {
  await answer(session, versionPrune, {}, { keepVersions: keep, keepDays: days, dryRun, asSetting: always });
}
