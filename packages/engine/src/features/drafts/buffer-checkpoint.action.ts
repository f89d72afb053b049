import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { repoId } from "../../contract/schemas.js";
import { checkpointText } from "./drafts-text.js";
import { checkpointBuffers } from "./push-buffer.js";

export const bufferCheckpoint = defineAction({
  name: "sdl.buffer.checkpoint",
  title: "Read all drafts now",
  description:
    "Reads every unsaved text that was not read yet, also those of editors that have ended, and waits for it.",
  input: () => z.strictObject({ repoId, reason: z.string().max(500).optional().describe("For the reader of calls") }),
  output: () =>
    z.strictObject({
      repoId: z.string(),
      requested: z.boolean(),
      checkpointId: z.string(),
      pendingBuffers: z.int().describe("Not read when it began"),
      checkpointedFiles: z.int(),
      failedFiles: z.int(),
      lastCheckpointAt: z.string(),
    }),
  annotations: WRITES,
  examples: [{ title: "Before a question", args: { repoId: "my-app" } }],
  guide: { tags: ["editor", "draft", "unsaved", "flush"], nextActions: ["sdl.buffer.status"] },
  text: checkpointText,
  run: checkpointBuffers,
});
