/** `sdl clean`: removes what is not needed of what the program has written. */
import { type CleanRequest, clean } from "@sdl/engine";
import { renderClean } from "../render/clean.js";
import { writeJson } from "../render/json.js";
import { repositoryArguments, type Session } from "../session.js";

export interface CleanOptions {
  readonly all?: boolean;
  readonly olderThan?: number;
  readonly maxSize?: number;
  readonly dryRun?: boolean;
}

/** @param repositories folders or names; none: all */
export async function cleanCommand(
  session: Session,
  repositories: readonly string[],
  { all, olderThan, maxSize, dryRun = false }: CleanOptions,
): Promise<void> {
  const { engine, terminal, options } = session;
  const repoIds = repositories.flatMap((repo) => repositoryArguments({ ...session, options: { repo } }).repoId ?? []);
  const request: CleanRequest = {
    dryRun,
    ...(repositories.length === 0 ? {} : { repoIds }),
    ...(all === undefined ? {} : { all }),
    ...(olderThan === undefined ? {} : { olderThanDays: olderThan }),
    ...(maxSize === undefined ? {} : { maxBytes: maxSize }),
  };
  const result = await clean(engine, request);
  if (options.json === true) writeJson(terminal, { dryRun, ...result });
  else terminal.out(renderClean(result, dryRun, terminal.style));
}
