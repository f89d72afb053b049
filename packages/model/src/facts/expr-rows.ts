/** Maximum number of hash slots that are kept for the next file. */
const MAX_REUSED_SLOTS = 1 << 14;
/** Initial number of hash slots, of which at most half are used; a row has three keys. */
const INITIAL_SLOTS = 128;
const INITIAL_KEYS = 3 * (INITIAL_SLOTS / 2);

/** Row numbers of expressions by operator and operands: a hash table over numbers that allocates no object per lookup. */
export class ExprRows {
  private slots = new Int32Array(INITIAL_SLOTS);
  private keys = new Int32Array(INITIAL_KEYS);
  private count = 0;

  /** @returns the row of an equal expression, or the next free row, which the expression then occupies */
  findOrReserveRow(op: number, a: number, b: number): number {
    const mask = this.slots.length - 1;
    let slot = hashExpression(op, a, b) & mask;
    for (;;) {
      const row = (this.slots[slot] as number) - 1;
      if (row < 0) return this.add(slot, op, a, b);
      const at = 3 * row;
      if (this.keys[at] === op && this.keys[at + 1] === a && this.keys[at + 2] === b) return row;
      slot = (slot + 1) & mask;
    }
  }

  /** Removes all rows and keeps the memory. */
  clear(): void {
    this.count = 0;
    if (this.slots.length <= MAX_REUSED_SLOTS) {
      this.slots.fill(0);
      return;
    }
    this.slots = new Int32Array(INITIAL_SLOTS);
    this.keys = new Int32Array(INITIAL_KEYS);
  }

  private add(slot: number, op: number, a: number, b: number): number {
    const row = this.count++;
    if (3 * this.count > this.keys.length) {
      const keys = new Int32Array(this.keys.length * 2);
      keys.set(this.keys);
      this.keys = keys;
    }
    this.keys[3 * row] = op;
    this.keys[3 * row + 1] = a;
    this.keys[3 * row + 2] = b;
    this.slots[slot] = row + 1;
    if (2 * this.count > this.slots.length) this.grow();
    return row;
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let row = 0; row < this.count; row++) {
      let slot =
        hashExpression(this.keys[3 * row] ?? 0, this.keys[3 * row + 1] ?? 0, this.keys[3 * row + 2] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
    this.slots = slots;
  }
}

/** Distributes runs of small numbers well enough; equal on every machine. */
function hashExpression(op: number, a: number, b: number): number {
  const h = Math.imul(Math.imul(a ^ (op << 24), 0x5bd1e995) ^ b, 0x27d4eb2d);
  return h ^ (h >>> 15);
}
