/**
 * Rules for which drafts count: of several editors' drafts of one file the latest; no draft of an editor that is gone,
 * and no saved draft once the disk has newer content. Pure.
 */
import type { DraftHead } from "@sdl/graph";

/** Milliseconds without an event after which an editor counts as closed. */
export const DRAFT_LIFE_MS = 10 * 60 * 1000;

/** Key of a draft in one process's memory. */
export function draftKey({ path, source }: Pick<DraftHead, "path" | "source">): string {
  return `${source}\0${path}`;
}

/** State around a draft that decides whether it counts. */
export interface DraftSurroundings {
  readonly nowMs: number;
  /** Whether the process that received the draft is alive; processes on other machines count as alive. */
  isAlive(holder: string): boolean;
  /** When the draft's file was last written; `undefined` if it does not exist. */
  writtenMs(path: string): number | undefined;
}

/** Whether a draft no longer counts. */
export function hasExpired(head: DraftHead, { nowMs, isAlive, writtenMs }: DraftSurroundings): boolean {
  if (nowMs - head.renewedMs > DRAFT_LIFE_MS) return true;
  if (head.isDirty && isAlive(head.holder)) return false;
  // Editors send whole milliseconds.
  return Math.floor(writtenMs(head.path) ?? 0) > head.timestampMs;
}

/** One draft per file, by path. On equal times the source that sorts last wins, in every process. */
export function latestPerFile(heads: readonly DraftHead[]): ReadonlyMap<string, DraftHead> {
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
