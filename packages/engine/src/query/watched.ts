/** The repositories of an engine whose files are watched, as queries ask about them. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Repository } from "@sdl/repository";
import type { Engine } from "../contract/engine.js";

/** As a client sees a watcher: times are ISO, absent where nothing happened yet. */
export interface WatcherState {
  readonly enabled: boolean;
  readonly running: boolean;
  readonly filesWatched: number;
  readonly eventsReceived: number;
  readonly eventsProcessed: number;
  readonly errors: number;
  /** Events that no refresh has answered yet. */
  readonly queueDepth: number;
  readonly lastEventAt?: string;
  readonly lastSuccessfulReindexAt?: string;
}

/** What keeps an index behind the disk: nothing that is known of, changes whose turn comes, or a refresh that failed. */
export interface Lag {
  readonly kind: "none" | "changes" | "failed";
  /** Of the refresh that failed. */
  readonly reason?: string;
}

export interface Watched {
  state(): WatcherState;
  lag(): Lag;
  /** Whether the index has every change that the system told of. */
  isCurrent(): boolean;
}

/** Of one engine. */
export class WatchedRepositories {
  readonly byRepository = new Map<string, Watched>();
}

/**
 * Whether a watcher knows that the index is up to date. On Linux a change is in the watcher's queue before the call that makes it returns,
 * and one turn of the event loop reads the queue. Elsewhere events come later, and nothing follows from none.
 */
export async function isWatchedAndCurrent(engine: Engine, { repoId }: Repository): Promise<boolean> {
  const watched = engine.kept.of(engine, WatchedRepositories).byRepository.get(repoId);
  if (watched === undefined || process.platform !== "linux" || !watched.isCurrent()) return false;
  await nextTurn();
  await nextTurn();
  return watched.isCurrent();
}
