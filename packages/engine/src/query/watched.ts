/** Watchers of an engine's repositories, as queries use them. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Repository } from "@sdl/repository";
import type { Engine } from "../contract/engine.js";

/** State of a watcher as clients see it; times are ISO 8601, absent before the first event. */
export interface WatcherState {
  readonly enabled: boolean;
  readonly running: boolean;
  readonly filesWatched: number;
  readonly eventsReceived: number;
  readonly eventsProcessed: number;
  readonly errors: number;
  /** Number of events that no refresh has processed yet. */
  readonly queueDepth: number;
  readonly lastEventAt?: string;
  readonly lastSuccessfulReindexAt?: string;
}

/** Why an index may be behind the disk: no known reason, changes not yet indexed, or a failed refresh. */
export interface IndexLag {
  readonly kind: "none" | "changes" | "failed";
  /** Error message of the failed refresh. */
  readonly reason?: string;
}

/** A watcher as queries see it. */
export interface Watcher {
  state(): WatcherState;
  lag(): IndexLag;
  /** Whether the index includes every change that the system has reported. */
  isCurrent(): boolean;
}

/** One instance per engine. */
export class WatchedRepositories {
  readonly byRepository = new Map<string, Watcher>();
}

/**
 * Whether a watcher knows that the index is up to date. On Linux a change is in the watcher's queue before the system call that makes it returns,
 * and one turn of the event loop reads the queue. On other platforms events arrive later, so that their absence proves nothing.
 */
export async function isWatchedAndCurrent(engine: Engine, { repoId }: Repository): Promise<boolean> {
  const watched = engine.kept.of(engine, WatchedRepositories).byRepository.get(repoId);
  if (watched === undefined || process.platform !== "linux" || !watched.isCurrent()) return false;
  await nextTurn();
  await nextTurn();
  return watched.isCurrent();
}
