/** Slices that a client names by their handle: found, or refused with what to build again; and the state that they were computed from. */
import { type DerivedLayers, parseVersionId, SdlError, type VersionId } from "@sdl/model";
import type { ActionContext } from "../actions/action.js";
import type { Snapshot } from "../registry/held-snapshot.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import type { KnownSlice } from "../session/slice-sessions.js";
import type { Workspace } from "../workspace/workspace.js";
import { isExpired } from "./pinned.js";

export interface HeldSlice {
  readonly entry: RegistryEntry;
  readonly workspace: Workspace;
  readonly known: KnownSlice;
  /** The latest version. @throws {SdlError} `not_indexed` */
  snapshot(): Snapshot;
}

/** What a slice's candidates and cards were computed from. */
export interface SliceState {
  readonly graph: Snapshot;
  readonly derived: DerivedLayers | undefined;
}

/**
 * @param handle of a slice, or of its spillover
 * @throws {SdlError} `handle_unknown`, `lease_expired` with the arguments to build again with
 */
export async function heldSlice(
  context: ActionContext,
  repoId: string | undefined,
  handle: string,
): Promise<HeldSlice> {
  const entry = context.engine.resolve(repoId);
  const repository = await context.engine.open(entry);
  const { workspace } = repository;
  const known = workspace.sessions.find(handle.replace(/^sp_/, "h_"));
  if (known === undefined) throw unknownHandle(entry, handle);
  if (!workspace.sessions.isLive(known)) throw await endedLease(entry, known, "its lease has ended");
  return { entry, workspace, known, snapshot: () => repository.snapshot() };
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

/** The slice as its client was sent it first. @throws {SdlError} `lease_expired` */
export async function ownShape({ entry, workspace, known }: HeldSlice): Promise<string> {
  const version = parseVersionId(known.record.pinned["ledgerVersion"] ?? "");
  const found = workspace.sessions.shape(known.handle, version);
  if (found === undefined) throw await endedLease(entry, known, "what was sent of it is gone");
  return found.shape;
}

/** A lease as answers carry it: from the first to the last version at which the client has the slice. */
export function leaseAnswer(expiresMs: number, versions: readonly VersionId[]): object {
  return { expiresAt: new Date(expiresMs).toISOString(), minVersion: versions[0], maxVersion: versions.at(-1) };
}

export function freshnessAnswer(workspace: Workspace): object {
  const { checkedAtMs, staleFiles } = workspace.freshness();
  return { checkedAt: new Date(checkedAtMs).toISOString(), staleFiles };
}

async function pinnedState(held: HeldSlice): Promise<SliceState> {
  const { entry, workspace, known } = held;
  const { ledgerVersion, derivedVersion } = known.record.pinned;
  const version = parseVersionId(ledgerVersion ?? "");
  const isLatest = workspace.latestVersion() === version;
  const graph = isLatest ? held.snapshot() : await workspace.snapshotAt(version).catch(() => undefined);
  if (graph === undefined) throw await endedLease(entry, known, `its version ${version} is gone`);
  const derived = derivedVersion === undefined ? undefined : (graph.derived() ?? (await deriveAgain(graph)));
  if (derived?.version === derivedVersion) return { graph, derived };
  throw await endedLease(entry, known, "its clusters, tests and processes were made by another program");
}

const derivedAgain = new WeakMap<Snapshot, DerivedLayers>();

/** Layers are stored for the latest version alone; of others they are made once more, and kept as long as the version is. */
async function deriveAgain(graph: Snapshot): Promise<DerivedLayers> {
  const known = derivedAgain.get(graph);
  if (known !== undefined) return known;
  const { layersOf } = await import("@sdl/graph/derive");
  const layers = layersOf(graph);
  derivedAgain.set(graph, layers);
  return layers;
}

function unknownHandle({ repoId }: RegistryEntry, handle: string): SdlError {
  return new SdlError(
    "handle_unknown",
    `no slice of ${repoId} has the handle ${JSON.stringify(handle)}; build it again, or pass the repoId it was built for`,
    {
      nextBestAction: {
        tool: "sdl.slice.build",
        args: { repoId },
        rationale: "gives a handle; pass the arguments that the slice was built with",
      },
    },
  );
}

async function endedLease({ repoId }: RegistryEntry, { handle, record }: KnownSlice, why: string): Promise<SdlError> {
  const { parseCanonicalRequest } = await import("@sdl/slice");
  return new SdlError("lease_expired", `the slice ${handle} cannot be asked about any more: ${why}; build it again`, {
    nextBestAction: {
      tool: "sdl.slice.build",
      args: { repoId, ...parseCanonicalRequest(record.request) },
      rationale: "builds the same slice of the latest version",
    },
  });
}
