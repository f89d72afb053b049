/**
 * Memory slabs for short typed arrays in caches. Many arrays share a slab, which the allocator maps separately and returns as a whole. Single
 * arrays would lie in the allocator's heap between short-lived buffers, whose gaps are not returned while a neighbour is in use. Each kind of
 * page has its own slabs, so that arrays of equal lifetime are together. Knows nothing of the content.
 */

/** Size of a slab in words, above the allocator's threshold for separate mappings. */
const SLAB_WORDS = 4096;
/** Maximum length of an array in a slab; longer ones would waste too much of a slab's end. */
const MAX_WORDS = SLAB_WORDS / 4;
/** Maximum number of words of a typed array that V8 keeps in its own, compacted heap. */
const WORDS_IN_HEAP = 16;
const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Allocates arrays from one current slab. */
export class WordSlabs {
  private slab: ArrayBuffer | undefined;
  private used = 0;

  /** Array of zeros. It may share its buffer, so it must not be transferred. */
  words(count: number): Uint32Array {
    if (count <= WORDS_IN_HEAP || count > MAX_WORDS) return new Uint32Array(count);
    const { buffer, at } = this.reserveMemory(count);
    return new Uint32Array(buffer, at, count);
  }

  /** As {@link words}, but signed. */
  signedWords(count: number): Int32Array {
    if (count <= WORDS_IN_HEAP || count > MAX_WORDS) return new Int32Array(count);
    const { buffer, at } = this.reserveMemory(count);
    return new Int32Array(buffer, at, count);
  }

  /** Copy of `source`. */
  bytes(source: Uint8Array): Uint8Array {
    const count = Math.ceil(source.length / WORD_BYTES);
    if (count <= WORDS_IN_HEAP || count > MAX_WORDS) return new Uint8Array(source);
    const { buffer, at } = this.reserveMemory(count);
    const copy = new Uint8Array(buffer, at, source.length);
    copy.set(source);
    return copy;
  }

  private reserveMemory(count: number): { readonly buffer: ArrayBuffer; readonly at: number } {
    if (this.slab === undefined || this.used + count > SLAB_WORDS) {
      this.slab = new ArrayBuffer(WORD_BYTES * SLAB_WORDS);
      this.used = 0;
    }
    const at = WORD_BYTES * this.used;
    this.used += count;
    return { buffer: this.slab, at };
  }
}
