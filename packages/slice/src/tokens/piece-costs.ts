/**
 * Cache of token counts of ASCII pieces, keyed by their bytes in the input buffer. A Map by strings would allocate a string for each lookup and
 * cause cache misses. An open-addressing hash table that is cleared when it is full.
 * Source of the hash: FNV-1a, Fowler, Noll and Vo, 1991.
 */
import { pieceEnd } from "./ascii-pieces.js";

/** Maximum number of cached pieces: common words and a repository's names. */
const MAX_PIECES = 32_768;
/** Number of hash slots: a power of two, large enough to keep probe chains short. */
const SLOT_COUNT = 4 * MAX_PIECES;
/** Maximum length of a cached piece in bytes; longer ones rarely repeat. */
const MAX_PIECE_LENGTH = 64;
/** Header bytes of a record: piece length, token count. The piece's bytes follow. */
const RECORD_HEADER_BYTES = 2;
/** A slot holds the offset of its record in the lower bits, and a part of the hash above them, so that few records of other pieces are compared. */
const START_BITS = 19;
const MAX_BYTES = 1 << START_BITS;
const START_MASK = MAX_BYTES - 1;

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** Hash table from bytes to token counts. */
export class PieceCosts {
  /** Hash slots; 0 for an empty slot. */
  private readonly slots = new Int32Array(SLOT_COUNT);
  private readonly records = new Uint8Array(MAX_BYTES);
  /** Number of bytes of `records` in use; starts at 1, because offset 0 marks an empty slot. */
  private end = 1;
  private pieceCount = 0;

  /** @param count exact counter of one piece */
  constructor(private readonly count: (piece: string) => number) {}

  /** Number of tokens of an ASCII text. @param bytes the text's bytes, followed by `END`; later bytes are ignored */
  ofText(text: string, bytes: Uint8Array): number {
    let total = 0;
    for (let at = 0; at < text.length; ) {
      const end = pieceEnd(bytes, at);
      total += end - at > MAX_PIECE_LENGTH ? this.count(text.slice(at, end)) : this.ofPiece(text, bytes, at, end);
      at = end;
    }
    return total;
  }

  private ofPiece(text: string, bytes: Uint8Array, from: number, to: number): number {
    let hash = OFFSET_BASIS;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), PRIME);
    let place = firstSlot(hash);
    for (let entry = this.slots[place] as number; entry !== 0; entry = this.slots[place] as number) {
      const start = entry & START_MASK;
      if (((entry ^ hash) & ~START_MASK) === 0 && this.isPiece(start, bytes, from, to)) {
        return this.records[start + 1] as number;
      }
      place = nextSlot(place);
    }
    const piece = text.slice(from, to);
    const cost = this.count(piece);
    this.store(hash, piece, cost);
    return cost;
  }

  private isPiece(start: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { records } = this;
    if (records[start] !== to - from) return false;
    const shift = start + RECORD_HEADER_BYTES - from;
    for (let at = from; at < to; at++) if (records[at + shift] !== bytes[at]) return false;
    return true;
  }

  private store(hash: number, piece: string, cost: number): void {
    if (this.pieceCount === MAX_PIECES || this.end + RECORD_HEADER_BYTES + piece.length > MAX_BYTES) this.clear();
    let place = firstSlot(hash);
    while (this.slots[place] !== 0) place = nextSlot(place);
    this.slots[place] = (hash & ~START_MASK) | this.end;
    this.records[this.end++] = piece.length;
    this.records[this.end++] = cost;
    for (let i = 0; i < piece.length; i++) this.records[this.end++] = piece.charCodeAt(i);
    this.pieceCount++;
  }

  private clear(): void {
    this.slots.fill(0);
    this.end = 1;
    this.pieceCount = 0;
  }
}

function firstSlot(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOT_COUNT - 1);
}

function nextSlot(place: number): number {
  return (place + 1) & (SLOT_COUNT - 1);
}
