/** Action sdl.buffer.checkpoint: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { repoId } from "../../contract/schemas.js";
import { checkpointText } from "./drafts-text.js";
import { checkpointBuffers } from "./push-buffer.js";

/** Parses all drafts and waits for the result. */
export const bufferCheckpoint = defineAction({
  name: "sdl.buffer.checkpoint",
  title: "Parse all drafts now",
  description:
    "Parses every unsaved text that is not parsed yet, also of editors that have exited, and waits for the result.",
  input: () =>
    z.strictObject({ repoId, reason: z.string().max(500).optional().describe("A comment on the call; has no effect") }),
  output: () =>
    z.strictObject({
      repoId: z.string(),
      requested: z.boolean(),
      checkpointId: z.string(),
      pendingBuffers: z.int().describe("Drafts not parsed at the start of the call"),
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
