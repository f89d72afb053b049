/** What became of an editor's buffers, as text. */
import { counted, textOf, wrapped } from "../../text/layout.js";

export interface PushedAnswer {
  readonly accepted: boolean;
  readonly parseScheduled: boolean;
  readonly checkpointScheduled: boolean;
  readonly warnings?: readonly string[] | undefined;
}

export function pushedText(answer: PushedAnswer): string {
  const { accepted, parseScheduled, checkpointScheduled, warnings = [] } = answer;
  const next = parseScheduled ? ", being read" : "";
  const saved = checkpointScheduled ? ", being indexed" : "";
  return textOf([
    accepted ? `Taken${next}${saved}` : "Not taken",
    ...warnings.flatMap((warning) => wrapped(`Note: ${warning}`)),
  ]);
}

export interface CheckpointAnswer {
  readonly pendingBuffers: number;
  readonly checkpointedFiles: number;
  readonly failedFiles: number;
}

export function checkpointText({ pendingBuffers, checkpointedFiles, failedFiles }: CheckpointAnswer): string {
  if (pendingBuffers === 0) return textOf(["All drafts are read"]);
  const failed = failedFiles === 0 ? "" : `, ${counted(failedFiles, "draft")} could not be read`;
  return textOf([`Read ${counted(checkpointedFiles, "draft")}${failed}`]);
}

export interface LiveStatus {
  readonly enabled: boolean;
  readonly pendingBuffers: number;
  readonly dirtyBuffers: number;
  readonly lastBufferEventAt?: string | undefined;
  readonly lastCheckpointError?: string | undefined;
}

export function liveStatusText(status: LiveStatus): string {
  const { enabled, pendingBuffers, dirtyBuffers, lastBufferEventAt, lastCheckpointError } = status;
  if (!enabled) return textOf(["No drafts: the store cannot be written"]);
  const pending = pendingBuffers === 0 ? "" : `, ${pendingBuffers} not read yet`;
  return textOf([
    `${counted(dirtyBuffers, "unsaved file")}${pending}`,
    ...(lastBufferEventAt === undefined ? [] : [`Last heard of an editor: ${lastBufferEventAt}`]),
    ...(lastCheckpointError === undefined ? [] : wrapped(`Last checkpoint failed: ${lastCheckpointError}`)),
  ]);
}
