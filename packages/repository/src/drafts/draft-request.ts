/** What an editor tells of its buffers, and what it is told. */

/** What a user may set of drafts. */
export interface DraftSettings {
  /** Pushes of one file that follow each other faster are read together. */
  readonly debounceMs: number;
  /** Drafts are read to the last when no push came for so long. */
  readonly idleCheckpointMs: number;
  readonly maxFiles: number;
}

export const DEFAULT_DRAFT_SETTINGS: DraftSettings = { debounceMs: 75, idleCheckpointMs: 15_000, maxFiles: 200 };

export type DraftEvent = "open" | "change" | "save" | "close" | "checkpoint";

export interface DraftPush {
  readonly event: DraftEvent;
  /** Relative to the repository's root, or absolute and inside of it. */
  readonly filePath: string;
  readonly content: string;
  /** Of the editor's document: rises from push to push, until it is opened anew. */
  readonly version: number;
  readonly isDirty: boolean;
  readonly timestampMs: number;
  /** Names the editor. */
  readonly source: string;
}

export interface DraftPushed {
  readonly accepted: boolean;
  /** Repository-relative, free of links. */
  readonly path: string;
  /** Rises with every change of drafts. */
  readonly overlayVersion: number;
  readonly isParseScheduled: boolean;
  /** Whether the file's bytes are to be indexed now. */
  readonly isSaved: boolean;
  readonly warnings: readonly string[];
}

export interface CheckpointResult {
  readonly checkpointId: string;
  readonly atMs: number;
  /** Drafts whose newest text was not read yet. */
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

export interface DraftStatus {
  /** Drafts whose newest text was not read yet. */
  readonly pending: number;
  /** Drafts that differ from the disk. */
  readonly dirty: number;
  /** What this process has still to read. */
  readonly queued: number;
  readonly overlayVersion: number;
  readonly lastEventMs: number | undefined;
  readonly lastCheckpoint: LastCheckpoint | undefined;
}
