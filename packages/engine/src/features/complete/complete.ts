/**
 * Completions for an editor of calls: addresses of symbols, files, tests, revisions, handles. Uses the index without a refresh, to be quick;
 * without an index there are none. Best first.
 */
import { existsSync } from "node:fs";
import { SdlError } from "@sdl/model";
import { testPath } from "@sdl/model/paths";
import type { ActionContext } from "../../contract/action.js";
import { openIndexed } from "../../query/open-indexed.js";
import { runQuery } from "../../query/run-query.js";
import { symbolSearch } from "../search/symbol-search.action.js";

/** The typed text, and the repository. */
export interface CompletionRequest {
  readonly repoId?: string | undefined;
  /** The text typed so far. */
  readonly text: string;
}

/** Kinds of values that can be completed. */
export type CompletedKind = "symbol" | "file" | "test" | "revision" | "slice" | "repository";

type Complete = (context: ActionContext, request: CompletionRequest) => Promise<readonly string[]>;

/** Maximum number of symbols searched for: a user does not read longer lists. */
const MAX_SYMBOLS = 30;

/** @returns an empty list if the repository or its index does not exist @throws an AbortError when the caller's signal fires */
export async function complete(
  kind: CompletedKind,
  context: ActionContext,
  request: CompletionRequest,
): Promise<readonly string[]> {
  try {
    const isReady = kind === "repository" || (await isIndexed(context, request));
    return isReady ? await COMPLETIONS[kind](context, request) : [];
  } catch (error) {
    context.signal?.throwIfAborted();
    if (error instanceof SdlError) return [];
    throw error;
  }
}

const COMPLETIONS: Readonly<Record<CompletedKind, Complete>> = {
  symbol: async (context, { repoId, text }) => {
    // In an address `path#name` only the name is searched.
    const query = text.slice(text.lastIndexOf("#") + 1).trim();
    if (query === "") return [];
    const args = { query, limit: MAX_SYMBOLS, fresh: false, ...(repoId === undefined ? {} : { repoId }) };
    const { results = [] } = await symbolSearch.execute(args, { ...context, text: undefined, isNested: true });
    return [...new Set(results.map(({ file, name }) => (name === file ? file : `${file}#${name}`)))];
  },
  file: async (context, request) => rankMatches(await indexedFiles(context, request), request.text),
  test: async (context, request) => {
    const files = await indexedFiles(context, request);
    return rankMatches(
      files.filter((file) => testPath(file) === "test"),
      request.text,
    );
  },
  revision: async (context, { repoId, text }) => {
    const { repository } = await openIndexed(context, repoId);
    const names = ["HEAD", "HEAD~1", "@latest", "@latest~1", ...(await repository.git().names())];
    return rankMatches(names, text);
  },
  slice: async (context, { repoId, text }) => {
    const { repository } = await openIndexed(context, repoId);
    return rankMatches(
      repository.sessions.live().map(({ handle }) => handle),
      text,
    );
  },
  repository: async ({ engine }, { text }) => rankMatches(engine.servedNames(), text),
};

/** Completions never start the first index, because it takes longer than a user waits. */
async function isIndexed({ engine }: ActionContext, { repoId }: CompletionRequest): Promise<boolean> {
  const entry = engine.resolve(repoId);
  return existsSync(engine.storePath(entry)) && (await engine.open(entry)).isIndexed();
}

async function indexedFiles(context: ActionContext, { repoId }: CompletionRequest): Promise<readonly string[]> {
  const { files } = await runQuery(context, { repoId, fresh: false }, ({ graph }) => ({ files: graph.files() }));
  return files;
}

/**
 * Names that contain the text: first those that begin with it, then those with a path segment that does, then the rest; each group in the given
 * order.
 */
function rankMatches(names: readonly string[], text: string): readonly string[] {
  const wanted = text.toLowerCase();
  const rank = (name: string): number => {
    const lower = name.toLowerCase();
    if (lower.startsWith(wanted)) return 0;
    return lower.includes(`/${wanted}`) ? 1 : 2;
  };
  const held = names.filter((name) => name.toLowerCase().includes(wanted));
  return held
    .map((name) => ({ name, rank: rank(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}
