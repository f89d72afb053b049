/** Slices that a client names by their handle: found, or refused with what to build again; and the state that they were computed from. */
import { parseVersionId, SdlError, type VersionId } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import type { Repository, Snapshot } from "@sdl/repository";
import { type KnownSlice, sliceHandleOf } from "@sdl/repository/session";
import { parseCanonicalRequest } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import { borrowLayers } from "../../query/borrow-layers.js";
import { type FoundHandle, findByHandle, type HandleCall } from "../../query/repository-of-handle.js";
import { isExpired } from "../../query/run-query.js";
import type { RegistryEntry } from "../../registry/registry-file.js";

export type HeldSlice = FoundHandle<KnownSlice>;

/** What a slice's candidates and cards were computed from. */
export interface SliceState {
  readonly graph: Snapshot;
  readonly derived: DerivedLayers | undefined;
}

/** @throws {SdlError} `handle_unknown`, `lease_expired` with the arguments to build again with */
export async function heldSlice(context: ActionContext, call: HandleCall): Promise<HeldSlice> {
  const found = await findByHandle(context.engine, call, (repository) =>
    repository.sessions.find(sliceHandleOf(call.handle)),
  );
  const { entry, repository, known } = found;
  if (!repository.sessions.isLive(known)) throw endedLease(entry, known, "its lease has ended");
  return found;
}

/**
 * Computes on the state that the slice was built from.
 * @throws {SdlError} `lease_expired` when that is gone
 */
export async function onPinnedState<T>(held: HeldSlice, compute: (state: SliceState) => Promise<T>): Promise<T> {
  const attempt = async () => compute(await pinnedState(held));
  try {
    return await attempt();
  } catch (error) {
    if (!isExpired(error)) throw error;
    return attempt(); // a new version was published meanwhile: the slice's is an old one now
  }
}

/** A lease as answers carry it: from the first to the last version at which the client has the slice. */
export function leaseAnswer(expiresMs: number, versions: readonly VersionId[]): object {
  return { expiresAt: new Date(expiresMs).toISOString(), minVersion: versions[0], maxVersion: versions.at(-1) };
}

export function freshnessAnswer(repository: Repository): object {
  const { checkedAtMs, staleFiles } = repository.freshness();
  return { checkedAt: new Date(checkedAtMs).toISOString(), staleFiles };
}

async function pinnedState(held: HeldSlice): Promise<SliceState> {
  const { entry, repository, known } = held;
  const { ledgerVersion, derivedVersion, overlayVersion } = known.record.pinned;
  const version = parseVersionId(ledgerVersion ?? "");
  const latest = repository.snapshot();
  const layers = derivedVersion === undefined ? undefined : latest.derived();
  if (overlayVersion !== undefined) {
    const drafted = latest.version === version ? await repository.drafted() : undefined;
    if (drafted?.overlayVersion !== Number(overlayVersion)) throw endedLease(entry, known, "the unsaved text went on");
    return { graph: drafted.graph, derived: layers && borrowLayers(drafted.graph, latest, layers) };
  }
  if (latest.version === version) return { graph: latest, derived: layers };
  const graph = await repository.snapshotAt(version).catch((error: unknown) => {
    if (error instanceof SdlError && error.code === "version_not_found") return undefined;
    throw error;
  });
  if (graph === undefined) throw endedLease(entry, known, `its version ${version} is gone`);
  // Layers are stored for the latest version alone: of an older one, the same symbols' stand for its own.
  return { graph, derived: layers === undefined ? undefined : borrowLayers(graph, latest, layers) };
}

export function endedLease({ repoId }: RegistryEntry, { handle, record }: KnownSlice, why: string): SdlError {
  // A cursor stands for the task of a slice that has ended as well.
  const { cursor: _, ...request } = parseCanonicalRequest(record.request);
  return new SdlError("lease_expired", `the slice ${handle} cannot be asked about any more: ${why}; build it again`, {
    nextBestAction: {
      tool: "sdl.slice.build",
      args: { repoId, ...request },
      rationale: "builds the same slice of the latest version",
    },
  });
}
