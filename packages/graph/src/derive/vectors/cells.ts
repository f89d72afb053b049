/** Sparse matrix under construction: cells (symbol, term, frequency) in order of discovery, later grouped by symbol. */

interface Columns {
  /** Hashes of the terms, ascending. */
  readonly terms: readonly number[];
  /** Number of symbols that have each term. */
  readonly symbols: readonly number[];
  /** Column of each term, indexed by the term's number in order of discovery; `NONE` for terms left out. */
  readonly ofNumber: Uint32Array;
}

const NONE = 0xffffffff;
const INITIAL_CAPACITY = 4096;

/** Growing list of cells. */
export class Cells {
  private readonly numbers = new Map<number, number>();
  private readonly counts: number[] = [];
  private length = 0;
  private rows = new Uint32Array(INITIAL_CAPACITY);
  private terms = new Uint32Array(INITIAL_CAPACITY);
  private frequencies = new Uint32Array(INITIAL_CAPACITY);

  /** Adds a cell. Call once for each symbol and term. @param term hash of the term */
  add(symbol: number, term: number, frequency: number): void {
    if (this.length === this.rows.length) this.grow();
    const known = this.numbers.get(term);
    const number = known ?? this.numbers.size;
    if (known === undefined) this.numbers.set(term, number);
    this.counts[number] = (this.counts[number] ?? 0) + 1;
    this.rows[this.length] = symbol;
    this.terms[this.length] = number;
    this.frequencies[this.length++] = frequency;
  }

  toColumns(accepts: (term: { readonly symbols: number }) => boolean): Columns {
    const chosen = [...this.numbers]
      .filter(([, number]) => accepts({ symbols: this.counts[number] as number }))
      .sort(([a], [b]) => a - b);
    const ofNumber = new Uint32Array(this.numbers.size).fill(NONE);
    chosen.forEach(([, number], column) => {
      ofNumber[number] = column;
    });
    return {
      terms: chosen.map(([term]) => term),
      symbols: chosen.map(([, number]) => this.counts[number] as number),
      ofNumber,
    };
  }

  /** Cells grouped by row: those of row `i` are `offsets[i]` up to, not including, `offsets[i + 1]`, in the order in which they were added. */
  groupByRow(size: number, { ofNumber }: Columns) {
    const offsets = new Uint32Array(size + 1);
    for (let i = 0; i < this.length; i++) {
      if (ofNumber[this.terms[i] as number] !== NONE) addCell(offsets, (this.rows[i] as number) + 1);
    }
    for (let row = 0; row < size; row++) offsets[row + 1] = (offsets[row + 1] as number) + (offsets[row] as number);
    const next = offsets.slice();
    const columns = new Uint32Array(offsets[size] as number);
    const frequencies = new Uint32Array(columns.length);
    for (let i = 0; i < this.length; i++) {
      const column = ofNumber[this.terms[i] as number] as number;
      if (column === NONE) continue;
      const row = this.rows[i] as number;
      const at = next[row] as number;
      next[row] = at + 1;
      columns[at] = column;
      frequencies[at] = this.frequencies[i] as number;
    }
    return { offsets, columns, frequencies };
  }

  private grow(): void {
    this.rows = doubleLength(this.rows);
    this.terms = doubleLength(this.terms);
    this.frequencies = doubleLength(this.frequencies);
  }
}

function doubleLength(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * column.length);
  larger.set(column);
  return larger;
}

function addCell(column: Uint32Array, at: number): void {
  column[at] = (column[at] as number) + 1;
}
