/** `sdl versions` and `sdl prune`. */
import { versionList, versionPrune } from "@sdl/engine";
import { writeJson } from "../render/json.js";
import { renderPrune, renderVersions } from "../render/versions.js";
import type { Session } from "../session.js";
import { ask } from "./query-commands.js";

export interface VersionsOptions {
  readonly limit?: number;
}

export async function versionsCommand(session: Session, { limit }: VersionsOptions): Promise<void> {
  const answer = await ask(session, versionList, {}, limit === undefined ? {} : { limit });
  if (session.options.json === true) writeJson(session.terminal, answer);
  else session.terminal.out(renderVersions(answer, session.terminal));
}

export interface PruneOptions {
  readonly keep?: number;
  readonly days?: number;
  readonly dryRun?: boolean;
  readonly always?: boolean;
}

export async function pruneCommand(session: Session, { keep, days, dryRun, always }: PruneOptions): Promise<void> {
  const answer = await ask(
    session,
    versionPrune,
    {},
    {
      ...(keep === undefined ? {} : { keepVersions: keep }),
      ...(days === undefined ? {} : { keepDays: days }),
      dryRun: dryRun === true,
      asSetting: always === true,
    },
  );
  if (session.options.json === true) writeJson(session.terminal, answer);
  else session.terminal.out(renderPrune(answer));
}
