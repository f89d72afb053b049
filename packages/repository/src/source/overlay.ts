/**
 * Overlay on the disk: unsaved text of editors. All code that returns source reads through it, so that drafts count
 * everywhere. Invariant: a draft's text is decoded, without a byte order mark.
 */

/** Text of one file that differs from the disk. */
export interface Draft {
  readonly text: string;
  /** Whether the query's graph has the facts of exactly this text. */
  readonly isRead: boolean;
}

/** Lookup of drafts. */
export interface SourceOverlay {
  /** @param file repository-relative @returns `undefined` if the file has no draft */
  draft(file: string): Draft | undefined;
}

/** The overlay without drafts: the disk alone. */
export const DISK_ONLY: SourceOverlay = { draft: () => undefined };
