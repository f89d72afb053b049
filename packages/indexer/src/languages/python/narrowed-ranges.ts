/** Ranges of rows in which names and chains are known to be instances of a class. Knows only rows and name numbers. */

export interface Narrowed {
  readonly from: number;
  /** The row after the last. */
  to: number;
  /** Node of the type, or of a tuple of types. */
  readonly types: number;
  /** `Wrap.Instance`, or `Wrap.Value` for the class itself. */
  readonly wrap: number;
}

/** Maximum number of ranges stored per name: each use of the name searches them. */
const MAX_RANGES = 2048;

/** The narrowed ranges of a file, by name number; a chain has the number of its text. */
export class Narrowings {
  private readonly ranges = new Map<number, Narrowed[]>();
  /** Whether any chain, not only a name, is narrowed. */
  hasChains = false;

  get isEmpty(): boolean {
    return this.ranges.size === 0;
  }

  add(key: number, narrowed: Narrowed): void {
    if (narrowed.from >= narrowed.to) return;
    const known = this.ranges.get(key);
    if (known === undefined) this.ranges.set(key, [narrowed]);
    else if (known.length < MAX_RANGES) known.push(narrowed);
  }

  /** The innermost range around a row. */
  find(key: number, row: number): Narrowed | undefined {
    return this.ranges.get(key)?.findLast(({ from, to }) => from <= row && row < to);
  }

  /** Ends the narrowing of a name that is assigned at `row`. @param end the row after the statement */
  end(key: number, row: number, end: number): void {
    for (const range of this.ranges.get(key) ?? []) if (range.from <= row && row < range.to) range.to = end;
  }
}
