/** Finds slices by handle, or refuses with the arguments to build them again; restores the state that a slice was computed from. */
import { parseVersionId, SdlError, type VersionId } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import type { Repository, Snapshot } from "@sdl/repository";
import { type KnownSlice, toSliceHandle } from "@sdl/repository/session";
import { parseCanonicalRequest } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import { borrowLayers } from "../../query/borrow-layers.js";
import { type FoundHandle, findByHandle, type HandleCall } from "../../query/repository-of-handle.js";
import { isExpired } from "../../query/run-query.js";
import type { RegistryEntry } from "../../registry/registry-file.js";

/** A slice found by its handle, in its repository. */
export type LiveSlice = FoundHandle<KnownSlice>;

/** The state that a slice's candidates and cards were computed from. */
export interface SliceState {
  readonly graph: Snapshot;
  readonly derived: DerivedLayers | undefined;
}

/** @throws {SdlError} `handle_unknown`; `lease_expired` with the arguments to build the slice again */
export async function findLiveSlice(context: ActionContext, call: HandleCall): Promise<LiveSlice> {
  const found = await findByHandle(context.engine, call, (repository) =>
    repository.sessions.find(toSliceHandle(call.handle)),
  );
  const { entry, repository, known } = found;
  if (!repository.sessions.isLive(known)) throw leaseExpiredError(entry, known, "its lease has ended");
  return found;
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

async function pinnedState(held: LiveSlice): Promise<SliceState> {
  const { entry, repository, known } = held;
  const { ledgerVersion, derivedVersion, overlayVersion } = known.record.pinned;
  const version = parseVersionId(ledgerVersion ?? "");
  const latest = repository.snapshot();
  const layers = derivedVersion === undefined ? undefined : latest.derived();
  if (overlayVersion !== undefined) {
    const drafted = latest.version === version ? await repository.drafted() : undefined;
    if (drafted?.overlayVersion !== Number(overlayVersion))
      throw leaseExpiredError(entry, known, "unsaved text has changed since");
    return { graph: drafted.graph, derived: layers && borrowLayers(drafted.graph, latest, layers) };
  }
  if (latest.version === version) return { graph: latest, derived: layers };
  const graph = await repository.snapshotAt(version).catch((error: unknown) => {
    if (error instanceof SdlError && error.code === "version_not_found") return undefined;
    throw error;
  });
  if (graph === undefined) throw leaseExpiredError(entry, known, `its version ${version} no longer exists`);
  // Layers are stored for the latest version only: an older version uses those of the same symbols in the latest one.
  return { graph, derived: layers === undefined ? undefined : borrowLayers(graph, latest, layers) };
}

/** The error for an expired handle, with the call that builds the slice again. */
export function leaseExpiredError({ repoId }: RegistryEntry, { handle, record }: KnownSlice, why: string): SdlError {
  // Leaves the cursor out: the stored request has the task itself, and the cursor's slice may have ended too.
  const { cursor: _, ...request } = parseCanonicalRequest(record.request);
  return new SdlError("lease_expired", `the slice ${handle} can no longer be used: ${why}; build it again`, {
    nextBestAction: {
      tool: "sdl.slice.build",
      args: { repoId, ...request },
      rationale: "builds the same slice of the latest version",
    },
  });
}
