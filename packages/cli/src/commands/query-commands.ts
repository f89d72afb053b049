/**
 * Commands that query an index: search, card, refs, path, outline, file, status. Each calls one action and prints its
 * text.
 */
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

/** Options that all query commands share. */
export interface QueryOptions {
  /** Absent: index changed files first if that is quick. True: always. False: never. */
  readonly fresh?: boolean;
  /** The version to read, by name. */
  readonly asOf?: string;
}

/** Options of `sdl search`. */
export interface SearchOptions extends QueryOptions {
  readonly kind?: readonly string[];
  readonly limit?: number;
}

/** Options of `sdl card`. */
export interface CardOptions extends QueryOptions {
  readonly source?: string;
}

/** Options of `sdl refs`. */
export interface ReferencesOptions extends QueryOptions {
  readonly direction?: string;
  readonly depth?: number;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Options of `sdl status`. */
export interface StatusOptions extends QueryOptions {
  readonly imports?: boolean;
}

/** Options of `sdl file`; `tokens` bounds the answer. */
export interface FileOptions {
  readonly heading?: string;
  readonly key?: string;
  readonly lines?: string;
  readonly tokens?: number;
}

/** Searches symbols by name or words. */
export async function searchCommand(session: Session, words: string[], options: SearchOptions): Promise<void> {
  const { kind, limit = 20 } = options;
  await runAndPrint(session, symbolSearch, options, { query: words.join(" "), kinds: kind, limit });
}

/** Shows the card of one symbol. @param symbol FILE:LINE, FILE#NAME, Class.method, a name or an id */
export async function cardCommand(session: Session, symbol: string, options: CardOptions): Promise<void> {
  await runAndPrint(session, symbolGetCard, options, { symbol, source: options.source });
}

/** Lists uses of a symbol, or what it uses. @param symbol as in {@link cardCommand} */
export async function refsCommand(session: Session, symbol: string, options: ReferencesOptions): Promise<void> {
  const { direction, depth, limit, cursor } = options;
  await runAndPrint(session, symbolReferences, options, { symbol, direction, depth, limit, cursor });
}

/** Finds how one symbol reaches another in the graph. */
export async function pathCommand(session: Session, from: string, to: string, options: QueryOptions): Promise<void> {
  await runAndPrint(session, graphPath, options, { from, to });
}

/** Lists the symbols of a file as a tree. */
export async function outlineCommand(session: Session, file: string, options: QueryOptions): Promise<void> {
  await runAndPrint(session, fileOutline, options, { file });
}

/** Prints a document or configuration file, or a part of it. */
export async function fileCommand(session: Session, path: string, options: FileOptions): Promise<void> {
  const { heading, key, lines, tokens } = options;
  await runAndPrint(session, fileRead, {}, { path, heading, key, lines, budget: tokens });
}

/**
 * Prints version, size, freshness and health of an index. @throws {FoundProblems} with the exit code "not found" if
 * nothing is indexed
 */
export async function statusCommand(session: Session, options: StatusOptions): Promise<void> {
  const { filesIndexed } = await runAndPrint(session, repoStatus, options, { imports: options.imports });
  if (filesIndexed === 0) throw new FoundProblems(ExitCode.NotFound);
}

/** Runs an action and prints its answer. */
export async function runAndPrint<Answer extends object>(
  session: Session,
  action: Action<Answer>,
  options: QueryOptions,
  args: object,
): Promise<Answer> {
  const found = await runAction(session, action, options, args);
  writeText(session, action, found);
  return found;
}

async function runAction<Answer extends object>(
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
