/** What requests and answers about editors' buffers share. */
import { z } from "zod";

export const sourceId = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("Names the editor; its drafts live 10 minutes from its last call. Default: this server");

export const liveStatus = () => ({
  enabled: z.boolean().describe("Whether drafts can be kept"),
  pendingBuffers: z.int().describe("Drafts whose newest text was not read yet"),
  dirtyBuffers: z.int().describe("Drafts that differ from the disk"),
  parseQueueDepth: z.int().describe("Drafts that this process has still to read"),
  checkpointPending: z.boolean(),
  lastBufferEventAt: z.string().optional().describe("Here, in this process"),
  lastCheckpointAt: z.string().optional().describe("Likewise"),
  lastCheckpointResult: z.enum(["success", "partial", "failed"]).optional(),
  lastCheckpointError: z.string().optional(),
  overlayVersion: z.int().describe("Rises with every change of drafts"),
});
