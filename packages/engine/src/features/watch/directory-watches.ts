/**
 * File-system watches of directories, one per directory, never of files and never recursive, because a system has few watches. Knows no index. If
 * the system grants no more watches, or too many directories would be watched, closes all watches, and its user must poll.
 * Invariant: each watch belongs to the directory that is at its path now, unless an event has reported otherwise.
 */
import { type FSWatcher, watch } from "node:fs";
import { basename, join, posix } from "node:path";

/** Maximum directories watched: all programs share the system's watches. */
const MAX_DIRECTORIES = 4096;

/** Same as `fs.watch`: if the directory itself is removed or renamed, the event has the directory's own name. */
export type WatchDirectory = (
  path: string,
  onEvent: (type: "rename" | "change", name: string | undefined) => void,
) => FSWatcher;

/** Root and callbacks of a set of watches. */
export interface DirectoryWatchesOptions {
  readonly rootPath: string;
  /** @param path repository-relative path of the changed entry, if the system reports its name */
  readonly onEvent: (path: string | undefined) => void;
  /** Called once, when all watches are closed for good. */
  readonly onGivenUp: (why: string) => void;
  readonly watch?: WatchDirectory | undefined;
}

/** The current watches of one repository. */
export class DirectoryWatches {
  private readonly watches = new Map<string, FSWatcher>();
  private isGivenUp = false;

  constructor(private readonly options: DirectoryWatchesOptions) {}

  /** Number of watched directories. */
  get size(): number {
    return this.watches.size;
  }

  /**
   * Watches exactly these directories. @param directories repository-relative, the root as ""
   * @returns whether any watch is new: earlier changes in its directory were not reported
   */
  set(directories: ReadonlySet<string>): boolean {
    if (this.isGivenUp) return false;
    if (directories.size > MAX_DIRECTORIES) {
      this.giveUpWatching(`${directories.size} directories exceed the limit of ${MAX_DIRECTORIES}`);
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
        const isItself = type === "rename" && name === basename(path);
        if (isItself && this.watches.get(directory) === watcher) this.closeBelow(directory);
        onEvent(isItself ? directory : name && posix.join(directory, name));
      });
      this.watches.set(directory, watcher);
      watcher.on("error", (error) => this.handleLostWatch(directory, error));
    } catch (error) {
      this.handleLostWatch(directory, error);
    }
  }

  /** Closes the watches of a directory and of its subdirectories: they follow a removed or renamed directory, and another one may take its path. */
  private closeBelow(directory: string): void {
    for (const [path, watcher] of this.watches) {
      if (path !== directory && !path.startsWith(directory === "" ? "" : `${directory}/`)) continue;
      watcher.close();
      this.watches.delete(path);
    }
  }

  /** Handles a failed watch: if the directory does not exist, reports an event; any other error means that the system grants no watch. */
  private handleLostWatch(directory: string, error: unknown): void {
    this.watches.get(directory)?.close();
    this.watches.delete(directory);
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EPERM") this.options.onEvent(undefined);
    else this.giveUpWatching(code);
  }

  private giveUpWatching(why: string): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    this.close();
    this.options.onGivenUp(why);
  }
}

/** A persistent watch would keep the process alive. */
const watchDirectory: WatchDirectory = (path, onEvent) =>
  watch(path, { persistent: false }, (type, name) => onEvent(type, name ?? undefined));
