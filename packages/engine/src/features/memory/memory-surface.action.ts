import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { listOf, repoId, saidSymbol } from "../../contract/schemas.js";
import { surfaceForClient } from "./memory-actions.js";
import { memoryState, memoryType, surfacedMemory } from "./memory-schemas.js";
import { memoriesText } from "./memory-text.js";

export const memorySurface = defineAction({
  name: "sdl.memory.surface",
  title: "Memories for symbols",
  description:
    "The memories that matter for some symbols, by confidence, age and overlap. Slices carry theirs by themselves.",
  input: () =>
    z.strictObject({
      repoId,
      symbolIds: z.array(saidSymbol).max(500).optional().describe("Only memories of these; default: all"),
      taskType: memoryType.optional().describe("Only memories of this type"),
      limit: z.int().min(1).max(50).default(10).describe("Best first"),
    }),
  output: () => z.strictObject({ memories: listOf(z.strictObject(surfacedMemory())), ...memoryState() }),
  annotations: READS,
  examples: [{ title: "Decisions worth knowing", args: { repoId: "my-app", taskType: "decision", limit: 5 } }],
  text: memoriesText,
  run: surfaceForClient,
});
