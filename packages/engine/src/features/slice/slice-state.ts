/** The state that a slice was computed from, or the error that tells how to build the slice again. */
import { parseVersionId, SdlError } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import type { Snapshot } from "@sdl/repository";
import type { KnownSlice } from "@sdl/repository/session";
import { parseCanonicalRequest } from "@sdl/slice";
import { borrowLayers } from "../../query/borrow-layers.js";
import type { FoundHandle } from "../../query/repository-of-handle.js";
import type { RegistryEntry } from "../../registry/registry-file.js";

/** A slice found by its handle, in its repository. */
export type LiveSlice = FoundHandle<KnownSlice>;

/** The state that a slice's candidates and cards were computed from. */
export interface SliceState {
  readonly graph: Snapshot;
  readonly derived: DerivedLayers | undefined;
}

/** @throws {SdlError} `lease_expired` if the state no longer exists */
export async function pinnedState(held: LiveSlice): Promise<SliceState> {
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
