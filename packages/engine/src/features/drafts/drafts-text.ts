/** Text form of the answers on editors' buffers. */
import { countText, textOf, wrapText } from "../../text/layout.js";

/** Answer of a push, as far as its text needs it. */
export interface PushedAnswer {
  readonly accepted: boolean;
  readonly parseScheduled: boolean;
  readonly checkpointScheduled: boolean;
  readonly warnings?: readonly string[] | undefined;
}

/** Words whether a push was accepted, and what follows. */
export function pushedText(answer: PushedAnswer): string {
  const { accepted, parseScheduled, checkpointScheduled, warnings = [] } = answer;
  const next = parseScheduled ? ", parsing" : "";
  const saved = checkpointScheduled ? ", indexing" : "";
  return textOf([
    accepted ? `Draft accepted${next}${saved}` : "Draft rejected",
    ...warnings.flatMap((warning) => wrapText(`Note: ${warning}`)),
  ]);
}

/** Answer of a checkpoint, as far as its text needs it. */
export interface CheckpointAnswer {
  readonly pendingBuffers: number;
  readonly checkpointedFiles: number;
  readonly failedFiles: number;
}

/** Words how many drafts were parsed, and how many failed. */
export function checkpointText({ pendingBuffers, checkpointedFiles, failedFiles }: CheckpointAnswer): string {
  if (pendingBuffers === 0) return textOf(["All drafts are parsed"]);
  const failed = failedFiles === 0 ? "" : `, ${countText(failedFiles, "draft")} failed`;
  return textOf([`Parsed ${countText(checkpointedFiles, "draft")}${failed}`]);
}

/** Counts and times of drafts, as far as the text needs them. */
export interface LiveStatus {
  readonly enabled: boolean;
  readonly pendingBuffers: number;
  readonly waitingForCheckpoint?: readonly string[] | undefined;
  readonly dirtyBuffers: number;
  readonly lastBufferEventAt?: string | undefined;
  readonly lastCheckpointError?: string | undefined;
}

/** Words the state of drafts. */
export function liveStatusText(status: LiveStatus): string {
  const { enabled, pendingBuffers, waitingForCheckpoint = [], dirtyBuffers } = status;
  const { lastBufferEventAt, lastCheckpointError } = status;
  if (!enabled) return textOf(["No drafts: the store is not writable"]);
  const pending = pendingBuffers === 0 ? "" : `, ${pendingBuffers} not parsed yet`;
  return textOf([
    `${countText(dirtyBuffers, "unsaved file")}${pending}`,
    ...waitingForCheckpoint.map((path) => `Used from the next checkpoint on: ${path}`),
    ...(lastBufferEventAt === undefined ? [] : [`Last event of an editor: ${lastBufferEventAt}`]),
    ...(lastCheckpointError === undefined ? [] : wrapText(`Last checkpoint failed: ${lastCheckpointError}`)),
  ]);
}
