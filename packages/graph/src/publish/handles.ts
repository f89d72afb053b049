/**
 * Gives out file handles, ranges of symbol handles, and slots inside a range.
 * Invariant: a symbol's handle stays while its id lives and its file's range suffices; a handle that an update frees is not given
 * out again by that update, so that nothing old can point at something new.
 */
import type { FileHandle } from "@sdl/model";
import type { FileTable } from "../read/file-table.js";
import type { Head } from "../records/head.js";
import type { SymbolsPage } from "../records/symbols-page.js";

export interface HandleRange {
  readonly base: number;
  readonly capacity: number;
}

interface HandleGap {
  base: number;
  length: number;
}

/** Room for a quarter more symbols, and four. */
function rangeCapacity(symbols: number): number {
  return symbols + Math.ceil(symbols / 4) + 4;
}

/** Free handles of one generation; what it gives out is gone for the rest of the update. */
export class HandleAllocator {
  /** Found when they are first asked for: most updates need none. */
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

  /** File handles are below this number. */
  get fileCount(): number {
    return this.nextFile;
  }

  /** Symbol handles are below this number. */
  get capacity(): number {
    return this.end;
  }

  file(): FileHandle {
    this.freeFiles ??= findFreeFiles(this.files, this.head);
    return this.freeFiles.pop() ?? this.nextFile++;
  }

  /** The first gap that holds `symbols` with slack, or new room at the end. */
  range(symbols: number): HandleRange {
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

/** The lowest last. */
function findFreeFiles(files: FileTable, head: Head): FileHandle[] {
  const free: FileHandle[] = [];
  for (let file = head.nextFile - 1; file >= 0; file--) if (files.at(file) === undefined) free.push(file);
  return free;
}

/** Ascending. */
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

/** Slots of a file seen for the first time, or moved to a new range: the ordinals. */
export function freshSlots(count: number): Uint32Array {
  const slots = new Uint32Array(count);
  for (let ordinal = 0; ordinal < count; ordinal++) slots[ordinal] = ordinal;
  return slots;
}

/**
 * Slots of a file that was indexed before: known ids keep theirs, new ones get slots that no symbol had.
 * @param ids two words a symbol
 * @returns `undefined` when the range has no room left
 */
export function keptSlots(before: SymbolsPage, capacity: number, ids: Uint32Array): Uint32Array | undefined {
  if (isSameWords(before.ids, ids)) return before.slots;
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

export function isSameWords(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

/** Of ids that a page has twice, the first one's slot. */
export function slotsById({ count, ids, slots }: SymbolsPage): Map<string, number> {
  const known = new Map<string, number>();
  for (let i = count - 1; i >= 0; i--) known.set(idText(ids, i), slots[i] as number);
  return known;
}

export function idText(ids: Uint32Array, ordinal: number): string {
  return `${ids[2 * ordinal]},${ids[2 * ordinal + 1]}`;
}
