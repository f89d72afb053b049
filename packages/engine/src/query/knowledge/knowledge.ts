/** Knowledge beside the code that slices use: memories, and feedback on earlier slices. */
import { feedbackFactors, surfaceMemories } from "@sdl/memory";
import type { SymbolId } from "@sdl/model";
import type { Repository, Snapshot } from "@sdl/repository";
import type { FeedbackTask, SliceMemory } from "@sdl/slice";
import type { Engine } from "../../contract/engine.js";
import { pruneAnswer } from "../../contract/prune-answer.js";
import { feedbackOf, hasFeedback, hasMemories, memoriesOf } from "./repository-memories.js";

/** Versions of the knowledge that an answer used; absent if there is none. */
interface KnowledgeVersions {
  readonly memoryVersion?: string;
  readonly feedbackVersion?: string;
}

/** Memories and feedback factors, with their versions. */
export interface Knowledge {
  readonly versions: KnowledgeVersions;
  /** Best first. */
  memories(symbols: readonly SymbolId[], limit: number): readonly SliceMemory[];
  factors(task: FeedbackTask): ReadonlyMap<SymbolId, number>;
}

/** For queries that use neither memories nor feedback. */
export const NO_KNOWLEDGE: Knowledge = { versions: {}, memories: () => [], factors: () => new Map() };

function withoutEmpty<T extends object>(memory: T): T {
  return pruneAnswer(memory) as T;
}

/** Opens a repository's knowledge. Costs two file checks if it has none. @param asOfDay UTC day, `2026-11-22` */
export function openKnowledge(engine: Engine, repository: Repository, asOfDay: string): (graph: Snapshot) => Knowledge {
  const isEmpty = !hasMemories(repository) && !hasFeedback(repository);
  if (isEmpty) return () => NO_KNOWLEDGE;
  const book = memoriesOf(engine, repository);
  const reports = feedbackOf(engine, repository);
  return (graph) => {
    const view = book.viewMemories(graph);
    const feedbackVersion = reports.version();
    const fileOf = (symbol: SymbolId): string | undefined => {
      const handle = graph.findSymbol(symbol);
      return handle === undefined ? undefined : graph.fileOf(handle);
    };
    return {
      versions: {
        ...(view.memories.length === 0 ? {} : { memoryVersion: view.version }),
        ...(feedbackVersion === undefined ? {} : { feedbackVersion }),
      },
      // In the form in which they are sent, because a slice counts their tokens.
      memories: (symbolIds, limit) =>
        surfaceMemories(view.memories, { symbolIds, limit, fileOf, asOfDay }).map(withoutEmpty),
      factors: (task) => feedbackFactors(reports.all(), { ...task, asOfDay, index: graph }),
    };
  };
}
