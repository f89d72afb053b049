/** Action sdl.memory.remove: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import { repoId } from "../../contract/schemas.js";
import { removeMemory } from "./memory-actions.js";
import { memoryId, memoryReference } from "./memory-schemas.js";
import { removedText } from "./memory-text.js";

/** Marks a memory as removed, or deletes its file. */
export const memoryRemove = defineAction({
  name: "sdl.memory.remove",
  title: "Remove a memory",
  description:
    "Marks a memory's file as removed, so that colleagues lose it too with the next pull; deleteFile deletes the file.",
  input: () =>
    z.strictObject({
      repoId,
      memoryId: memoryReference,
      deleteFile: z.boolean().default(false).describe("Delete the file instead of marking it"),
    }),
  output: () => z.strictObject({ ok: z.literal(true), memoryId, fileDeleted: z.boolean() }),
  annotations: { readOnly: false, destructive: true, idempotent: false },
  examples: [{ title: "No longer true", args: { repoId: "my-app", memoryId: "5d1c0ffee0ddba11", deleteFile: true } }],
  text: removedText,
  run: removeMemory,
});
