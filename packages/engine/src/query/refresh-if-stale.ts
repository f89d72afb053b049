/**
 * Refreshes an index before a query, as far as that is quick. A longer refresh continues in the background, and the answer names the files that it
 * does not include.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WorkspaceError } from "@sdl/indexer";
import { type Freshness, isPublishedAfter, notedFiles, type Repository } from "@sdl/repository";
import type { ActionContext } from "../contract/action.js";
import { refreshRepository } from "./refresh-repository.js";
import { RefreshWait } from "./refresh-wait.js";
import { isWatchedAndCurrent, notedChanges } from "./watched.js";

/** `auto`: refresh if that is quick; `false`: use the index as it is; `true`: refresh, however long it takes. */
export type Fresh = boolean | "auto";

/**
 * Maximum wait of a query for changed files to be indexed, in ms: DEFAULT_WAIT_MS for most queries, MAX_FRESH_WAIT_MS for those about changes. If earlier queries
 * have waited this long without success and indexing continues, the next query does not wait.
 */
export const DEFAULT_WAIT_MS = 300;
/** How long a query waits for a refresh if its client asked for fresh data. */
export const MAX_FRESH_WAIT_MS = 10_000;
/** Minimum interval of comparisons with the disk while the index is known to be behind, in ms: a comparison slows the indexing process down. */
const RECHECK_MS = 250;
/** A comparison with the disk takes at most one in this many parts of the time while the index is known to be behind. */
const RECHECK_SHARE = 10;
/** More changed files than this are seldom indexed within DEFAULT_WAIT_MS. */
const FEW_FILES = 50;
/** Interval of checks while another process indexes, in ms. */
const CATCH_UP_MS = 10;

/**
 * Refreshes the index as `fresh` requires.
 * @param waitMs maximum wait for the refresh, in ms
 * @returns how the answering index compares with the files on disk
 * @throws {SdlError} `busy`, `corrupt_store`, if `fresh` is true
 */
export async function refreshIfStale(
  context: ActionContext,
  repository: Repository,
  fresh: Fresh,
  waitMs = DEFAULT_WAIT_MS,
): Promise<Freshness> {
  if (fresh === true) {
    await refreshRepository(context, repository, { mode: "incremental", onProgress: context.onProgress });
    return repository.freshness();
  }
  const nowMs = context.engine.now();
  const known = repository.freshness();
  // An action that calls several actions refreshes the index only once.
  if (context.isNested === true && known.checkedAtMs >= (context.askedAtMs ?? nowMs)) return known;
  const isWatched = await isWatchedAndCurrent(context.engine, repository);
  if (isWatched && known.staleFiles === 0) return { ...known, checkedAtMs: nowMs };
  if (fresh === "auto" && waitMs <= DEFAULT_WAIT_MS && isKnownBehind(context, repository)) return known;
  const noted = fresh === "auto" && waitMs <= DEFAULT_WAIT_MS ? await notedWhileTyped(context, repository) : undefined;
  if (noted !== undefined) return noted;
  const seen = await compareIfReadable(context, repository);
  const isLeft = seen.staleFiles === 0 || fresh === false || repository.readOnly || seen.hindrance !== undefined;
  if (isLeft) return seen;
  // Questions about changes compare versions of the index.
  if (waitMs <= DEFAULT_WAIT_MS && isInDrafts(repository, seen)) return { ...seen, staleFiles: 0, staleNames: [] };
  return refreshWithin(longestWaitMs(repository, seen, waitMs), { context, repository, seen });
}

/**
 * Whether all changed files were just saved in editors: the answer has their text, and the editors' processes are
 * indexing it. Looks at the few files that a comparison names. A second process that indexes them would only hold the lease.
 */
function isInDrafts(repository: Repository, { staleFiles, staleNames }: Freshness): boolean {
  return staleFiles <= staleNames.length && staleNames.every((path) => repository.drafts.hasTextOfDisk(path));
}

/** No wait for many files if editors have unsaved text: what is typed must be in answers before those files can be. */
function longestWaitMs(repository: Repository, { staleFiles }: Freshness, waitMs: number): number {
  const isTypedMeanwhile = waitMs <= DEFAULT_WAIT_MS && staleFiles > FEW_FILES;
  return isTypedMeanwhile && hasUnsavedText(repository) ? 0 : waitMs;
}

