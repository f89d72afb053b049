/** Lists and prunes the versions of a repository, as a client requests it. */

import type { KeptVersion, Repository, RetentionPolicy } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";

interface VersionsTarget {
  readonly repoId?: string | undefined;
}

/** @throws {SdlError} `repo_not_found`, `not_indexed` */
export async function listVersions(
  { engine }: ActionContext,
  { repoId, limit }: VersionsTarget & { readonly limit: number },
): Promise<object> {
  const repository = await engine.open(await engine.find(repoId));
  const versions = await repository.keptVersions();
  return {
    repoId: repository.repoId,
    total: versions.length,
    versions: versions.slice(0, limit).map(describeVersion),
    storeBytes: repository.storeBytes(),
    retention: repository.retention,
  };
}

function describeVersion({ record, ownBytes, keptBy }: KeptVersion): object {
  const { id, counts, commit, changes, parent } = record;
  return {
    versionId: id,
    createdAt: new Date(Number(id.slice(1))).toISOString(),
    commit,
    files: counts.files,
    symbols: counts.symbols,
    edges: counts.edges,
    changedFiles: parent && changes.filter(({ before, after }) => before !== after).length,
    ownBytes,
    keptBy,
  };
}

interface PruneParameters extends VersionsTarget {
  readonly keepVersions?: number | undefined;
  readonly keepDays?: number | undefined;
  /** Whether the two numbers become the repository's settings. */
  readonly asSetting: boolean;
  readonly dryRun: boolean;
}

/** @throws {SdlError} `repo_not_found`, `not_indexed` */
export async function pruneVersions({ engine }: ActionContext, request: PruneParameters): Promise<object> {
  let entry = await engine.find(request.repoId);
  const policy = retentionPolicyFor(await engine.open(entry), request);
  if (request.asSetting && !request.dryRun) {
    ({ entry } = await engine.register({ rootPath: entry.rootPath, settings: { retention: policy } }));
  }
  const repository = await engine.open(entry);
  const { dropped, kept, freedBytes } = await repository.pruneVersions({ policy, dryRun: request.dryRun });
  return {
    repoId: repository.repoId,
    dryRun: request.dryRun,
    dropped,
    kept,
    freedBytes,
    retention: repository.retention,
  };
}

function retentionPolicyFor({ retention }: Repository, { keepVersions, keepDays }: PruneParameters): RetentionPolicy {
  return { versions: keepVersions ?? retention.versions, days: keepDays ?? retention.days };
}
