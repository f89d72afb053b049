/** Watchers of an engine's repositories, as queries use them. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { NotedChanges, Repository } from "@sdl/repository";
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
  /** Changes that no refresh has indexed yet; `undefined` if there are none. */
  notedChanges(): NotedChanges | undefined;
}

/** One instance per engine. */
export class WatchedRepositories {
  readonly byRepository = new Map<string, Watcher>();
}

/** Whether a watcher knows that the index is up to date. */
export async function isWatchedAndCurrent(engine: Engine, { repoId }: Repository): Promise<boolean> {
  if (promptWatcherOf(engine, repoId)?.isCurrent() !== true) return false;
  await readEvents();
  return promptWatcherOf(engine, repoId)?.isCurrent() === true;
}

/** What a watcher noted and no refresh has indexed yet; `undefined` if nothing, or if files are not watched. */
export async function notedChanges(engine: Engine, repoId: string): Promise<NotedChanges | undefined> {
  if (promptWatcherOf(engine, repoId) === undefined) return undefined;
  await readEvents();
  return promptWatcherOf(engine, repoId)?.notedChanges();
}

/** The repository's watcher, if events arrive at once: on other platforms than Linux they come later, so that their absence proves nothing. */
function promptWatcherOf(engine: Engine, repoId: string): Watcher | undefined {
  if (process.platform !== "linux") return undefined;
  return engine.kept.of(engine, WatchedRepositories).byRepository.get(repoId);
}

/** Lets the watcher read its events. On Linux a change is queued before the system call that makes it returns, and one turn of the event loop reads the queue. */
async function readEvents(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
