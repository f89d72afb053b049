/** Action sdl.memory.query: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { listOf, repoId } from "../../contract/schemas.js";
import { queryMemories } from "./memory-actions.js";
import { linkedSymbolIds, memory, memoryReference, memoryState, memoryType, tags } from "./memory-schemas.js";
import { memoriesText } from "./memory-text.js";

/** Searches memories, or returns one in full. */
export const memoryQuery = defineAction({
  name: "sdl.memory.query",
  title: "Search memories",
  description: "Memories by words (ranked), type, tags, linked symbols or staleness.",
  input: () =>
    z.strictObject({
      repoId,
      memoryId: memoryReference
        .optional()
        .describe("Only this memory, in full: its id, its title or a part of the title"),
      query: z.string().max(1000).optional().describe("Words of title, tags and text"),
      types: z.array(memoryType).max(3).optional().describe("Only these types; default: all"),
      tags: tags.optional().describe("Only memories with all these tags"),
      symbolIds: linkedSymbolIds.optional().describe("Only memories linked to any of these"),
      staleOnly: z.boolean().default(false).describe("Only those whose symbols or files changed since"),
      limit: z.int().min(1).max(100).default(20).describe("Memories in the answer; total counts all"),
      sortBy: z.enum(["recency", "confidence"]).optional().describe("Default: by rank with a query, else by recency"),
    }),
  output: () => z.strictObject({ memories: listOf(z.strictObject(memory())), total: z.int(), ...memoryState() }),
  annotations: READS,
  examples: [{ title: "What is known about tokens?", args: { repoId: "my-app", query: "auth token", limit: 10 } }],
  text: memoriesText,
  run: queryMemories,
});
