/**
 * Reading ahead: the files edited last are probably being edited now. If their stat changed, their extraction begins
 * while discovery still runs. The outcome is used only if discovery finds the same file.
 */

import { type DiscoveredFile, type ExtractionPool, type ExtractOutcome, statInRoot } from "@sdl/indexer";
import { type FileStat, isSameStat } from "@sdl/model";

/** A refresh that read more files than this is no edit. */
const MAX_EDITED = 8;

/** Remembers the last edited files. */
export class ReadAhead {
  private edited: readonly DiscoveredFile[] = [];

  /** Records the files that a refresh read. */
  note(read: readonly DiscoveredFile[]): void {
    if (read.length > 0) this.edited = read.length <= MAX_EDITED ? read : [];
  }

  /**
   * Begins extraction of changed files. @param recorded stats by path, as the ledger has them
   * @param isKnown whether the facts of a file may be stored already
   */
  begin(
    root: string,
    recorded: ReadonlyMap<string, FileStat>,
    { pool, isKnown }: { readonly pool: ExtractionPool; readonly isKnown: (path: string) => boolean },
  ): void {
    const changed = this.edited.filter(({ path }) => isChanged(recorded.get(path), statInRoot(root, path)));
    pool.begin(changed.filter(({ path }) => !isKnown(path)));
  }
}

function isChanged(then: FileStat | undefined, now: FileStat | undefined): boolean {
  return then !== undefined && now !== undefined && !isSameStat(then, now);
}

/** The outcome of a file read ahead, if discovery found the same file. */
export function begunOutcome(
  begun: ReadonlyMap<string, ExtractOutcome>,
  file: DiscoveredFile,
): ExtractOutcome | undefined {
  const outcome = begun.get(file.path);
  return outcome?.status === "facts" && isSameStat(outcome.stat, file) ? outcome : undefined;
}
