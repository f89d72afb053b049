/** Action sdl.memory.surface: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { listOf, repoId, symbolText } from "../../contract/schemas.js";
import { surfaceForClient } from "./memory-actions.js";
import { memoryState, memoryType, surfacedMemory } from "./memory-schemas.js";
import { memoriesText } from "./memory-text.js";

/** Returns the memories most relevant to given symbols. */
export const memorySurface = defineAction({
  name: "sdl.memory.surface",
  title: "Memories for symbols",
  description:
    "The memories most relevant to given symbols, by confidence, age and overlap. Slices include their memories already.",
  input: () =>
    z.strictObject({
      repoId,
      symbolIds: z.array(symbolText).max(500).optional().describe("Only memories linked to these; default: all"),
      taskType: memoryType.optional().describe("Only memories of this type"),
      limit: z.int().min(1).max(50).default(10).describe("Maximum number of memories, best first"),
    }),
  output: () => z.strictObject({ memories: listOf(z.strictObject(surfacedMemory())), ...memoryState() }),
  annotations: READS,
  examples: [{ title: "Decisions worth knowing", args: { repoId: "my-app", taskType: "decision", limit: 5 } }],
  text: memoriesText,
  run: surfaceForClient,
});
