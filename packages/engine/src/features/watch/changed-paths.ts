/**
 * Paths that a watcher noted and that no refresh has indexed yet. A refresh has the changes noted before it began; those
 * noted during it remain for the next one.
 */

/** Above this many changes the system may have dropped some: Linux queues 16,384 events. Source: inotify(7). */
const MAX_CHANGES = 8192;

interface Batch {
  readonly paths: ReadonlySet<string>;
  readonly changes: number;
  /** Whether the path of every change is known. */
  readonly isNamed: boolean;
}

const NOTHING: Batch = { paths: new Set(), changes: 0, isNamed: true };

/** Collects changed paths between refreshes. */
export class ChangedPaths {
  private waiting = new Set<string>();
  private changes = 0;
  private isNamed = true;
  /** Changes that the running refresh indexes; those of a failed one, too. */
  private indexing = NOTHING;

  /** @param path `undefined` if the system does not report it */
  note(path: string | undefined): void {
    this.changes++;
    if (path === undefined) this.isNamed = false;
    else this.waiting.add(path);
  }

  /** A refresh begins: it reads the files after all changes noted so far. */
  begin(): void {
    this.indexing = this.all();
    this.waiting = new Set();
    this.changes = 0;
    this.isNamed = true;
  }

  /** The refresh that began last has succeeded. */
  markIndexed(): void {
    this.indexing = NOTHING;
  }

  /** The paths of all changes not indexed yet, and whether none is missing. */
  current(): { readonly paths: ReadonlySet<string>; readonly isComplete: boolean } {
    const { paths, changes, isNamed } = this.all();
    return { paths, isComplete: isNamed && changes <= MAX_CHANGES };
  }

  private all(): Batch {
    const { indexing, waiting } = this;
    return {
      paths: new Set([...indexing.paths, ...waiting]),
      changes: indexing.changes + this.changes,
      isNamed: indexing.isNamed && this.isNamed,
    };
  }
}
