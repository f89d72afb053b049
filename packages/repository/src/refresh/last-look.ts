/**
 * The last look at a repository's files that found the index up to date, kept to see quickly whether anything changed since: stats of what was
 * looked at, without reading a directory or an ignore file again. It only ever says that nothing changed; what did, a whole look finds.
 * Invariant: a file that is added, removed or renamed changes its directory's times; a directory that changed during the look or just before
 * it is not trusted, for a second change within one tick of the clock would not show.
 */
import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Discovery } from "@sdl/indexer";
import { ownText } from "@sdl/model/text";
import { CLOCK_TICK_MS } from "./plan.js";

/** Size, time of the content, time of the entry, inode. */
const NUMBERS = 4;

export class LastLook {
  private constructor(
    /** Absolute. */
    private readonly paths: readonly string[],
    /** {@link NUMBERS} a path; NaN where nothing was there. */
    private readonly stats: Float64Array,
  ) {}

  /**
   * @param startedMs when the look began
   * @returns `undefined` where a directory changed so lately that the next change might not show
   */
  static take(rootPath: string, discovery: Discovery, startedMs: number): LastLook | undefined {
    const { directories, deciding: marked, files, configs, skipped } = discovery;
    const folders = directories.map((path) => join(rootPath, path));
    const stats = folders.map(numbersOf);
    if (stats.some(([, mtimeMs = 0, ctimeMs = 0]) => !(Math.max(mtimeMs, ctimeMs) < startedMs - CLOCK_TICK_MS))) return;
    const others = [...files, ...configs].map(({ sizeBytes, mtimeMs, ctimeMs, ino, path }) => {
      return { path: join(rootPath, path), numbers: [sizeBytes, mtimeMs, ctimeMs, ino] };
    });
    // What decides which files there are, beside names: its stat is taken now, after the look.
    const deciding = [
      ...marked.map((path) => join(rootPath, path)),
      join(rootPath, ".git/info/exclude"),
      ...folders.map((folder) => join(folder, ".gitignore")),
      ...skipped.map(({ path }) => join(rootPath, path)),
    ].map((path) => ({ path, numbers: numbersOf(path) }));
    if (deciding.some(({ numbers: [, mtimeMs = 0] }) => mtimeMs >= startedMs - CLOCK_TICK_MS)) return;
    const known = [...folders.map((path, i) => ({ path, numbers: stats[i] ?? [] })), ...others];
    const present = deciding.filter(({ numbers: [size = 0] }) => !Number.isNaN(size));
    const all = [...known, ...present];
    return new LastLook(
      all.map(({ path }) => ownText(path)),
      Float64Array.from(all.flatMap(({ numbers }) => numbers)),
    );
  }

  /** Whether everything is as it was. */
  isSame(): boolean {
    return this.paths.every((path, i) => {
      const stat = statOf(path);
      const at = i * NUMBERS;
      return (
        stat !== undefined &&
        stat.mtimeMs === this.stats[at + 1] &&
        stat.ctimeMs === this.stats[at + 2] &&
        stat.size === this.stats[at] &&
        stat.ino === this.stats[at + 3]
      );
    });
  }
}

function numbersOf(path: string): number[] {
  const stat = statOf(path);
  return stat === undefined
    ? Array.from({ length: NUMBERS }, () => Number.NaN)
    : [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino];
}

/** @returns `undefined` where nothing is, or nothing that may be looked at: in a worktree `.git` is a file */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
