/** Splitter of bytes into lines: half a line is never passed on. */
import { Buffer } from "node:buffer";

const NEWLINE = 10;

/** Collects chunks and calls `onLine` for each complete line, without its newline. */
export class LineSplitter {
  private pending: Uint8Array[] = [];

  constructor(private readonly onLine: (line: string) => void) {}

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.emit(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.pending.push(chunk.subarray(start));
  }

  /** @returns the bytes after the last newline as text, and forgets them */
  takeRest(): string {
    const rest = Buffer.concat(this.pending).toString("utf8");
    this.pending = [];
    return rest;
  }

  private emit(end: Uint8Array): void {
    this.pending.push(end);
    this.onLine(this.takeRest());
  }
}
