/**
 * In-memory file table of one generation: files by handle, by path and by symbol handle, and the generation in which each file's pages last
 * changed. Immutable; {@link FileTable.with} returns the table of the next generation.
 */
import type { FileHandle, SymbolHandle } from "@sdl/model";
import type { FileEntry } from "../records/file-page.js";

/** Kinds of a file's pages; they change independently of each other. */
export type PageKind = "symbols" | "outgoing" | "incoming";

/** Files changed by the commits that a reader has not yet seen; removed files are in `gone`. */
export interface TableChanges {
  readonly entries: readonly FileEntry[];
  readonly gone: readonly FileHandle[];
  readonly touched: Readonly<Record<PageKind, readonly FileHandle[]>>;
}

/** Base-2 logarithm of the size of a block of symbol handles; the handles of a block belong to few files, mostly one. */
const BLOCK_SHIFT = 5;

/** Files ordered by their handle range. */
interface Ranges {
  /** First handle of each range, ascending. */
  readonly bases: Uint32Array;
  readonly ends: Uint32Array;
  readonly files: Uint32Array;
  /** For each block: number of ranges that begin at or before the block's first handle. */
  readonly blocks: Uint32Array;
}

/** Finds files by handle, path or symbol handle. */
export class FileTable {
  private ranges: Ranges | undefined;
  private sortedPaths: readonly string[] | undefined;
  private sources: readonly string[] | undefined;
  private countOfSources: number | undefined;

  private constructor(
    private readonly entries: readonly (FileEntry | undefined)[],
    private readonly handles: ReadonlyMap<string, FileHandle>,
    private readonly stamps: Readonly<Record<PageKind, Uint32Array>>,
  ) {}

  static fromEntries(entries: readonly FileEntry[], capacity: number, generation: number): FileTable {
    const byHandle: (FileEntry | undefined)[] = new Array<FileEntry | undefined>(capacity).fill(undefined);
    const handles = new Map<string, FileHandle>();
    for (const entry of entries) {
      byHandle[entry.handle] = entry;
      handles.set(entry.path, entry.handle);
    }
    const stamp = (): Uint32Array => new Uint32Array(capacity).fill(generation);
    return new FileTable(byHandle, handles, { symbols: stamp(), outgoing: stamp(), incoming: stamp() });
  }

  get size(): number {
    return this.handles.size;
  }

  find(path: string): FileEntry | undefined {
    const handle = this.handles.get(path);
    return handle === undefined ? undefined : this.entries[handle];
  }

  entryAt(file: FileHandle): FileEntry | undefined {
    return this.entries[file];
  }

  /** Generation in which the page last changed; if that was before this table was loaded, the generation of loading. */
  stamp(kind: PageKind, file: FileHandle): number {
    return this.stamps[kind][file] ?? 0;
  }

  /** The file whose handle range contains `symbol`. */
  owner(symbol: SymbolHandle): FileEntry | undefined {
    this.ranges ??= buildRanges(this.entries);
    const { bases, ends, files, blocks } = this.ranges;
    let next = blocks[symbol >>> BLOCK_SHIFT] ?? bases.length;
    while (next < bases.length && (bases[next] as number) <= symbol) next++;
    const row = next - 1;
    return row >= 0 && symbol < (ends[row] as number) ? this.entries[files[row] as number] : undefined;
  }

  /** All files, in handle order. */
  *all(): Iterable<FileEntry> {
    for (const entry of this.entries) if (entry !== undefined) yield entry;
  }

  /** All paths, ordered by code units. */
  paths(): readonly string[] {
    this.sortedPaths ??= [...this.handles.keys()].sort();
    return this.sortedPaths;
  }

  /** Paths of files read from the repository, ordered by code units: all except settings files, which are derived from the links of other files. */
  sourcePaths(): readonly string[] {
    this.sources ??= this.paths().filter((path) => this.find(path)?.language !== "config");
    return this.sources;
  }

  /** Number of {@link sourcePaths}, without sorting them. */
  sourceCount(): number {
    if (this.countOfSources === undefined) {
      let settings = 0;
      for (const entry of this.entries) if (entry?.language === "config") settings++;
      this.countOfSources = this.size - settings;
    }
    return this.countOfSources;
  }

  /** The table after the changes of `generation`. */
  with(changes: TableChanges, capacity: number, generation: number): FileTable {
    const entries = this.entries.slice();
    while (entries.length < capacity) entries.push(undefined);
    let { handles } = this;
    if (changes.gone.length > 0 || changes.entries.some((entry) => this.entries[entry.handle]?.path !== entry.path)) {
      handles = this.changedHandles(changes);
    }
    for (const file of changes.gone) entries[file] = undefined;
    for (const entry of changes.entries) entries[entry.handle] = entry;
    const next = new FileTable(entries, handles, {
      symbols: restamp(this.stamps.symbols, changes.touched.symbols, capacity, generation),
      outgoing: restamp(this.stamps.outgoing, changes.touched.outgoing, capacity, generation),
      incoming: restamp(this.stamps.incoming, changes.touched.incoming, capacity, generation),
    });
    if (handles === this.handles) {
      next.sortedPaths = this.sortedPaths;
      next.sources = this.sources;
      next.countOfSources = this.countOfSources;
    }
    return next;
  }

  private changedHandles(changes: TableChanges): ReadonlyMap<string, FileHandle> {
    const handles = new Map(this.handles);
    for (const file of changes.gone) {
      const path = this.entries[file]?.path;
      if (path !== undefined) handles.delete(path);
    }
    for (const entry of changes.entries) {
      const before = this.entries[entry.handle];
      if (before !== undefined && before.path !== entry.path) handles.delete(before.path);
    }
    for (const entry of changes.entries) handles.set(entry.path, entry.handle);
    return handles;
  }
}

function restamp(before: Uint32Array, files: readonly FileHandle[], capacity: number, generation: number): Uint32Array {
  if (files.length === 0 && before.length >= capacity) return before;
  const stamps = new Uint32Array(Math.max(capacity, before.length));
  stamps.set(before);
  for (const file of files) stamps[file] = generation;
  return stamps;
}

function buildRanges(entries: readonly (FileEntry | undefined)[]): Ranges {
  const present = entries.filter((entry) => entry !== undefined);
  // In a first index, file handles and symbol handles ascend together.
  if (present.some(({ base }, i) => base < (present[i - 1]?.base ?? 0))) present.sort((a, b) => a.base - b.base);
  const bases = new Uint32Array(present.length);
  const ends = new Uint32Array(present.length);
  const files = new Uint32Array(present.length);
  // A loop is several times faster than `Uint32Array.from` with a function, and the first query of a process waits for it.
  present.forEach(({ base, capacity, handle }, row) => {
    bases[row] = base;
    ends[row] = base + capacity;
    files[row] = handle;
  });
  const blocks = new Uint32Array(((ends.at(-1) ?? 0) >>> BLOCK_SHIFT) + 1);
  let next = 0;
  for (let block = 0; block < blocks.length; block++) {
    while (next < bases.length && (bases[next] as number) <= block << BLOCK_SHIFT) next++;
    blocks[block] = next;
  }
  return { bases, ends, files, blocks };
}
