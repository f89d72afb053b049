/** Pieces of the memory actions' requests and answers. */
import { z } from "zod";
import { confidence, listOf, saidSymbol, symbolId } from "../../contract/schemas.js";
import { HEX_ID } from "../../contract/text-patterns.js";

export const memoryType = z.enum(["decision", "bugfix", "task_context"]);

export const memoryId = z.string().regex(HEX_ID.pattern);

/** A memory as a client says it. */
export const saidMemory = z.string().min(1).max(500).describe("Title, or a part of it; or id");

export const tags = z.array(z.string().min(1).max(100)).max(20);

/** Each as a text of any form. */
export const linkedSymbolIds = z.array(saidSymbol).max(100);

export const memory = () => ({
  memoryId,
  type: memoryType,
  title: z.string(),
  content: z.string(),
  tags: listOf(z.string()),
  confidence,
  linkedSymbols: listOf(symbolId),
  linkedFiles: listOf(z.string()),
  stale: z.boolean().describe("A linked symbol changed since"),
  staleVersion: z.string().optional(),
  origin: z.enum(["local", "repository"]).describe("Stored here, or came with the repository"),
  createdAt: z.string(),
  updatedAt: z.string(),
  sourceFile: z.string().optional(),
});

export const surfacedMemory = () => ({
  ...memory(),
  score: z.number().describe("confidence × 1/(1 + days/30) × share of the symbols asked that match"),
  matchedSymbols: listOf(symbolId),
});

export const memoryState = () => ({
  memoryVersion: z.string(),
  heldBack: z.int().optional().describe("Came with the repository and wait for `sdl memory adopt`"),
  warnings: listOf(z.string()).describe("Files that could not be read"),
});
