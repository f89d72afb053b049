/** Types for listing and pruning versions. */
import type { VersionRecord } from "@sdl/graph";
import type { KeptBy, RetentionPolicy } from "./retention.js";

/** A kept version. */
export interface KeptVersion {
  readonly record: VersionRecord;
  /** Bytes used by this version alone: its record, and facts that no other version names. */
  readonly ownBytes: number;
  /** Why it is kept; absent if the next prune deletes it. */
  readonly keptBy?: KeptBy;
}

/** Options of pruning. */
export interface PruneVersions {
  /** Policy in place of the settings. */
  readonly policy?: RetentionPolicy | undefined;
  /** Whether only to report what would be deleted. */
  readonly dryRun?: boolean;
}
