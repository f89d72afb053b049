/**
 * Brings an index up to date before a query, as far as that is quick. What is not done by then goes on behind the answer, and the answer
 * says which files it does not know.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WorkspaceError } from "@sdl/indexer";
import type { Freshness, Repository } from "@sdl/repository";
import type { ActionContext } from "../contract/action.js";
import { refreshRepository } from "./refresh-repository.js";
import { RefreshWait } from "./refresh-wait.js";
import { isWatchedAndCurrent } from "./watched.js";

/** `auto`: as far as is quick; `false`: the index as it is; `true`: whatever it takes. */
export type Fresh = boolean | "auto";

/**
 * How long a query waits for changed files to be indexed: most of them, and those that are about the changes themselves. Where queries before
 * waited so long in vain, and the work goes on, the next waits no more.
 */
export const QUICK_MS = 300;
export const PATIENT_MS = 10_000;
/** While the index is known to be behind, and catching up, files are compared so often at most: that takes the time of whoever indexes. */
const RECHECK_MS = 250;
/** Between looks at what another process indexes. */
const CATCH_UP_MS = 10;

/**
 * @param waitMs how long what changed may take to be indexed
 * @returns how the index that answers compares with the disk
 * @throws {SdlError} `busy`, `corrupt_store`, where `fresh` is true
 */
export async function bringUpToDate(
  context: ActionContext,
  repository: Repository,
  fresh: Fresh,
  waitMs = QUICK_MS,
): Promise<Freshness> {
  if (fresh === true) {
    await refreshRepository(context, repository, { mode: "incremental", onProgress: context.onProgress });
    return repository.freshness();
  }
  const nowMs = context.engine.now();
  const known = repository.freshness();
  // What makes several calls brings the index up to date once.
  if (context.isNested === true && known.checkedAtMs >= (context.askedAtMs ?? nowMs)) return known;
  const isWatched = await isWatchedAndCurrent(context.engine, repository);
  if (isWatched && known.staleFiles === 0) return { ...known, checkedAtMs: nowMs };
  if (fresh === "auto" && waitMs <= QUICK_MS && isKnownBehind(context, repository)) return known;
  const seen = await compare(repository);
  const isLeft = seen.staleFiles === 0 || fresh === false || repository.readOnly || seen.hindrance !== undefined;
  return isLeft ? seen : refreshWithin(waitMs, { context, repository, seen });
}

/** Whether questions waited in vain for files to be indexed, one of them looked at the files just now, and the index is as it was then. */
function isKnownBehind({ engine }: ActionContext, repository: Repository): boolean {
  if (engine.kept.of(repository, RefreshWait).waitedMs() < QUICK_MS) return false;
  const { staleFiles, checkedAtMs } = repository.freshness();
  return staleFiles > 0 && engine.now() - checkedAtMs < RECHECK_MS && !repository.hasCaughtUp();
}

/** A folder that cannot be listed hinders no answer: the index says what was known last. */
async function compare(repository: Repository): Promise<Freshness> {
  try {
    return await repository.compareWithDisk();
  } catch (error) {
    if (error instanceof WorkspaceError) return repository.freshness();
    throw error;
  }
}

/** An editor's server indexes what was saved, and this process waits for its turn: no turn is needed where that is all that changed. */
async function untilCaughtUp(repository: Repository, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await sleep(CATCH_UP_MS, undefined, { ref: false });
    if (!signal.aborted && repository.hasCaughtUp()) return true;
  }
  return false;
}

interface Refreshing {
  readonly context: ActionContext;
  readonly repository: Repository;
  /** How the index compares with the disk now. */
  readonly seen: Freshness;
}

async function refreshWithin(waitMs: number, { context, repository, seen }: Refreshing): Promise<Freshness> {
  const { engine } = context;
  const options = { mode: "incremental", reason: "files changed before a question" } as const;
  const refreshing = refreshRepository({ engine, signal: engine.ending }, repository, options).then(
    () => true,
    // What stands in its way, the answer says by being behind; a refresh that is asked for says why.
    () => false,
  );
  const waitedMs = engine.kept.of(repository, RefreshWait).begin(refreshing);
  // Who asks about the changes themselves has nothing of an answer without them.
  const leftMs = waitMs > QUICK_MS ? waitMs : Math.max(0, waitMs - waitedMs);
  const waiting = new AbortController();
  const caughtUp = untilCaughtUp(repository, waiting.signal);
  const isDone = await Promise.race([refreshing, caughtUp, sleep(leftMs, false, { ref: false })]);
  waiting.abort();
  context.signal?.throwIfAborted();
  if (isDone) return repository.freshness();
  repository.leaveBehind();
  return seen;
}
