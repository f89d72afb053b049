/** Watchers of an engine: one per repository, until the engine ends. */
import type { Engine } from "../../contract/engine.js";
import { type IndexLag, WatchedRepositories, type WatcherState } from "../../query/watched.js";
import { RepositoryWatcher, type RepositoryWatcherOptions } from "./repository-watcher.js";

type WatchOptions = Pick<RepositoryWatcherOptions, "times" | "watch" | "onNotice" | "onRefresh">;

/**
 * Keeps a repository's index up to date from now on. @param repoId default: the repository of the working directory
 * @throws {SdlError} `repo_not_found`
 */
export async function watchRepository(engine: Engine, repoId?: string, options: WatchOptions = {}): Promise<void> {
  const { repoId: id, rootPath } = engine.resolve(repoId);
  const known = engine.kept.of(engine, WatchedRepositories).byRepository;
  if (known.has(id)) return;
  const watcher = new RepositoryWatcher({ ...options, engine, repoId: id, rootPath });
  known.set(id, watcher);
  await watcher.start();
}

/** `undefined` if the repository is not watched. */
export function watcherState(engine: Engine, repoId: string): WatcherState | undefined {
  return engine.kept.of(engine, WatchedRepositories).byRepository.get(repoId)?.state();
}

/** Reports no lag if the repository is not watched: queries then check the disk themselves. */
export function watcherLag(engine: Engine, repoId: string): IndexLag {
  return engine.kept.of(engine, WatchedRepositories).byRepository.get(repoId)?.lag() ?? { kind: "none" };
}
