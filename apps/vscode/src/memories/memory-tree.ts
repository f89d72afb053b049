/** Memories as a tree: those linked to the file in the active editor, then the others. Pure. */
import type { Memory } from "../server/answers.js";

/** A titled group of the tree. */
export interface MemoryGroup {
  readonly title: string;
  readonly memories: readonly Memory[];
}

/** @param uri URI of the file in the active editor */
export function memoryGroups(memories: readonly Memory[], uri: string | undefined): readonly MemoryGroup[] {
  const isHere = ({ uris }: Memory) => uri !== undefined && uris.includes(uri);
  const groups = [
    { title: "About this file", memories: memories.filter(isHere) },
    { title: "All others", memories: memories.filter((memory) => !isHere(memory)) },
  ];
  return groups.filter((group) => group.memories.length > 0);
}

const TYPE_LABELS: Readonly<Record<Memory["type"], string>> = {
  decision: "decision",
  bugfix: "bug fixed",
  task_context: "task",
};

/** Note beside a memory's title. The linked symbols are shown below it. */
export function memoryNote({ type, stale }: Memory): string {
  return [TYPE_LABELS[type], ...(stale ? ["may be outdated"] : [])].join(", ");
}
