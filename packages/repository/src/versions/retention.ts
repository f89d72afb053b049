/** Retention of versions: which are kept, and why. Pure: knows ids, no store. */
import type { VersionId } from "@sdl/model";

/** Which versions to keep. */
export interface RetentionPolicy {
  /** Number of latest versions to keep; at least 1. */
  readonly versions: number;
  /** Number of days, including today, whose last version (UTC) is kept. */
  readonly days: number;
}

/** The default policy. */
export const DEFAULT_RETENTION: RetentionPolicy = { versions: 50, days: 30 };

/** Why a version is kept: the first of these reasons that applies. */
export type KeptBy = "latest" | "recent" | "daily" | "pinned";

const DAY_MS = 86_400_000;

/**
 * Selects the versions to keep. @param versions newest first
 * @param pinned kept whatever the policy: versions that live leases name, and versions of commits that tags and
 * branches point to
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
