/**
 * Memory for short typed arrays that caches keep. Many share a slab, which the allocator maps by itself and gives back as a whole: by themselves they
 * would lie in the allocator's heap between short-lived buffers, whose holes are never given back while one of their neighbours lives. Each
 * kind of page has slabs of its own, so that what lives equally long lies together. Knows nothing of what is put into them.
 */

/** Above the threshold from which a server's allocator maps memory by itself. */
const SLAB_WORDS = 4096;
/** Longer arrays waste too much of a slab's end. */
const MAX_WORDS = SLAB_WORDS / 4;
/** V8 keeps typed arrays of up to 64 bytes in its own heap, which is compacted. */
const WORDS_IN_HEAP = 16;
const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT;

export class WordSlabs {
  private slab: ArrayBuffer | undefined;
  private used = 0;

  /** Zeros. Others may share the buffer: no array of these is transferred. */
  words(count: number): Uint32Array {
    if (count <= WORDS_IN_HEAP || count > MAX_WORDS) return new Uint32Array(count);
    const { buffer, at } = this.take(count);
    return new Uint32Array(buffer, at, count);
  }

  /** As {@link words}, for signed ones. */
  signedWords(count: number): Int32Array {
    if (count <= WORDS_IN_HEAP || count > MAX_WORDS) return new Int32Array(count);
    const { buffer, at } = this.take(count);
    return new Int32Array(buffer, at, count);
  }

  /** A copy. */
  bytes(source: Uint8Array): Uint8Array {
    const count = Math.ceil(source.length / WORD_BYTES);
    if (count <= WORDS_IN_HEAP || count > MAX_WORDS) return new Uint8Array(source);
    const { buffer, at } = this.take(count);
    const copy = new Uint8Array(buffer, at, source.length);
    copy.set(source);
    return copy;
  }

  private take(count: number): { readonly buffer: ArrayBuffer; readonly at: number } {
    if (this.slab === undefined || this.used + count > SLAB_WORDS) {
      this.slab = new ArrayBuffer(WORD_BYTES * SLAB_WORDS);
      this.used = 0;
    }
    const at = WORD_BYTES * this.used;
    this.used += count;
    return { buffer: this.slab, at };
  }
}
