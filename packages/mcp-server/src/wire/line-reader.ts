/** Splitter of bytes into lines, in bounded memory: of a line that is too long, only what its refusal needs is kept. */
import { MessageScanner, type ScannedLine } from "./message-scanner.js";

/** Longest line that is read: 10 MiB. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

const NEWLINE = 10;
const FIRST_BYTES = 4_096;

/** Receives lines. */
export interface LineSink {
  /** @param bytes without the newline; the receiver owns them */
  onLine(bytes: Uint8Array): void;
  onTooLong(line: ScannedLine): void;
}

/** Collects chunks and passes on each line, or the scan of a line that is too long. */
export class LineReader {
  private buffer = new Uint8Array(0);
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
    const rest = this.buffer.subarray(0, this.length);
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
      this.scanner = new MessageScanner();
      this.scanner.push(this.buffer.subarray(0, this.length));
      this.buffer = new Uint8Array(0);
      this.length = 0;
    }
    if (this.scanner !== undefined) this.scanner.push(bytes);
    else this.keepBytes(bytes);
  }

  private keepBytes(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.buffer.length) {
      const grown = new Uint8Array(Math.max(length, FIRST_BYTES, Math.min(2 * this.buffer.length, this.maxBytes)));
      grown.set(this.buffer.subarray(0, this.length));
      this.buffer = grown;
    }
    this.buffer.set(bytes, this.length);
    this.length = length;
  }

  private reset(): void {
    this.buffer = new Uint8Array(0);
    this.length = 0;
    this.scanner = undefined;
  }
}
