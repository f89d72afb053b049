/**
 * Many short runs of bytes in few buffers. A typed array of its own costs some three hundred bytes around its content: with a hundred
 * thousand files that is more than all their records. Knows bytes only.
 */

/** A run of bytes in an arena. */
export type RunNumber = number;

const FIRST_CHUNK_BYTES = 64 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

export class ByteArena {
  private readonly chunks: Uint8Array[] = [];
  /** How much of the last chunk is used. */
  private used = 0;
  /** By run. */
  private readonly chunkOf: number[] = [];
  private readonly startOf: number[] = [];
  private readonly lengthOf: number[] = [];

  /** Copies the bytes. @returns the number they are {@link get got} by: runs count from 0 */
  add(bytes: Uint8Array): RunNumber {
    const chunk = this.room(bytes.length);
    chunk.set(bytes, this.used);
    const run = this.chunkOf.length;
    this.chunkOf.push(this.chunks.length - 1);
    this.startOf.push(this.used);
    this.lengthOf.push(bytes.length);
    // Readers take columns of words out of records.
    this.used = (this.used + bytes.length + 3) & ~3;
    return run;
  }

  /** A view of the run, aligned to words. @throws {RangeError} for a number that {@link add} did not give */
  get(run: RunNumber): Uint8Array {
    const chunk = this.chunks[this.chunkOf[run] ?? -1];
    if (chunk === undefined) throw new RangeError(`the arena has no run ${run}`);
    const start = this.startOf[run] ?? 0;
    return chunk.subarray(start, start + (this.lengthOf[run] ?? 0));
  }

  /** The last chunk, with room for so many bytes. */
  private room(length: number): Uint8Array {
    const last = this.chunks.at(-1);
    if (last !== undefined && this.used + length <= last.length) return last;
    const doubled = last === undefined ? FIRST_CHUNK_BYTES : Math.min(MAX_CHUNK_BYTES, 2 * last.length);
    const made = new Uint8Array(Math.max(doubled, length));
    this.chunks.push(made);
    this.used = 0;
    return made;
  }
}
