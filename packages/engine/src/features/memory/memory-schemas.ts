/** Schemas shared by the memory actions. */
import { z } from "zod";
import { confidence, listOf, symbolId, symbolText } from "../../contract/schemas.js";
import { HEX_ID } from "../../contract/text-patterns.js";

/** Types of memories. */
export const memoryType = z.enum(["decision", "bugfix", "task_context"]);

/** The id of a memory, 16 hex digits. */
export const memoryId = z.string().regex(HEX_ID.pattern);

/** A client's reference to a memory. */
export const memoryReference = z.string().min(1).max(500).describe("Id, title or a part of the title");

/** Labels of a memory, at most 20. */
export const tags = z.array(z.string().min(1).max(100)).max(20);

/** Symbols in any form that a reference may have. */
export const linkedSymbolIds = z.array(symbolText).max(100);

/** Answer fields of one memory. */
export const memory = () => ({
  memoryId,
  type: memoryType,
  title: z.string(),
  content: z.string(),
  tags: listOf(z.string()),
  confidence,
  linkedSymbols: listOf(symbolId),
  linkedFiles: listOf(z.string()),
  stale: z.boolean().describe("A linked symbol changed since the memory was stored"),
  staleVersion: z.string().optional(),
  origin: z
    .enum(["local", "repository"])
    .describe("local: stored on this machine; repository: came with the repository"),
  createdAt: z.string(),
  updatedAt: z.string(),
  sourceFile: z.string().optional(),
});

/** Answer fields of a memory selected for symbols, with its score. */
export const surfacedMemory = () => ({
  ...memory(),
  score: z.number().describe("confidence × 1/(1 + days/30) × share of the requested symbols that match"),
  matchedSymbols: listOf(symbolId),
});

/** Answer fields about all memories of a repository. */
export const memoryState = () => ({
  memoryVersion: z.string(),
  heldBack: z
    .int()
    .optional()
    .describe("Number of memories that came with the repository and are not adopted yet: `sdl memory adopt`"),
  warnings: listOf(z.string()).describe("Memory files that could not be read"),
});
