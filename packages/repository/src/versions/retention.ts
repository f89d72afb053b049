/** Which versions are kept, and why. Pure: knows ids, no store. */
import type { VersionId } from "@sdl/model";

export interface RetentionPolicy {
  /** So many of the last versions; at least 1. */
  readonly versions: number;
  /** Of each of so many days past, today among them, the last version of that day (UTC). */
  readonly days: number;
}

export const DEFAULT_RETENTION: RetentionPolicy = { versions: 50, days: 30 };

/** Why a version is kept: the first of these that holds. */
export type KeptBy = "latest" | "recent" | "daily" | "pinned";

const DAY_MS = 86_400_000;

/**
 * @param versions the newest first
 * @param pinned kept whatever the policy says: what live leases name, and the versions of commits that git's tags and branches stand at
 */
export function retainedVersions(
  versions: readonly VersionId[],
  policy: RetentionPolicy,
  { pinned, nowMs }: { readonly pinned: ReadonlySet<VersionId>; readonly nowMs: number },
): ReadonlyMap<VersionId, KeptBy> {
  const today = Math.floor(nowMs / DAY_MS);
  const days = new Set<number>();
  const kept = new Map<VersionId, KeptBy>();
  versions.forEach((id, place) => {
    const day = Math.floor(Number(id.slice(1)) / DAY_MS);
    const isLastOfDay = !days.has(day);
    days.add(day);
    if (place === 0) kept.set(id, "latest");
    else if (place < policy.versions) kept.set(id, "recent");
    else if (isLastOfDay && today - day < policy.days) kept.set(id, "daily");
    else if (pinned.has(id)) kept.set(id, "pinned");
  });
  return kept;
}
