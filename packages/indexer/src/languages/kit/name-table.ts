/**
 * The identifiers of one file as small numbers: equal texts, equal numbers. Finding a known one allocates nothing.
 * Invariant: numbers count up from 0 in the order of first sight.
 */
import type { FactsBuilder } from "@sdl/model/facts";

/** Places of the table that a file begins with, at least and at most: a short file has few names, and large tables cost it more than the names. */
const MIN_SLOTS = 16;
const MAX_FIRST_SLOTS = 1024;
/** Units of source for which there is a place to begin with. */
const UNITS_PER_SLOT = 16;

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

  /** The number of the text from `start` up to `end` of the source. */
  at(start: number, end: number): number {
    const { source } = this;
    let hash = end - start;
    for (let i = start; i < end; i++) hash = Math.imul(hash, 31) + source.charCodeAt(i);
    hash ^= hash >>> 15;
    let slot = this.slotOf(hash);
    for (let name = this.slots[slot] as number; name !== 0; name = this.slots[slot] as number) {
      if (this.hashes[name - 1] === hash && this.equals(name - 1, start, end)) return name - 1;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    return this.add(source.slice(start, end), hash);
  }

  /** The number of `text`. */
  of(text: string): number {
    let hash = text.length;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash, 31) + text.charCodeAt(i);
    hash ^= hash >>> 15;
    let slot = this.slotOf(hash);
    for (let name = this.slots[slot] as number; name !== 0; name = this.slots[slot] as number) {
      if (this.texts[name - 1] === text) return name - 1;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    return this.add(text, hash);
  }

  text(name: number): string {
    return this.texts[name] ?? "";
  }

  /** The name's number in the page's string table. */
  string(name: number): number {
    const known = this.strings[name] ?? -1;
    if (known >= 0) return known;
    const made = this.facts.string(this.text(name));
    this.strings[name] = made;
    return made;
  }

  private slotOf(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) & (this.slots.length - 1);
  }

  private equals(name: number, start: number, end: number): boolean {
    const text = this.texts[name] as string;
    if (text.length !== end - start) return false;
    for (let i = start; i < end; i++) if (text.charCodeAt(i - start) !== this.source.charCodeAt(i)) return false;
    return true;
  }

  private add(text: string, hash: number): number {
    const name = this.texts.length;
    this.texts.push(text);
    this.hashes.push(hash);
    this.strings.push(-1);
    if (this.texts.length * 2 > this.slots.length) this.slots = new Int32Array(this.slots.length * 2);
    else {
      this.place(name);
      return name;
    }
    for (let each = 0; each <= name; each++) this.place(each);
    return name;
  }

  private place(name: number): void {
    let slot = this.slotOf(this.hashes[name] as number);
    while (this.slots[slot] !== 0) slot = (slot + 1) & (this.slots.length - 1);
    this.slots[slot] = name + 1;
  }
}
