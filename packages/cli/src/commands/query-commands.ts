/** The commands that ask: search, card, outline, status. Each is an action's call and its rendering. */
import { fileOutline, repoStatus, SdlError, symbolAt, symbolGetCard, symbolSearch } from "@sdl/engine";
import { ExitCode } from "../exit-codes.js";
import { FoundProblems } from "../found-problems.js";
import { renderCard } from "../render/card.js";
import { renderOutline } from "../render/outline.js";
import { renderSearch } from "../render/search.js";
import { renderStatus } from "../render/status.js";
import { type contextOf, repositoryArguments, type Session } from "../session.js";
import { withProgress } from "./with-progress.js";
import { writeAnswer } from "./write-answer.js";

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

export async function searchCommand(session: Session, words: string[], options: SearchOptions): Promise<void> {
  const answer = await ask(session, symbolSearch, options, {
    query: words.join(" "),
    kinds: options.kind,
    limit: options.limit ?? 20,
  });
  writeAnswer(session, answer, renderSearch);
}

export async function cardCommand(session: Session, reference: string, options: QueryOptions): Promise<void> {
  const wanted = parseReference(reference);
  if ("line" in wanted) {
    if (options.asOf !== undefined) throw lineOfThePast(reference);
    const { symbol } = await ask(session, symbolAt, options, wanted);
    writeAnswer(session, await ask(session, symbolGetCard, {}, { symbolId: symbol.symbolId }), renderCard);
  } else {
    writeAnswer(session, await ask(session, symbolGetCard, options, wanted), renderCard);
  }
}

function lineOfThePast(reference: string): SdlError {
  return new SdlError(
    "invalid_params",
    `${reference}: lines are those of the latest version; with --as-of pass a name or an id`,
  );
}

export async function outlineCommand(session: Session, file: string, options: QueryOptions): Promise<void> {
  writeAnswer(session, await ask(session, fileOutline, options, { file }), renderOutline);
}

export async function statusCommand(session: Session, options: QueryOptions): Promise<void> {
  const answer = await ask(session, repoStatus, options, {});
  writeAnswer(session, answer, renderStatus);
  if (answer.filesIndexed === 0) throw new FoundProblems(ExitCode.NotFound);
}

interface Askable<Answer> {
  execute(rawArguments: unknown, context: ReturnType<typeof contextOf>): Promise<Answer>;
}

export async function ask<Answer>(
  session: Session,
  action: Askable<Answer>,
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

type Reference =
  | { readonly symbolId: string }
  | { readonly file: string; readonly line: number }
  | { readonly symbolRef: { readonly name: string; readonly file?: string } };

/** An id, a place (`src/auth/token.ts:14`), a name in a file (`src/auth/token.ts:validateToken`) or a name (`Class.method`). */
function parseReference(reference: string): Reference {
  if (/^[0-9a-f]{16}$/.test(reference)) return { symbolId: reference };
  const [, file, rest] = /^(.*[./\\].*):([^:]+)$/.exec(reference) ?? [];
  if (file === undefined || rest === undefined) return { symbolRef: { name: reference } };
  return /^\d+$/.test(rest) ? { file, line: Number(rest) } : { symbolRef: { name: rest, file } };
}
