/** Splitter of bytes into lines, in bounded memory: of a line that is too long, only what its refusal needs is kept. */
import { Buffer } from "node:buffer";
import { MessageScanner, type ScannedLine } from "./message-scanner.js";

/** Longest line that is read: 10 MiB. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

const NEWLINE = 10;
/** Sizes of the first piece of a line and of the largest ones; each is twice as large as the one before it. */
const FIRST_PIECE_BYTES = 4_096;
const LARGEST_PIECE_BYTES = 256 * 1024;

/** Receives lines. */
export interface LineSink {
  /** @param bytes without the newline; the receiver owns them */
  onLine(bytes: Uint8Array): void;
  onTooLong(line: ScannedLine): void;
}

/** Collects chunks and passes on each line, or the scan of a line that is too long. */
export class LineReader {
  /** Full pieces of the current line. Pieces, because a buffer that grows would leave its smaller copies to the collector. */
  private pieces: Uint8Array[] = [];
  private last = new Uint8Array(0);
  private lastLength = 0;
  /** Bytes of the current line that are kept. */
  private length = 0;
  /** Set while the current line is too long. */
  private scanner: MessageScanner | undefined;

  constructor(
    private readonly sink: LineSink,
    private readonly maxBytes = MAX_LINE_BYTES,
  ) {}

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.endLine(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.append(chunk.subarray(start));
  }

  /** Ends the input: bytes after the last newline are a line too. */
  end(): void {
    if (this.length > 0 || this.scanner !== undefined) this.endLine(new Uint8Array(0));
  }

  /** @returns the bytes after the last newline, and forgets them */
  takeRest(): Uint8Array {
    const pieces = this.keptPieces();
    const rest = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces, this.length);
    this.reset();
    return rest;
  }

  private endLine(end: Uint8Array): void {
    if (this.length === 0 && this.scanner === undefined && end.length <= this.maxBytes) {
      this.sink.onLine(end);
      return;
    }
    this.append(end);
    const { scanner } = this;
    if (scanner === undefined) this.sink.onLine(this.takeRest());
    else {
      this.reset();
      this.sink.onTooLong(scanner.end());
    }
  }

  private append(bytes: Uint8Array): void {
    if (this.scanner === undefined && this.length + bytes.length > this.maxBytes) {
      const scanner = new MessageScanner();
      for (const piece of this.keptPieces()) scanner.push(piece);
      this.reset();
      this.scanner = scanner;
    }
    if (this.scanner !== undefined) this.scanner.push(bytes);
    else this.keepBytes(bytes);
  }

  private keepBytes(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      if (this.lastLength === this.last.length) this.startPiece();
      const taken = bytes.subarray(from, from + this.last.length - this.lastLength);
      this.last.set(taken, this.lastLength);
      this.lastLength += taken.length;
      from += taken.length;
    }
    this.length += bytes.length;
  }

  private startPiece(): void {
    if (this.lastLength > 0) this.pieces.push(this.last);
    this.last = new Uint8Array(Math.min(LARGEST_PIECE_BYTES, Math.max(FIRST_PIECE_BYTES, 2 * this.last.length)));
    this.lastLength = 0;
  }

  private keptPieces(): Uint8Array[] {
    return [...this.pieces, this.last.subarray(0, this.lastLength)];
  }

  private reset(): void {
    this.pieces = [];
    this.last = new Uint8Array(0);
    this.lastLength = 0;
    this.length = 0;
    this.scanner = undefined;
  }
}
