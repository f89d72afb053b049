/**
 * Arena of many short byte arrays in few buffers. A typed array of its own has an overhead of some 300 bytes: with a hundred thousand files that
 * exceeds the size of all their records. Handles bytes only.
 */

/** Index of a byte array in an arena. */
export type RunNumber = number;

const FIRST_CHUNK_BYTES = 64 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

/** Stores runs of bytes, addressed by number. */
export class ByteArena {
  private readonly chunks: Uint8Array[] = [];
  /** Number of bytes used in the last chunk. */
  private used = 0;
  /** Chunk, start and length of each run. */
  private readonly chunkOf: number[] = [];
  private readonly startOf: number[] = [];
  private readonly lengthOf: number[] = [];

  /** Copies the bytes. @returns the run's index for {@link get}, counted from 0 */
  add(bytes: Uint8Array): RunNumber {
    const chunk = this.chunkWithRoom(bytes.length);
    chunk.set(bytes, this.used);
    const run = this.chunkOf.length;
    this.chunkOf.push(this.chunks.length - 1);
    this.startOf.push(this.used);
    this.lengthOf.push(bytes.length);
    // Runs begin at multiples of 4 bytes, because readers view columns of records as 32-bit words.
    this.used = (this.used + bytes.length + 3) & ~3;
    return run;
  }

  /** A view of the run, aligned to 4 bytes. @throws {RangeError} if {@link add} did not return `run` */
  get(run: RunNumber): Uint8Array {
    const chunk = this.chunks[this.chunkOf[run] ?? -1];
    if (chunk === undefined) throw new RangeError(`the arena has no run ${run}`);
    const start = this.startOf[run] ?? 0;
    return chunk.subarray(start, start + (this.lengthOf[run] ?? 0));
  }

  /** The last chunk, with at least `length` free bytes. */
  private chunkWithRoom(length: number): Uint8Array {
    const last = this.chunks.at(-1);
    if (last !== undefined && this.used + length <= last.length) return last;
    const doubled = last === undefined ? FIRST_CHUNK_BYTES : Math.min(MAX_CHUNK_BYTES, 2 * last.length);
    const made = new Uint8Array(Math.max(doubled, length));
    this.chunks.push(made);
    this.used = 0;
    return made;
  }
}
