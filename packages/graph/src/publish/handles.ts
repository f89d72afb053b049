/**
 * Allocation of file handles, ranges of symbol handles, and slots inside a range.
 * Invariant: a symbol keeps its handle as long as its id exists and its file's range is large enough. A handle that an update frees is not
 * allocated again by that update, so no old reference can point at a new symbol.
 */
import type { FileHandle } from "@sdl/model";
import type { FileTable } from "../read/file-table.js";
import type { Head } from "../records/head.js";
import type { SymbolsPage } from "../records/symbols-page.js";

/** Consecutive symbol handles of one file. */
export interface HandleRange {
  readonly base: number;
  readonly capacity: number;
}

interface HandleGap {
  base: number;
  length: number;
}

/** Capacity of a new range: room for a quarter more symbols, plus four. */
function rangeCapacity(symbols: number): number {
  return symbols + Math.ceil(symbols / 4) + 4;
}

/** Free handles of one generation. A handle is allocated at most once per update. */
export class HandleAllocator {
  /** Computed on first use: most updates need no free handles. */
  private freeFiles: FileHandle[] | undefined;
  private gaps: HandleGap[] | undefined;
  private nextFile: number;
  private end: number;

  constructor(
    private readonly files: FileTable,
    private readonly head: Head,
  ) {
    this.nextFile = head.nextFile;
    this.end = head.capacity;
  }

  /** Exclusive upper bound of file handles. */
  get fileCount(): number {
    return this.nextFile;
  }

  /** Exclusive upper bound of symbol handles. */
  get capacity(): number {
    return this.end;
  }

  allocateFile(): FileHandle {
    this.freeFiles ??= findFreeFiles(this.files, this.head);
    return this.freeFiles.pop() ?? this.nextFile++;
  }

  /** Allocates a range for `symbols` with spare capacity: in the first large enough gap, or at the end. */
  allocateRange(symbols: number): HandleRange {
    const capacity = rangeCapacity(symbols);
    this.gaps ??= findGaps(this.files, this.head);
    for (const gap of this.gaps) {
      if (gap.length < capacity) continue;
      const { base } = gap;
      gap.base += capacity;
      gap.length -= capacity;
      return { base, capacity };
    }
    const base = this.end;
    this.end += capacity;
    return { base, capacity };
  }
}

/** Free file handles, descending, so that `pop` returns the lowest. */
function findFreeFiles(files: FileTable, head: Head): FileHandle[] {
  const free: FileHandle[] = [];
  for (let file = head.nextFile - 1; file >= 0; file--) if (files.entryAt(file) === undefined) free.push(file);
  return free;
}

/** Gaps between the handle ranges of files, ascending. */
function findGaps(files: FileTable, head: Head): HandleGap[] {
  const gaps: HandleGap[] = [];
  let at = 0;
  for (const { base, capacity } of [...files.all()].sort((a, b) => a.base - b.base)) {
    if (base > at) gaps.push({ base: at, length: base - at });
    at = base + capacity;
  }
  if (head.capacity > at) gaps.push({ base: at, length: head.capacity - at });
  return gaps;
}

/** Slots of a new file, or of a file that moved to a new range: equal to the ordinals. */
export function freshSlots(count: number): Uint32Array {
  const slots = new Uint32Array(count);
  for (let ordinal = 0; ordinal < count; ordinal++) slots[ordinal] = ordinal;
  return slots;
}

/**
 * Slots of a file that was indexed before: existing ids keep their slots, new ids get slots that are free in the old page.
 * @param ids two words per symbol
 * @returns `undefined` if the range has too few free slots
 */
export function keptSlots(before: SymbolsPage, capacity: number, ids: Uint32Array): Uint32Array | undefined {
  if (areWordsEqual(before.ids, ids)) return before.slots;
  const known = slotsById(before);
  const slots = new Uint32Array(ids.length / 2);
  let free = 0;
  for (let i = 0; i < slots.length; i++) {
    const id = idText(ids, i);
    const slot = known.get(id);
    if (slot !== undefined) {
      slots[i] = slot;
      known.delete(id);
      continue;
    }
    while ((before.ordinals[free] ?? -1) >= 0) free++;
    if (free >= capacity) return undefined;
    slots[i] = free++;
  }
  return slots;
}

/** Whether two word arrays have equal content. */
export function areWordsEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

/** Slots by id. If an id occurs twice, the first symbol's slot is used. */
export function slotsById({ count, ids, slots }: SymbolsPage): Map<string, number> {
  const known = new Map<string, number>();
  for (let i = count - 1; i >= 0; i--) known.set(idText(ids, i), slots[i] as number);
  return known;
}

/** A symbol's id as a map key. @param ids two words per symbol */
export function idText(ids: Uint32Array, ordinal: number): string {
  return `${ids[2 * ordinal]},${ids[2 * ordinal + 1]}`;
}
