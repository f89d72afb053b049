/**
 * Which drafts count: of several editors' drafts of one file the latest; none of an editor that has gone, nor one that was saved, where the disk
 * went on. Pure.
 */
import type { DraftHead } from "@sdl/graph";

/** An editor that was not heard of for so long has gone. */
export const DRAFT_LIFE_MS = 10 * 60 * 1000;

/** Tells the drafts of one process's memory apart. */
export function draftKey({ path, source }: Pick<DraftHead, "path" | "source">): string {
  return `${source}\0${path}`;
}

/** What is known of a draft beside its record. */
export interface DraftSurroundings {
  readonly nowMs: number;
  /** Whether the process that took it lives; another's on another machine does. */
  isAlive(holder: string): boolean;
  /** When its file was last written; `undefined` where there is none. */
  writtenMs(path: string): number | undefined;
}

export function hasExpired(head: DraftHead, { nowMs, isAlive, writtenMs }: DraftSurroundings): boolean {
  if (nowMs - head.renewedMs > DRAFT_LIFE_MS) return true;
  if (head.isDirty && isAlive(head.holder)) return false;
  // Editors tell whole milliseconds.
  return Math.floor(writtenMs(head.path) ?? 0) > head.timestampMs;
}

/** One draft a file, by path. Of equal times the source that sorts last counts, in every process. */
export function winners(heads: readonly DraftHead[]): ReadonlyMap<string, DraftHead> {
  const found = new Map<string, DraftHead>();
  for (const head of heads) {
    const other = found.get(head.path);
    if (other === undefined || isLater(head, other)) found.set(head.path, head);
  }
  return found;
}

function isLater(one: DraftHead, other: DraftHead): boolean {
  return one.timestampMs === other.timestampMs ? one.source > other.source : one.timestampMs > other.timestampMs;
}
