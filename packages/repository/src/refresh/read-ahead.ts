/**
 * The files that were edited last are likely the ones edited now: where their stat says so, their extraction begins while the repository
 * is still looked through. What discovery then does not find, or finds otherwise, is not taken.
 */

import { type DiscoveredFile, type ExtractionPool, type ExtractOutcome, statInRoot } from "@sdl/indexer";
import { type FileStat, isSameStat } from "@sdl/model";

/** A refresh that read more files is no edit. */
const MAX_EDITED = 8;

export class ReadAhead {
  private edited: readonly DiscoveredFile[] = [];

  /** Notes what a refresh has read. */
  note(read: readonly DiscoveredFile[]): void {
    if (read.length > 0) this.edited = read.length <= MAX_EDITED ? read : [];
  }

  /**
   * @param recorded stats by path, as the ledger has them
   * @param isKnown whether the facts of a file may be there already
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

/** What came of a file that was begun ahead, if it is the file that discovery found. */
export function begunOutcome(
  begun: ReadonlyMap<string, ExtractOutcome>,
  file: DiscoveredFile,
): ExtractOutcome | undefined {
  const outcome = begun.get(file.path);
  return outcome?.status === "facts" && isSameStat(outcome.stat, file) ? outcome : undefined;
}
