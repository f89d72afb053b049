/**
 * Table that numbers the identifiers of one file: equal texts have equal numbers. Finding a known name allocates
 * nothing. Invariant: numbers count up from 0 in order of first occurrence.
 */
import type { FactsBuilder } from "@sdl/model/facts";
import { buildSlots, HASH_SEED, hashUnit, mixHash } from "../../extract/hash-slots.js";

/** Smallest and largest number of slots at the start of a file: for few names, clearing a large table costs most. */
const MIN_SLOTS = 16;
const MAX_FIRST_SLOTS = 1024;
/** UTF-16 units of source per initial slot. */
const UNITS_PER_SLOT = 16;

/** Numbers the names of a file. */
export class NameTable {
  private slots: Int32Array;
  private readonly texts: string[] = [];
  private readonly hashes: number[] = [];
  private readonly strings: number[] = [];

  constructor(
    private readonly source: string,
    private readonly facts: FactsBuilder,
  ) {
    let slots = MIN_SLOTS;
    while (slots < MAX_FIRST_SLOTS && slots * UNITS_PER_SLOT < source.length) slots *= 2;
    this.slots = new Int32Array(slots);
  }

  /** The number of the source text `[start, end)`. */
  at(start: number, end: number): number {
    return this.find(this.source, start, end);
  }

  /** The number of `text`. */
  of(text: string): number {
    return this.find(text, 0, text.length);
  }

  text(name: number): string {
    return this.texts[name] ?? "";
  }

  /** The name's index in the page's string table. */
  string(name: number): number {
    const known = this.strings[name] ?? -1;
    if (known >= 0) return known;
    const made = this.facts.string(this.text(name));
    this.strings[name] = made;
    return made;
  }

  private find(source: string, start: number, end: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let hash = HASH_SEED;
    for (let i = start; i < end; i++) hash = hashUnit(hash, source.charCodeAt(i));
    let slot = mixHash(hash) & mask;
    for (let held = slots[slot] as number; held !== 0; held = slots[slot] as number) {
      if (hashes[held - 1] === hash && isAt(source, start, end, this.texts[held - 1] as string)) return held - 1;
      slot = (slot + 1) & mask;
    }
    slots[slot] = this.texts.push(source.slice(start, end));
    hashes.push(hash);
    this.strings.push(-1);
    const count = hashes.length;
    if (count * 2 > mask) this.slots = buildSlots(slots.length * 2, count, (name) => mixHash(hashes[name] as number));
    return count - 1;
  }
}

/** Whether `text` is the source text `[start, end)`. */
function isAt(source: string, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false;
  for (let i = start; i < end; i++) if (text.charCodeAt(i - start) !== source.charCodeAt(i)) return false;
  return true;
}
