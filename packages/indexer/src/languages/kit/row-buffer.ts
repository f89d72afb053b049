/** Numbers by row that live from file to file: making them anew for each costs more than clearing them. */
export class RowBuffer {
  private rows = new Int32Array(1 << 14);

  /** At least `count` numbers, of which the first `count` are 0. */
  cleared(count: number): Int32Array {
    if (this.rows.length < count) this.rows = new Int32Array(Math.max(count, this.rows.length * 2));
    else this.rows.fill(0, 0, count);
    return this.rows;
  }
}
