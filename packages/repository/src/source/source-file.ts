/**
 * Current text of one source file, masked when it is shown. Knows lines and ranges, not where the text came from.
 * Invariant: masked and parsed text agree in every offset, so positions are valid in both.
 */
import { type Language, largestWhere, type Range } from "@sdl/model";
import { isMarkLine, isNotebook, notebookLineNumbers } from "@sdl/model/paths";
import { copyText, type TextSpan } from "@sdl/model/text";
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
  private numbers: Uint32Array | undefined;

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
    return copyText(this.masked.slice(from, to));
  }

  /** Number of the last line; a last line without a line end counts, the empty one after a final line end does not. */
  get lastLine(): number {
    const starts = this.lineStarts();
    return this.numberOf(starts.length > 1 && starts.at(-1) === this.length ? starts.length - 2 : starts.length - 1);
  }

  /** The whole file as a range. */
  get range(): Range {
    const { lastLine } = this;
    return { startLine: this.numberOf(0), startCol: 0, endLine: lastLine, endCol: this.line(lastLine).length };
  }

  /** Whether a line exists: the numbers of a notebook's lines leave gaps between cells. */
  hasLine(line: number): boolean {
    return line <= this.lastLine && this.numberOf(this.indexOf(line)) === line;
  }

  /** The stretches of consecutive numbers among the lines from `first` to `last`, inclusive: one per cell of a notebook, without the line that marks it. */
  stretches(first: number, last: number): readonly (readonly [first: number, last: number])[] {
    if (!isNotebook(this.file)) return [[first, last]];
    const found: [number, number][] = [];
    const end = this.lineStarts().length;
    for (let index = this.indexOf(first); index < end && this.numberOf(index) <= last; index++) {
      const line = this.numberOf(index);
      const open = found.at(-1);
      if (line < first || isMarkLine(line)) continue;
      if (open !== undefined && open[1] === line - 1) open[1] = line;
      else found.push([line, line]);
    }
    return found;
  }

  /** Masked text of a line, without its line end. @param line from 1; empty past the end */
  line(line: number): string {
    return this.text(this.lineStart(line), this.lineStart(line + 1)).replace(/(?:\r\n|\r|\n)$/, "");
  }

  /** Offset of a line's start in UTF-16 units; of the next line, if a notebook has no such line; the text's length past the end. */
  lineStart(line: number): number {
    const index = this.indexOf(line);
    return this.lineStarts()[this.numberOf(index) < line ? index + 1 : index] ?? this.length;
  }

  /** The line of an offset, from 1; in a notebook its number names the cell. */
  lineAt(offset: number): number {
    const starts = this.lineStarts();
    return this.numberOf(largestWhere(0, starts.length - 1, (line) => (starts[line] ?? 0) <= offset));
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

  /** The place among all lines, from 0, of a line or else of the last one before it. */
  private indexOf(line: number): number {
    if (!isNotebook(this.file)) return line - 1;
    return largestWhere(0, this.lineStarts().length - 1, (index) => this.numberOf(index) <= line);
  }

  /** The number of the line at a place among all lines. @param index from 0 */
  private numberOf(index: number): number {
    if (!isNotebook(this.file)) return index + 1;
    this.numbers ??= notebookLineNumbers(this.unmasked, this.lineStarts());
    return this.numbers[index] ?? 1;
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
