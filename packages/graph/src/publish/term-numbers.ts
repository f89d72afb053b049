/**
 * Numbering of distinct terms in order of first appearance. A hash table over typed arrays, because terms are hashes already and there are many.
 */
export class TermNumbers {
  private slots = new Int32Array(1 << 12);
  private terms = new Float64Array(1 << 11);
  private used = 0;

  get size(): number {
    return this.used;
  }

  /** The term's number; assigns the next one if the term is new. @param term 40-bit hash */
  numberOfTerm(term: number): number {
    const mask = this.slots.length - 1;
    let slot = (term >>> 0) & mask;
    for (;;) {
      const number = (this.slots[slot] as number) - 1;
      if (number < 0) break;
      if (this.terms[number] === term) return number;
      slot = (slot + 1) & mask;
    }
    if (2 * (this.used + 1) > this.slots.length) {
      this.grow();
      return this.numberOfTerm(term);
    }
    this.terms[this.used] = term;
    this.slots[slot] = ++this.used;
    return this.used - 1;
  }

  /** All terms, ascending. */
  sortedTerms(): Float64Array {
    return this.terms.slice(0, this.used).sort();
  }

  private grow(): void {
    const terms = new Float64Array(this.terms.length * 2);
    terms.set(this.terms);
    this.terms = terms;
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.used; number++) {
      let slot = ((terms[number] as number) >>> 0) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}
