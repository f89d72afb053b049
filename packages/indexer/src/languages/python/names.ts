/**
 * The identifiers of one source as small numbers: no substring is made until a name's text is asked for.
 * Invariant: equal texts have equal numbers, and numbers rise in order of first sight.
 */
export class NameTable {
  private slots = new Int32Array(1024);
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private readonly hashes: number[] = [];
  private readonly texts: (string | undefined)[] = [];

  constructor(private readonly source: string) {}

  get count(): number {
    return this.starts.length;
  }

  /** The number of the source text from `start` up to `end`. */
  intern(start: number, end: number): number {
    const { source } = this;
    let hash = 0;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ source.charCodeAt(i), 0x5bd1e995) ^ (hash >>> 13);
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const id = (this.slots[slot] ?? 0) - 1;
      if (id < 0) return this.add(start, end - start, hash, slot);
      if (this.hashes[id] === hash && this.equals(id, start, end - start)) return id;
      slot = (slot + 1) & mask;
    }
  }

  text(id: number): string {
    let text = this.texts[id];
    if (text === undefined) {
      const start = this.starts[id] ?? 0;
      text = this.source.slice(start, start + (this.lengths[id] ?? 0));
      this.texts[id] = text;
    }
    return text;
  }

  private equals(id: number, start: number, length: number): boolean {
    if (this.lengths[id] !== length) return false;
    const known = this.starts[id] ?? 0;
    for (let i = 0; i < length; i++) {
      if (this.source.charCodeAt(known + i) !== this.source.charCodeAt(start + i)) return false;
    }
    return true;
  }

  private add(start: number, length: number, hash: number, slot: number): number {
    const id = this.starts.length;
    this.starts.push(start);
    this.lengths.push(length);
    this.hashes.push(hash);
    this.texts.push(undefined);
    this.slots[slot] = id + 1;
    if (id * 2 > this.slots.length) this.grow();
    return id;
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    this.hashes.forEach((hash, id) => {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    });
    this.slots = slots;
  }
}
