/** Requests and answers of drafts: what an editor sends about its buffers, and what it receives. */

/** User settings of drafts. */
export interface DraftSettings {
  /** Pushes of one file within this time are parsed together, in milliseconds. */
  readonly debounceMs: number;
  /** When no push came for this long, in milliseconds, all pending drafts are parsed. */
  readonly idleCheckpointMs: number;
  readonly maxFiles: number;
}

/** Used for settings that the user did not change. */
export const DEFAULT_DRAFT_SETTINGS: DraftSettings = { debounceMs: 75, idleCheckpointMs: 15_000, maxFiles: 200 };

/** What happened to a buffer. */
export type DraftEvent = "open" | "change" | "save" | "close" | "checkpoint";

/** A change of a buffer. */
export interface DraftPush {
  readonly event: DraftEvent;
  /** Relative to the repository's root, or absolute inside it. */
  readonly filePath: string;
  readonly content: string;
  /** Version of the editor's document: rises with every push until the document is reopened. */
  readonly version: number;
  readonly isDirty: boolean;
  readonly timestampMs: number;
  /** Name of the editor. */
  readonly source: string;
}

/** Answer to a push. */
export interface DraftPushed {
  readonly accepted: boolean;
  /** Repository-relative, free of links. */
  readonly path: string;
  /** Rises with every change of any draft. */
  readonly overlayVersion: number;
  readonly isParseScheduled: boolean;
  /** Whether the saved file should be indexed now. */
  readonly isSaved: boolean;
  readonly warnings: readonly string[];
}

/** How many drafts were parsed together, and how many failed. */
export interface CheckpointResult {
  readonly checkpointId: string;
  readonly atMs: number;
  /** Number of drafts whose newest text is not parsed yet. */
  readonly pending: number;
  readonly read: number;
  readonly failed: number;
}

/** How the last checkpoint of this process ended. */
export interface LastCheckpoint {
  readonly atMs: number;
  readonly failed: number;
  readonly read: number;
  readonly error: string | undefined;
}

/** Counts and times that show how far the parsing of unsaved text is. */
export interface DraftStatus {
  /** Number of drafts whose newest text is not parsed yet. */
  readonly pending: number;
  /** Those of them that are configuration: a checkpoint parses them. Paths, unordered. */
  readonly held: readonly string[];
  /** Number of drafts that differ from the disk. */
  readonly dirty: number;
  /** Number of drafts that this process still has to parse. */
  readonly queued: number;
  readonly overlayVersion: number;
  readonly lastEventMs: number | undefined;
  readonly lastCheckpoint: LastCheckpoint | undefined;
}
