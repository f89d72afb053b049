/**
 * Gives out file handles, ranges of symbol handles, and slots inside a range.
 * Invariant: a symbol's handle stays while its id lives and its file's range suffices; a handle that an update frees is not given
 * out again by that update, so that nothing old can point at something new.
 */
import type { FileHandle } from "@sdl/model";
import type { FileTable } from "../file-table.js";
import type { Head } from "../records/head.js";
import type { SymbolsPage } from "../records/symbols-page.js";

export interface HandleRange {
  readonly base: number;
  readonly capacity: number;
}

/** Room for a quarter more symbols, and four. */
function rangeCapacity(symbols: number): number {
  return symbols + Math.ceil(symbols / 4) + 4;
}

/** Free handles of one generation; what it gives out is gone for the rest of the update. */
export class HandleAllocator {
  private readonly freeFiles: FileHandle[] = [];
  private readonly gaps: { base: number; length: number }[] = [];
  private nextFile: number;
  private end: number;

  constructor(files: FileTable, head: Head) {
    this.nextFile = head.nextFile;
    this.end = head.capacity;
    for (let file = head.nextFile - 1; file >= 0; file--) if (files.at(file) === undefined) this.freeFiles.push(file);
    const used = [...files.all()].sort((a, b) => a.base - b.base);
    let at = 0;
    for (const { base, capacity } of used) {
      if (base > at) this.gaps.push({ base: at, length: base - at });
      at = base + capacity;
    }
    if (head.capacity > at) this.gaps.push({ base: at, length: head.capacity - at });
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
    return this.freeFiles.pop() ?? this.nextFile++;
  }

  /** The first gap that holds `symbols` with slack, or new room at the end. */
  range(symbols: number): HandleRange {
    const capacity = rangeCapacity(symbols);
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
  const known = new Map<string, number>();
  for (let i = before.count - 1; i >= 0; i--) known.set(idText(before.ids, i), before.slots[i] as number);
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

function idText(ids: Uint32Array, ordinal: number): string {
  return `${ids[2 * ordinal]},${ids[2 * ordinal + 1]}`;
}
