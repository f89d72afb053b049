/** Buffer of numbers by row, reused from file to file: clearing it costs less than allocating a new one. */
export class RowBuffer {
  private rows = new Int32Array(1 << 14);

  /** A buffer of at least `count` numbers whose first `count` are 0. */
  cleared(count: number): Int32Array {
    if (this.rows.length < count) this.rows = new Int32Array(Math.max(count, this.rows.length * 2));
    else this.rows.fill(0, 0, count);
    return this.rows;
  }
}
