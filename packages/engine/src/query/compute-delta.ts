/** Computes the delta of two versions of a repository by their names. */
import { computeDelta, type Delta, type DeltaSide, deltaSide } from "@sdl/delta";
import type { VersionId } from "@sdl/model";
import { type Snapshot, workProgress } from "@sdl/repository";
import { behaviourStatements } from "@sdl/slice";
import type { ActionContext } from "../contract/action.js";
import { borrowLayers } from "./borrow-layers.js";
import type { Query } from "./run-query.js";

/** Names of the two versions. */
export interface DeltaRequest {
  readonly fromVersion: string;
  readonly toVersion: string;
}

/** A delta, and the version ids of the requested names. */
export interface NamedDelta {
  readonly delta: Delta;
  readonly names: { readonly repoId: string; readonly fromVersion: VersionId; readonly toVersion: VersionId };
}

/** @throws {SdlError} `version_not_found`, `busy` */
export async function openDelta(context: ActionContext, query: Query, request: DeltaRequest): Promise<NamedDelta> {
  const repository = await context.engine.open(query.entry);
  const fromVersion = await repository.resolveVersion(request.fromVersion);
  const toVersion = await repository.resolveVersion(request.toVersion);
  const side = async (version: VersionId, name: string): Promise<DeltaSide> => {
    if (version === query.graph.version) return deltaSide(query.graph, query.derived);
    context.onProgress?.(workProgress(`reading ${shortName(name)}`));
    return makeOlderSide(await repository.snapshotAt(version), query);
  };
  const sides = [await side(fromVersion, request.fromVersion), await side(toVersion, request.toVersion)] as const;
  context.onProgress?.(workProgress("comparing"));
  return {
    delta: computeDescribedDelta(...sides),
    names: { repoId: query.entry.repoId, fromVersion, toVersion },
  };
}

/** Abbreviates a commit id. */
function shortName(name: string): string {
  return /^[0-9a-f]{40}$/.test(name) ? name.slice(0, 10) : name;
}

/** The delta of any two versions, with descriptions as in cards. */
export function computeDescribedDelta(before: DeltaSide, after: DeltaSide): Delta {
  return computeDelta(before, after, { describe: behaviourStatements });
}

/** A side of an older version: uses the latest version's tests and processes of the same symbols, because older versions have no layers. */
function makeOlderSide(graph: Snapshot, { graph: latest, derived }: Query): DeltaSide {
  return deltaSide(graph, derived === undefined ? undefined : borrowLayers(graph, latest, derived));
}
