/** Action sdl.buffer.status: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { repoId } from "../../contract/schemas.js";
import { liveStatus, sourceId } from "./buffer-schemas.js";
import { liveStatusText } from "./drafts-text.js";
import { bufferStatus } from "./push-buffer.js";

/** Returns counts of drafts, and renews an editor's drafts. */
export const bufferStatusAction = defineAction({
  name: "sdl.buffer.status",
  title: "State of editors' drafts",
  description:
    "How many files have unsaved text that answers use, and whether all of it is parsed. With sourceId it renews that editor's drafts.",
  input: () => z.strictObject({ repoId, sourceId }),
  output: () => z.strictObject({ repoId: z.string(), ...liveStatus() }),
  annotations: READS,
  examples: [{ title: "What is unsaved", args: { repoId: "my-app" } }],
  guide: { tags: ["editor", "draft", "unsaved", "overlay"], nextActions: ["sdl.buffer.checkpoint"] },
  text: liveStatusText,
  run: bufferStatus,
});
