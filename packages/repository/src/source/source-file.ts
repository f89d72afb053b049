/**
 * Current text of one source file, masked when it is shown. Knows lines and ranges, not where the text came from.
 * Invariant: masked and parsed text agree in every offset, so positions are valid in both.
 */
import { type Language, largestWhere, type Range } from "@sdl/model";
import { ownText, type TextSpan } from "@sdl/model/text";
import { MaskedText } from "../masking/masker.js";

interface SourceContent {
  /** Repository-relative. */
  readonly file: string;
  /** `undefined` for configuration files. */
  readonly language: Language | undefined;
  /** The original text without a byte order mark. For parsers only: it may contain secrets. */
  readonly unmasked: string;
  /** Ranges of the secrets found by its syntax tree. */
  readonly secrets: readonly TextSpan[];
  /** Whether the file changed since it was indexed, so that stored ranges may be wrong. */
  readonly isStale: boolean;
  /** Whether the text is an editor's draft. */
  readonly isDraft: boolean;
}

/** Access to the text by lines and ranges. */
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

  /** Length in UTF-16 units. */
  get length(): number {
    return this.unmasked.length;
  }

  /** The masked text of a range, copied, since answers are kept longer than the file. @param from offsets, half-open, inside the text */
  text(from: number, to: number): string {
    return ownText(this.masked.slice(from, to));
  }

  /** Number of lines; a last line without a line end counts, the empty one after a final line end does not. */
  get lineCount(): number {
    const starts = this.lineStarts();
    return starts.length > 1 && starts.at(-1) === this.length ? starts.length - 1 : starts.length;
  }

  /** The whole file as a range. */
  get range(): Range {
    const lastLine = this.lineCount;
    return { startLine: 1, startCol: 0, endLine: lastLine, endCol: this.line(lastLine).length };
  }

  /** Masked text of a line, without its line end. @param line from 1; empty past the end */
  line(line: number): string {
    return this.text(this.lineStart(line), this.lineStart(line + 1)).replace(/(?:\r\n|\r|\n)$/, "");
  }

  /** Offset of a line's start in UTF-16 units; the text's length past the end. @param line from 1 */
  lineStart(line: number): number {
    return this.lineStarts()[line - 1] ?? this.length;
  }

  /** The line of an offset, from 1. */
  lineAt(offset: number): number {
    const starts = this.lineStarts();
    return 1 + largestWhere(0, starts.length - 1, (line) => (starts[line] ?? 0) <= offset);
  }

  /** Offsets of a range, half-open, clamped to the text. */
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

/**
 * Starts of lines, which end at `
 *
 * `, `\r
 *
 * ` or a lone `\r`, as in the index.
 */
function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}
