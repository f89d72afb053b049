/** Finds slices by handle, or refuses with the arguments to build them again; computes on the state that a slice was computed from. */
import type { VersionId } from "@sdl/model";
import type { Repository } from "@sdl/repository";
import { toSliceHandle } from "@sdl/repository/session";
import type { ActionContext } from "../../contract/action.js";
import { findByHandle, type HandleCall } from "../../query/repository-of-handle.js";
import { isExpired } from "../../query/run-query.js";
import { restoreSlice } from "./restore-slice.js";
import { type LiveSlice, leaseExpiredError, pinnedState, type SliceState } from "./slice-state.js";

/** @throws {SdlError} `handle_unknown`; `lease_expired` with the arguments to build the slice again */
export async function findLiveSlice(context: ActionContext, call: HandleCall): Promise<LiveSlice> {
  const found = await findSlice(context, call);
  const { entry, repository, known } = found;
  if (!repository.sessions.isLive(known)) throw leaseExpiredError(entry, known, "its lease has ended");
  return found;
}

/**
 * Also finds a slice whose lease has ended, as long as it is stored.
 * @throws {SdlError} `handle_unknown`; `lease_expired` if another server built the slice and this one cannot build it again
 */
export function findSlice(context: ActionContext, call: HandleCall): Promise<LiveSlice> {
  const handle = toSliceHandle(call.handle);
  return findByHandle(context.engine, call, async (repository, entry) => {
    const known = repository.sessions.find(handle);
    const isUsable = known !== undefined && repository.sessions.isLive(known);
    return isUsable ? known : ((await restoreSlice(context, { entry, repository }, handle)) ?? known);
  });
}

/** Makes a slice that another server gave out known to this one, if that is possible: a code window is allowed for what a live slice found. */
export async function announceSlice(
  context: ActionContext,
  { repoId, handle }: { readonly repoId?: string | undefined; readonly handle: string },
): Promise<void> {
  const entry = await context.engine.find(repoId);
  const repository = await context.engine.open(entry);
  if (repository.sessions.find(handle) === undefined) await restoreSlice(context, { entry, repository }, handle);
}

/**
 * Computes on the state that the slice was built from.
 * @throws {SdlError} `lease_expired` if that state no longer exists
 */
export async function computeOnPinnedState<T>(held: LiveSlice, compute: (state: SliceState) => Promise<T>): Promise<T> {
  const attempt = async () => compute(await pinnedState(held));
  try {
    return await attempt();
  } catch (error) {
    if (!isExpired(error)) throw error;
    return attempt(); // a new version was published meanwhile; the second attempt reads the slice's version as a past one
  }
}

/** A lease in answers: its expiry, and the first and last version at which the client has the slice. */
export function leaseAnswer(expiresMs: number, versions: readonly VersionId[]): object {
  return { expiresAt: new Date(expiresMs).toISOString(), minVersion: versions[0], maxVersion: versions.at(-1) };
}

/** Answer fields: when files were last compared, and how many were stale. */
export function freshnessAnswer(repository: Repository): object {
  const { checkedAtMs, staleFiles } = repository.freshness();
  return { checkedAt: new Date(checkedAtMs).toISOString(), staleFiles };
}
