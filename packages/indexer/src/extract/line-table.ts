/** Lines of a source: converters of offsets to lines and columns. Lines end at a line feed, a carriage return or both, as in an editor. */
import { largestWhere } from "@sdl/model";
import { notebookLineNumbers } from "@sdl/model/paths";

/** Converts offsets to lines and columns. */
export class LineTable {
  protected readonly starts: Uint32Array;
  private last = 0;

  constructor(source: string) {
    this.starts = Uint32Array.from(source.includes("\r") ? anyLineStarts(source) : newlineStarts(source));
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** Line of an offset, from 1. Cheap when offsets ascend from call to call. */
  line(offset: number): number {
    return this.index(offset) + 1;
  }

  /** The place of an offset's line among all lines, from 0. */
  protected index(offset: number): number {
    const { starts } = this;
    let low = this.last;
    if ((starts[low] ?? 0) > offset) low = 0;
    let high = starts.length - 1;
    if (low + 8 < high && (starts[low + 8] ?? 0) > offset) high = low + 8;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    this.last = low;
    return low;
  }

  /** Column of an offset on its line, from 0, in UTF-16 units. */
  col(offset: number): number {
    return offset - (this.starts[this.index(offset)] ?? 0);
  }

  /** Offset at which a line starts. @param line from 1 */
  startOf(line: number): number {
    return this.starts[line - 1] ?? 0;
  }
}

/** Lines of a notebook's text, whose numbers name cells. */
export class CellLineTable extends LineTable {
  private readonly numbers: Uint32Array;

  constructor(source: string) {
    super(source);
    this.numbers = notebookLineNumbers(source, this.starts);
  }

  override line(offset: number): number {
    return this.numbers[this.index(offset)] ?? 1;
  }

  override startOf(line: number): number {
    const at = largestWhere(0, this.numbers.length - 1, (index) => (this.numbers[index] ?? 0) <= line);
    return this.starts[at] ?? 0;
  }
}

/** Line starts found with `indexOf`, which is several times as fast as a loop over units. */
function newlineStarts(source: string): number[] {
  const starts: number[] = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function anyLineStarts(source: string): number[] {
  const starts: number[] = [0];
  for (let i = 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit === 10 || (unit === 13 && source.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
