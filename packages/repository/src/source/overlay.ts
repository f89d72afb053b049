/**
 * What stands over the disk: unsaved text of editors. Everything that returns code reads through it, so that drafts count everywhere.
 * Invariant: a draft's text is decoded already, without a byte order mark.
 */

/** Text of one file that an editor holds and the disk does not. */
export interface Draft {
  readonly text: string;
  /** Whether the graph that is asked beside it has the facts of this very text. */
  readonly isRead: boolean;
}

export interface SourceOverlay {
  /** @param file repository-relative @returns `undefined` where the disk counts */
  draft(file: string): Draft | undefined;
}

/** No drafts: the disk alone. */
export const DISK_ONLY: SourceOverlay = { draft: () => undefined };
