/**
 * Last look at a repository's files that found the index up to date: the stats of everything it read, so that a change
 * is detected without reading directories or ignore files. It only ever tells that nothing changed; a whole walk finds
 * what did. Invariant: adding, removing or renaming a file changes its directory's times. A directory that changed
 * during the look or just before is not trusted, since a second change within one clock tick would not show.
 */
import { lstatSync, type Stats } from "node:fs";
import { CONFIG_FILE, type Discovery } from "@sdl/indexer";
import { copyText } from "@sdl/model/text";
import { CLOCK_TICK_MS } from "./refresh-request.js";

/** Size, content time, entry time, inode. */
const STATS_PER_PATH = 4;
const MISSING: readonly number[] = Array.from({ length: STATS_PER_PATH }, () => Number.NaN);
/** Separates paths; no path contains it. */
const SEPARATOR = "\0";
const NO_ERROR = { throwIfNoEntry: false } as const;

/** The stats of a look. */
export class LastLook {
  private constructor(
    private readonly rootPath: string,
    /** Absolute: joining a path for each stat takes a tenth of the comparison. */
    private readonly paths: readonly string[],
    /** {@link STATS_PER_PATH} per path. */
    private readonly stats: Float64Array,
  ) {}

  /**
   * Takes the stats of a discovery. @param startedMs when the look began
   * @returns `undefined` if a directory changed so recently that another change might not show
   */
  static take(rootPath: string, discovery: Discovery, startedMs: number): LastLook | undefined {
    const { directories, deciding: marked, files, configs, skipped } = discovery;
    const look = (path: string) => ({ path, numbers: numbersOf(`${rootPath}/${path}`) });
    const folders = directories.map(look);
    if (folders.some(({ numbers }) => !(changedMs(numbers) < startedMs - CLOCK_TICK_MS))) return;
    const found = [...files, ...configs].map(({ sizeBytes, mtimeMs, ctimeMs, ino, path }) => {
      return { path, numbers: [sizeBytes, mtimeMs, ctimeMs, ino] };
    });
    // Files other than directories that decide which files exist: their stats are taken now, after the look.
    const deciding = [
      ...marked,
      ".git/info/exclude",
      CONFIG_FILE,
      ...directories.map((folder) => (folder === "" ? ".gitignore" : `${folder}/.gitignore`)),
      ...skipped.map(({ path }) => path),
    ].map(look);
    if (deciding.some(({ numbers: [, mtimeMs = 0] }) => mtimeMs >= startedMs - CLOCK_TICK_MS)) return;
    const present = deciding.filter(({ numbers }) => numbers !== MISSING);
    const all = [...folders, ...found, ...present];
    return new LastLook(
      rootPath,
      all.map(({ path }) => copyText(`${rootPath}/${path}`)),
      Float64Array.from(all.flatMap(({ numbers }) => numbers)),
    );
  }

  /**
   * Decodes the result of {@link toBytes}; `undefined` for other bytes. Damaged bytes name other files or other stats,
   * and so never match.
   */
  static fromBytes(rootPath: string, bytes: Uint8Array): LastLook | undefined {
    const count = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const end = 4 + count * STATS_PER_PATH * Float64Array.BYTES_PER_ELEMENT;
    if (count === 0 || bytes.length < end) return;
    const stats = new Float64Array(Uint8Array.from(bytes.subarray(4, end)).buffer);
    const paths = new TextDecoder().decode(bytes.subarray(end)).split(SEPARATOR);
    if (paths.length !== count) return;
    return new LastLook(
      rootPath,
      paths.map((path) => `${rootPath}/${path}`),
      stats,
    );
  }

  /** Encodes the number of paths, their stats and their names, in this machine's byte order. */
  toBytes(): Uint8Array {
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, this.paths.length, true);
    const paths = this.paths.map((path) => path.slice(this.rootPath.length + 1));
    return Buffer.concat([count, new Uint8Array(this.stats.buffer), Buffer.from(paths.join(SEPARATOR))]);
  }

  /** Whether all stats are unchanged. */
  isSame(): boolean {
    const { paths, stats } = this;
    let at = 0;
    for (const path of paths) {
      const stat = statOf(path);
      const isSame =
        stat !== undefined &&
        stat.mtimeMs === stats[at + 1] &&
        stat.ctimeMs === stats[at + 2] &&
        stat.size === stats[at] &&
        stat.ino === stats[at + 3];
      if (!isSame) return false;
      at += STATS_PER_PATH;
    }
    return true;
  }
}

function changedMs([, mtimeMs = 0, ctimeMs = 0]: readonly number[]): number {
  return Math.max(mtimeMs, ctimeMs);
}

function numbersOf(path: string): readonly number[] {
  const stat = statOf(path);
  return stat === undefined ? MISSING : [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino];
}

/**
 * The stat of a path. @returns `undefined` if it does not exist or cannot be accessed: in a worktree `.git` is a file
 */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, NO_ERROR);
  } catch {
    return undefined;
  }
}