function hasUnsavedText({ drafts }: Repository): boolean {
  return drafts.status(undefined).dirty > 0;
}

/**
 * The changed files as a watcher noted them, if there are many and editors have unsaved text: a comparison with the disk would delay what is typed.
 * The watcher indexes them without a query's request. `undefined` if the files must be compared.
 */
async function notedWhileTyped({ engine }: ActionContext, repository: Repository): Promise<Freshness | undefined> {
  const noted = hasUnsavedText(repository) ? await notedChanges(engine, repository.repoId) : undefined;
  if (noted === undefined || isPublishedAfter(noted, repository.latestVersion())) return undefined;
  const files = notedFiles(noted);
  return files.staleFiles > FEW_FILES ? { checkedAtMs: engine.now(), ...files } : undefined;
}

/** Whether earlier queries waited without success, the files were compared lately, and the index has not changed since. */
function isKnownBehind({ engine }: ActionContext, repository: Repository): boolean {
  const known = repository.freshness();
  const waitedMs = engine.kept.of(repository, RefreshWait).waitedMs();
  if (waitedMs === 0 || waitedMs < longestWaitMs(repository, known, DEFAULT_WAIT_MS)) return false;
  const recheckMs = Math.max(RECHECK_MS, RECHECK_SHARE * engine.kept.of(repository, LastComparison).tookMs);
  return known.staleFiles > 0 && engine.now() - known.checkedAtMs < recheckMs && !repository.hasCaughtUp();
}

/** How long the last comparison with the disk took. One per repository. */
class LastComparison {
  tookMs = 0;
}

/** Compares the index with the disk. If a folder cannot be listed, returns the last known state. */
async function compareIfReadable({ engine }: ActionContext, repository: Repository): Promise<Freshness> {
  const beganMs = performance.now();
  try {
    return await repository.compareWithDisk();
  } catch (error) {
    if (error instanceof WorkspaceError) return repository.freshness();
    throw error;
  } finally {
    engine.kept.of(repository, LastComparison).tookMs = performance.now() - beganMs;
  }
}

/**
 * Waits until another process, such as an editor's server, has indexed the changes, so that this process need not take its turn.
 * @returns false when the wait is no longer worth it, see {@link longestWaitMs}
 */
async function waitUntilCaughtUp(
  { repository, seen }: Refreshing,
  waitMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    await sleep(CATCH_UP_MS, undefined, { ref: false });
    if (signal.aborted) break;
    if (repository.hasCaughtUp()) return true;
    if (longestWaitMs(repository, seen, waitMs) === 0) break;
  }
  return false;
}

interface Refreshing {
  readonly context: ActionContext;
  readonly repository: Repository;
  /** How the index compares with the disk now. */
  readonly seen: Freshness;
}

async function refreshWithin(waitMs: number, refresh: Refreshing): Promise<Freshness> {
  const { context, repository, seen } = refresh;
  const { engine } = context;
  const reason = "files changed before a question";
  const options = { mode: "incremental", reason, isAutomatic: waitMs === 0, trustsWatcher: true } as const;
  const refreshing = refreshRepository({ engine, signal: engine.ending }, repository, options).then(
    () => true,
    // A failure leaves the index behind, which the answer states; only a requested refresh reports the error.
    () => false,
  );
  const waitedMs = engine.kept.of(repository, RefreshWait).begin(refreshing);
  // A query about changes waits the full time, because its answer is useless without them.
  const leftMs = waitMs > DEFAULT_WAIT_MS ? waitMs : Math.max(0, waitMs - waitedMs);
  const waiting = new AbortController();
  const caughtUp = waitUntilCaughtUp(refresh, waitMs, waiting.signal);
  const isDone = await Promise.race([refreshing, caughtUp, sleep(leftMs, false, { ref: false })]);
  waiting.abort();
  context.signal?.throwIfAborted();
  if (isDone) return repository.freshness();
  repository.markUnawaited();
  return seen;
}
