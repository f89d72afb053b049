/** The commands that ask: search, card, refs, path, outline, file, status. Each is an action's call and its text. */
import {
  type Action,
  fileOutline,
  fileRead,
  graphPath,
  repoStatus,
  symbolGetCard,
  symbolReferences,
  symbolSearch,
} from "@sdl/engine";
import { ExitCode } from "../exit-codes.js";
import { FoundProblems } from "../found-problems.js";
import { repositoryArguments, type Session } from "../session.js";
import { withProgress } from "./with-progress.js";
import { writeText } from "./write-answer.js";

/** What the asking commands share. */
export interface QueryOptions {
  /** Absent: index changed files first if that is quick. */
  readonly fresh?: boolean;
  /** A version's name. */
  readonly asOf?: string;
}

export interface SearchOptions extends QueryOptions {
  readonly kind?: readonly string[];
  readonly limit?: number;
}

export interface CardOptions extends QueryOptions {
  readonly source?: string;
}

export interface ReferencesOptions extends QueryOptions {
  readonly direction?: string;
  readonly depth?: number;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface FileOptions {
  readonly heading?: string;
  readonly key?: string;
  readonly lines?: string;
  readonly tokens?: number;
}

export async function searchCommand(session: Session, words: string[], options: SearchOptions): Promise<void> {
  const { kind, limit = 20 } = options;
  await answer(session, symbolSearch, options, { query: words.join(" "), kinds: kind, limit });
}

export async function cardCommand(session: Session, symbol: string, options: CardOptions): Promise<void> {
  await answer(session, symbolGetCard, options, { symbol, source: options.source });
}

export async function refsCommand(session: Session, symbol: string, options: ReferencesOptions): Promise<void> {
  const { direction, depth, limit, cursor } = options;
  await answer(session, symbolReferences, options, { symbol, direction, depth, limit, cursor });
}

export async function pathCommand(session: Session, from: string, to: string, options: QueryOptions): Promise<void> {
  await answer(session, graphPath, options, { from, to });
}

export async function outlineCommand(session: Session, file: string, options: QueryOptions): Promise<void> {
  await answer(session, fileOutline, options, { file });
}

export async function fileCommand(session: Session, path: string, options: FileOptions): Promise<void> {
  const { heading, key, lines, tokens } = options;
  await answer(session, fileRead, {}, { path, heading, key, lines, budget: tokens });
}

export async function statusCommand(session: Session, options: QueryOptions): Promise<void> {
  const { filesIndexed } = await answer(session, repoStatus, options, {});
  if (filesIndexed === 0) throw new FoundProblems(ExitCode.NotFound);
}

/** Asks and writes what comes back. */
export async function answer<Answer extends object>(
  session: Session,
  action: Action<Answer>,
  options: QueryOptions,
  args: object,
): Promise<Answer> {
  const found = await ask(session, action, options, args);
  writeText(session, action, found);
  return found;
}

async function ask<Answer extends object>(
  session: Session,
  action: Action<Answer>,
  options: QueryOptions,
  args: object,
): Promise<Answer> {
  const request = {
    ...repositoryArguments(session),
    ...args,
    ...(options.fresh === undefined ? {} : { fresh: options.fresh }),
    ...(options.asOf === undefined ? {} : { asOfVersion: options.asOf }),
  };
  return withProgress(session, (context) => action.execute(request, context));
}
