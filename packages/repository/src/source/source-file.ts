/**
 * The text of one file of the repository as it is now, masked where it is read. Knows lines and ranges; refuses to know where the text
 * came from.
 * Invariant: masked and parsed text agree in every offset, so places found in the one hold in the other.
 */
import { type Language, largestWhere, type Range } from "@sdl/model";
import { ownText, type TextSpan } from "@sdl/model/text";
import { MaskedText } from "../masking/masker.js";

interface SourceContent {
  /** Repository-relative. */
  readonly file: string;
  /** `undefined` for configuration files. */
  readonly language: Language | undefined;
  /** The text as it is read, without a byte order mark. For parsers only: it may hold secrets. */
  readonly unmasked: string;
  /** Stretches that its syntax tells to be secrets. */
  readonly secrets: readonly TextSpan[];
  /** Whether the file changed since it was indexed: stored ranges may be off. */
  readonly isStale: boolean;
  /** Whether an editor holds it unsaved. */
  readonly isDraft: boolean;
}

export class SourceFile implements SourceContent {
  readonly file: string;
  readonly language: Language | undefined;
  readonly unmasked: string;
  readonly secrets: readonly TextSpan[];
  readonly isStale: boolean;
  readonly isDraft: boolean;
  private readonly masked: MaskedText;
  private starts: readonly number[] | undefined;

  constructor(content: SourceContent) {
    this.file = content.file;
    this.language = content.language;
    this.unmasked = content.unmasked;
    this.secrets = content.secrets;
    this.isStale = content.isStale;
    this.isDraft = content.isDraft;
    this.masked = new MaskedText(content.unmasked, content.secrets);
  }

  /** In UTF-16 units. */
  get length(): number {
    return this.unmasked.length;
  }

  /** What may leave the process of a stretch, in memory of its own: answers are kept longer than the file. @param from offsets, half-open, inside the text */
  text(from: number, to: number): string {
    return ownText(this.masked.slice(from, to));
  }

  /** A last line without an end counts; the empty one behind a last line end does not. */
  get lineCount(): number {
    const starts = this.lineStarts();
    return starts.length > 1 && starts.at(-1) === this.length ? starts.length - 1 : starts.length;
  }

  /** The whole file as a range. */
  get range(): Range {
    const lastLine = this.lineCount;
    return { startLine: 1, startCol: 0, endLine: lastLine, endCol: this.line(lastLine).length };
  }

  /** Masked text of a line, without its end. @param line from 1; empty past the end */
  line(line: number): string {
    return this.text(this.lineStart(line), this.lineStart(line + 1)).replace(/(?:\r\n|\r|\n)$/, "");
  }

  /** Offset in UTF-16 units at which a line starts; the text's length past the end. @param line from 1 */
  lineStart(line: number): number {
    return this.lineStarts()[line - 1] ?? this.length;
  }

  /** The line of an offset, from 1. */
  lineAt(offset: number): number {
    const starts = this.lineStarts();
    return 1 + largestWhere(0, starts.length - 1, (line) => (starts[line] ?? 0) <= offset);
  }

  /** Offsets of a range's ends, half-open. Clamped to the text. */
  offsetsOf(range: Range): readonly [start: number, end: number] {
    const start = Math.min(this.lineStart(range.startLine) + range.startCol, this.length);
    const end = Math.min(this.lineStart(range.endLine) + range.endCol, this.length);
    return [start, Math.max(start, end)];
  }

  /** The range between two offsets. */
  rangeOf(start: number, end: number): Range {
    const startLine = this.lineAt(start);
    const endLine = this.lineAt(end);
    return {
      startLine,
      startCol: start - this.lineStart(startLine),
      endLine,
      endCol: end - this.lineStart(endLine),
    };
  }

  /** Masked text of a range. */
  slice(range: Range): string {
    return this.text(...this.offsetsOf(range));
  }

  private lineStarts(): readonly number[] {
    this.starts ??= lineStartsOf(this.unmasked);
    return this.starts;
  }
}

/** Lines end at `\n`, `\r\n` or a lone `\r`, as in the index. */
function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}
