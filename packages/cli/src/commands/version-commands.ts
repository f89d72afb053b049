/** `sdl versions` and `sdl prune`. */
import { versionList, versionPrune } from "@sdl/engine";
import { renderPrune, renderVersions } from "../render/versions.js";
import type { Session } from "../session.js";
import { ask } from "./query-commands.js";
import { writeAnswer } from "./write-answer.js";

export interface VersionsOptions {
  readonly limit?: number;
}

export async function versionsCommand(session: Session, { limit }: VersionsOptions): Promise<void> {
  const answer = await ask(session, versionList, {}, { limit });
  writeAnswer(session, answer, renderVersions);
}

export interface PruneOptions {
  readonly keep?: number;
  readonly days?: number;
  readonly dryRun?: boolean;
  readonly always?: boolean;
}

export async function pruneCommand(session: Session, { keep, days, dryRun, always }: PruneOptions): Promise<void> {
  const args = { keepVersions: keep, keepDays: days, dryRun, asSetting: always };
  const answer = await ask(session, versionPrune, {}, args);
  writeAnswer(session, answer, renderPrune);
}
