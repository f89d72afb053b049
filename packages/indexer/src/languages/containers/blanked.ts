/**
 * Text as long as a source, in which everything is blank but what was kept or put. Line ends stay, so lines and columns
 * are those of the source. Parsers read it in place of the source.
 */

/** Builds a blanked text. */
export class Blanked {
  private readonly source: Uint16Array;
  private readonly units: Uint16Array;

  constructor(source: string) {
    this.source = Uint16Array.from({ length: source.length }, (_, at) => source.charCodeAt(at));
    this.units = this.source.map((unit) => (unit === 10 || unit === 13 ? unit : 32));
  }

  /** Keeps a range of the source, half-open. */
  keep(start: number, end: number): void {
    if (start < end) this.units.set(this.source.subarray(start, end), start);
  }

  /** Blanks a range that was kept. */
  blank(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const unit = this.source[at] ?? 32;
      this.units[at] = unit === 10 || unit === 13 ? unit : 32;
    }
  }

  /** Writes a text, of which the part outside of the source is dropped. */
  put(at: number, text: string): void {
    for (let i = 0; i < text.length; i++) {
      if (at + i >= 0 && at + i < this.units.length) this.units[at + i] = text.charCodeAt(i);
    }
  }

  /** Whether nothing was written at an offset. */
  isFree(at: number): boolean {
    const unit = this.units[at];
    return unit === 32 || unit === 10 || unit === 13;
  }

  toString(): string {
    return Buffer.from(this.units.buffer).toString("utf16le");
  }
}
