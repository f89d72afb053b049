/** The versions of a repository as a client asks for them: which are kept, what each takes, and taking some out. */

import type { KeptVersion, RetentionPolicy, Workspace } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";

interface VersionsTarget {
  readonly repoId?: string | undefined;
}

/** @throws {SdlError} `repo_not_found`, `not_indexed` */
export async function listVersions(
  { engine }: ActionContext,
  { repoId, limit }: VersionsTarget & { readonly limit: number },
): Promise<object> {
  const { workspace } = await engine.open(engine.resolve(repoId));
  const versions = await workspace.keptVersions();
  return {
    repoId: workspace.repoId,
    total: versions.length,
    versions: versions.slice(0, limit).map(describeVersion),
    storeBytes: workspace.storeBytes(),
    retention: workspace.retention,
  };
}

function describeVersion({ record, ownBytes, keptBy }: KeptVersion): object {
  const { id, counts, commit, changes, parent } = record;
  return {
    versionId: id,
    createdAt: new Date(Number(id.slice(1))).toISOString(),
    ...(commit === undefined ? {} : { commit }),
    files: counts.files,
    symbols: counts.symbols,
    edges: counts.edges,
    ...(parent === undefined ? {} : { changedFiles: changes.filter(({ before, after }) => before !== after).length }),
    ownBytes,
    ...(keptBy === undefined ? {} : { keptBy }),
  };
}

interface PruneParameters extends VersionsTarget {
  readonly keepVersions?: number | undefined;
  readonly keepDays?: number | undefined;
  /** Whether the two become the repository's settings. */
  readonly asSetting: boolean;
  readonly dryRun: boolean;
}

/** @throws {SdlError} `repo_not_found`, `not_indexed` */
export async function pruneVersions({ engine }: ActionContext, request: PruneParameters): Promise<object> {
  let entry = engine.resolve(request.repoId);
  const policy = policyOf((await engine.open(entry)).workspace, request);
  if (request.asSetting && !request.dryRun) {
    ({ entry } = await engine.register({ rootPath: entry.rootPath, settings: { retention: policy } }));
  }
  const { workspace } = await engine.open(entry);
  const { dropped, kept, freedBytes } = await workspace.pruneVersions({ policy, dryRun: request.dryRun });
  return {
    repoId: workspace.repoId,
    dryRun: request.dryRun,
    dropped,
    kept,
    freedBytes,
    retention: workspace.retention,
  };
}

function policyOf({ retention }: Workspace, { keepVersions, keepDays }: PruneParameters): RetentionPolicy {
  return { versions: keepVersions ?? retention.versions, days: keepDays ?? retention.days };
}
