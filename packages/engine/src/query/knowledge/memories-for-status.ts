/** Memories that a repository's status shows. */

import { surfaceMemories } from "@sdl/memory";
import { dayOf, type Repository } from "@sdl/repository";
import type { Engine } from "../../contract/engine.js";
import { graphOf, hasMemories, memoriesOf } from "./repository-memories.js";

const SHOWN = 5;

/** The best memories, and warnings on unreadable and on held-back ones. */
export function memoriesForStatus(
  engine: Engine,
  repository: Repository,
  surface: boolean,
): { readonly memories: readonly object[]; readonly warnings: readonly string[] } {
  if (!surface || !hasMemories(repository)) return { memories: [], warnings: [] };
  const view = memoriesOf(engine, repository).viewMemories(graphOf(repository));
  return {
    memories: surfaceMemories(view.memories, { limit: SHOWN, asOfDay: dayOf(engine.now()) }),
    warnings: [...view.warnings, ...heldBackWarning(view.heldBack)],
  };
}

function heldBackWarning(count: number): string[] {
  if (count === 0) return [];
  return [
    `${count} memories came with the repository and are not used until you adopt them; read them in .sdl-memory/, then run sdl memory adopt.`,
  ];
}
