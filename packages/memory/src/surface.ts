/** Surfacing: selects the memories that are relevant to some symbols. Pure. */
import type { SymbolId } from "@sdl/model";
import { ageInDays } from "./age.js";
import type { Memory, MemoryType, SurfacedMemory } from "./memory.js";

/** For which symbols, and how many memories. */
export interface SurfaceRequest {
  /** Symbols whose memories are requested; without any, all memories match. */
  readonly symbolIds?: readonly SymbolId[] | undefined;
  readonly type?: MemoryType | undefined;
  /** Maximum number of memories, 1..50. */
  readonly limit: number;
  /** Returns the file of a symbol. A memory that links files but no symbols matches the symbols of these files. */
  readonly fileOf?: (symbol: SymbolId) => string | undefined;
  /** UTC day relative to which ages are computed, `2026-11-22`. */
  readonly asOfDay: string;
}

const HALF_SCORE_DAYS = 30;

/**
 * Memories with scores: confidence × 1 / (1 + days / 30) × (matched ÷ requested symbols, 1 without requested ones); whole days since the last
 * update.
 * @returns best first, ties by id; memories that match none of the requested symbols are omitted
 */
export function surfaceMemories(memories: readonly Memory[], request: SurfaceRequest): SurfacedMemory[] {
  const asked = new Set(request.symbolIds ?? []);
  const surfaced = memories
    .filter(({ type }) => request.type === undefined || type === request.type)
    .map((memory) => {
      const matchedSymbols = matchingSymbols(memory, asked, request.fileOf);
      const overlap = asked.size === 0 ? 1 : matchedSymbols.length / asked.size;
      return {
        ...memory,
        score: memory.confidence * recencyWeight(memory.updatedAt, request.asOfDay) * overlap,
        matchedSymbols,
      };
    })
    .filter(({ matchedSymbols }) => asked.size === 0 || matchedSymbols.length > 0);
  return surfaced
    .sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1))
    .slice(0, request.limit)
    .map((memory) => ({ ...memory, score: Math.round(memory.score * 10_000) / 10_000 }));
}

function matchingSymbols(
  { linkedSymbols, linkedFiles }: Memory,
  asked: ReadonlySet<SymbolId>,
  fileOf: SurfaceRequest["fileOf"],
): SymbolId[] {
  if (linkedSymbols.length > 0 || fileOf === undefined) return linkedSymbols.filter((symbol) => asked.has(symbol));
  return [...asked].filter((symbol) => linkedFiles.includes(fileOf(symbol) ?? ""));
}

function recencyWeight(updatedAt: string, asOfDay: string): number {
  return 1 / (1 + ageInDays(updatedAt, asOfDay) / HALF_SCORE_DAYS);
}
