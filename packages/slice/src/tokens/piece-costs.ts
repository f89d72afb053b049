/**
 * What the pieces of ASCII texts cost, found by their bytes where they stand: a map by strings would make a string of each piece first, and
 * look for it all over the memory. An open hash table; when it is full it forgets everything.
 * Source of the hash: FNV-1a, Fowler, Noll and Vo, 1991.
 */
import { pieceEnd } from "./ascii-pieces.js";

/** Kept at most: some of a language's words and a repository's names. */
const MOST_PIECES = 32_768;
/** A power of two, so large that chains stay short. */
const PLACES = 4 * MOST_PIECES;
/** Longer pieces do not come again. */
const MAX_PIECE = 64;
/** A piece's record: its length, its cost, its bytes. */
const RECORD_HEAD = 2;
/** A place holds where its record begins in the lower bits, and a part of the hash above them, so that few strangers are looked at. */
const START_BITS = 19;
const MOST_BYTES = 1 << START_BITS;
const START_MASK = MOST_BYTES - 1;

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

export class PieceCosts {
  /** 0 where there is no piece. */
  private readonly places = new Int32Array(PLACES);
  private readonly records = new Uint8Array(MOST_BYTES);
  /** Bytes of `records` in use; none begins at 0. */
  private end = 1;
  private kept = 0;

  /** @param count exact, of one piece */
  constructor(private readonly count: (piece: string) => number) {}

  /** Tokens of an ASCII text. @param bytes the text's, with `END` behind them, whatever follows */
  ofText(text: string, bytes: Uint8Array): number {
    let total = 0;
    for (let at = 0; at < text.length; ) {
      const end = pieceEnd(bytes, at);
      total += end - at > MAX_PIECE ? this.count(text.slice(at, end)) : this.ofPiece(text, bytes, at, end);
      at = end;
    }
    return total;
  }

  private ofPiece(text: string, bytes: Uint8Array, from: number, to: number): number {
    let hash = OFFSET_BASIS;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), PRIME);
    let place = firstPlace(hash);
    for (let entry = this.places[place] as number; entry !== 0; entry = this.places[place] as number) {
      const start = entry & START_MASK;
      if (((entry ^ hash) & ~START_MASK) === 0 && this.isPiece(start, bytes, from, to)) {
        return this.records[start + 1] as number;
      }
      place = nextPlace(place);
    }
    const piece = text.slice(from, to);
    const cost = this.count(piece);
    this.keep(hash, piece, cost);
    return cost;
  }

  private isPiece(start: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { records } = this;
    if (records[start] !== to - from) return false;
    const shift = start + RECORD_HEAD - from;
    for (let at = from; at < to; at++) if (records[at + shift] !== bytes[at]) return false;
    return true;
  }

  private keep(hash: number, piece: string, cost: number): void {
    if (this.kept === MOST_PIECES || this.end + RECORD_HEAD + piece.length > MOST_BYTES) this.forget();
    let place = firstPlace(hash);
    while (this.places[place] !== 0) place = nextPlace(place);
    this.places[place] = (hash & ~START_MASK) | this.end;
    this.records[this.end++] = piece.length;
    this.records[this.end++] = cost;
    for (let i = 0; i < piece.length; i++) this.records[this.end++] = piece.charCodeAt(i);
    this.kept++;
  }

  private forget(): void {
    this.places.fill(0);
    this.end = 1;
    this.kept = 0;
  }
}

function firstPlace(hash: number): number {
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}

function nextPlace(place: number): number {
  return (place + 1) & (PLACES - 1);
}
