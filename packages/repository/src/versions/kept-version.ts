/** Versions as they are listed and taken out. */
import type { VersionRecord } from "@sdl/graph";
import type { KeptBy, RetentionPolicy } from "./retention.js";

/** A version that can be asked for. */
export interface KeptVersion {
  readonly record: VersionRecord;
  /** Bytes that only it takes: its record, and facts that no other version names. */
  readonly ownBytes: number;
  /** Absent: it goes with the next prune. */
  readonly keptBy?: KeptBy;
}

export interface PruneVersions {
  /** Instead of the settings. */
  readonly policy?: RetentionPolicy | undefined;
  /** Says what would go, and leaves it. */
  readonly dryRun?: boolean;
}
