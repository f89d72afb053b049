/** `sdl clean`: removes files of the program that are no longer needed. */
import { type CleanRequest, removeIndexes } from "@sdl/engine";
import { renderClean } from "../render/clean.js";
import type { Session } from "../session.js";
import { writeAnswer } from "./write-answer.js";

/** Options of `sdl clean`; `olderThan` in days, `maxSize` in bytes. */
export interface CleanOptions {
  readonly all?: boolean;
  readonly olderThan?: number;
  readonly maxSize?: number;
  readonly dryRun?: boolean;
}

/** @param repositories folders or repoIds; empty means all */
export async function cleanCommand(
  session: Session,
  repositories: readonly string[],
  { all, olderThan, maxSize, dryRun = false }: CleanOptions,
): Promise<void> {
  const repoIds = repositories.map((repo) => session.engine.resolve(repo).repoId);
  const request: CleanRequest = {
    dryRun,
    repoIds: repositories.length === 0 ? undefined : repoIds,
    all,
    olderThanDays: olderThan,
    maxBytes: maxSize,
  };
  const result = await removeIndexes(session.engine, request);
  writeAnswer(session, { dryRun, ...result }, (_, { style }) => renderClean(result, dryRun, style));
}
