/**
 * Watches of directories, one each, never of files and never recursive: a repository needs few of them, and the system has few to give.
 * Knows no index. Where the system gives no more, or too many would be needed, all are given back: whoever wants to know must look.
 * Invariant: a watch belongs to the directory that is at its path now, or an event has said that it does not.
 */
import { type FSWatcher, watch } from "node:fs";
import { basename, join } from "node:path";

/** More directories than this are not watched: the system's watches belong to all its programs. */
const MAX_DIRECTORIES = 4096;

/** As `fs.watch` does it: a directory that is removed or renamed itself is told by its own name. */
export type WatchDirectory = (
  path: string,
  onEvent: (type: "rename" | "change", name: string | undefined) => void,
) => FSWatcher;

export interface DirectoryWatchesOptions {
  readonly rootPath: string;
  /** @param name of the entry that changed, where the system tells */
  readonly onEvent: (name: string | undefined) => void;
  /** Once: nothing is watched from then on. */
  readonly onGivenUp: (why: string) => void;
  readonly watch?: WatchDirectory | undefined;
}

export class DirectoryWatches {
  private readonly watches = new Map<string, FSWatcher>();
  private isGivenUp = false;

  constructor(private readonly options: DirectoryWatchesOptions) {}

  /** How many directories are watched. */
  get size(): number {
    return this.watches.size;
  }

  /**
   * Watches these directories and no others. @param directories repository-relative, the root as ""
   * @returns whether any is new: what changed in it until now was not told
   */
  set(directories: ReadonlySet<string>): boolean {
    if (this.isGivenUp) return false;
    if (directories.size > MAX_DIRECTORIES) {
      this.giveUp(`${directories.size} directories are more than ${MAX_DIRECTORIES}`);
      return false;
    }
    for (const [directory, watcher] of this.watches) {
      if (directories.has(directory)) continue;
      watcher.close();
      this.watches.delete(directory);
    }
    const added = [...directories].filter((directory) => !this.watches.has(directory));
    for (const directory of added) this.add(directory);
    return added.some((directory) => this.watches.has(directory));
  }

  close(): void {
    for (const watcher of this.watches.values()) watcher.close();
    this.watches.clear();
  }

  private add(directory: string): void {
    if (this.isGivenUp) return;
    const { rootPath, onEvent, watch = watchDirectory } = this.options;
    const path = join(rootPath, directory);
    try {
      const watcher = watch(path, (type, name) => {
        if (type === "rename" && name === basename(path) && this.watches.get(directory) === watcher)
          this.leave(directory);
        onEvent(name);
      });
      this.watches.set(directory, watcher);
      watcher.on("error", (error) => this.lost(directory, error));
    } catch (error) {
      this.lost(directory, error);
    }
  }

  /** Gives back the watches of a directory and of those in it: they stay with what is removed or renamed, and others may come in its place. */
  private leave(directory: string): void {
    for (const [path, watcher] of this.watches) {
      if (path !== directory && !path.startsWith(directory === "" ? "" : `${directory}/`)) continue;
      watcher.close();
      this.watches.delete(path);
    }
  }

  /** A directory that is gone has no watch; anything else means that the system gives none. */
  private lost(directory: string, error: unknown): void {
    this.watches.get(directory)?.close();
    this.watches.delete(directory);
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EPERM") this.options.onEvent(undefined);
    else this.giveUp(code);
  }

  private giveUp(why: string): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    this.close();
    this.options.onGivenUp(why);
  }
}

/** It keeps no process alive. */
const watchDirectory: WatchDirectory = (path, onEvent) =>
  watch(path, { persistent: false }, (type, name) => onEvent(type, name ?? undefined));
