/** Schemas shared by the actions on editors' buffers. */
import { z } from "zod";
import { listOf } from "../../contract/schemas.js";

/** Parameter: identifies the editor that owns the drafts. */
export const sourceId = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("Identifies the editor; its drafts expire 10 minutes after its last call. Default: this server");

/** Answer fields: counts and times of drafts. */
export const liveStatus = () => ({
  enabled: z.boolean().describe("Whether drafts can be kept"),
  pendingBuffers: z.int().describe("Drafts whose newest text is not parsed yet"),
  waitingForCheckpoint: listOf(z.string()).describe(
    "Configuration files whose newest text counts from the next checkpoint on",
  ),
  dirtyBuffers: z.int().describe("Drafts that differ from the disk"),
  parseQueueDepth: z.int().describe("Drafts that this process has yet to parse"),
  checkpointPending: z.boolean(),
  lastBufferEventAt: z.string().optional().describe("Time of this process's last buffer event"),
  lastCheckpointAt: z.string().optional().describe("Time of this process's last checkpoint"),
  lastCheckpointResult: z.enum(["success", "partial", "failed"]).optional(),
  lastCheckpointError: z.string().optional(),
  overlayVersion: z.int().describe("Increases with every change of drafts"),
});
