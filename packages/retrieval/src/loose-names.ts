/**
 * Names that hold what was asked for somewhere inside, and names that are it but for slips of typing. Knows strings only; neither case nor
 * `_` and `$` count.
 */

/** Shortest query that is looked for inside of names, and that may be mistyped. */
const MIN_INFIX = 3;
const MIN_FUZZY = 4;
/** Queries from this length on may have two slips. */
const TWO_SLIPS = 7;

/** Bonuses in units of the best lexical score: a name inside another is worth between half and one by the share it covers. */
const INFIX = 0.5;
/** One slip, two slips: more than words alone, where no name is written so. */
const SLIPS = [0, 2, 1.5] as const;

/** A name that is like the query. */
export interface LooseName {
  readonly name: string;
  readonly bonus: number;
}

const SEPARATOR = "\n";

/** Names made ready to be compared: all in one text, which is searched as fast as memory is read. */
export class LooseNames {
  /** Plain names, each with a separator behind it. */
  private readonly text: string;
  /** Offset of the separator behind each name. */
  private readonly ends: Uint32Array;
  private letterSets: Uint32Array | undefined;

  constructor(private readonly names: readonly string[]) {
    const joined = plainNames(names);
    const ends = endsOf(joined, names.length);
    // A name may hold the separator: it stands as a blank then.
    this.text = ends === undefined ? plainNames(names.map((name) => name.replaceAll(SEPARATOR, " "))) : joined;
    this.ends = ends ?? endsOf(this.text, names.length) ?? new Uint32Array(names.length);
  }

  /** In no order, each name once. @param withSlips also names that are mistyped so */
  like(query: string, withSlips: boolean): LooseName[] {
    const wanted = plainNames([query]).slice(0, -1);
    const bonuses = new Map<number, number>();
    this.addInfixes(bonuses, wanted);
    const slips = !withSlips || wanted.length < MIN_FUZZY ? 0 : wanted.length < TWO_SLIPS ? 1 : 2;
    if (slips > 0) this.addSlips(bonuses, wanted, slips);
    return [...bonuses].map(([row, bonus]) => ({ name: this.names[row] as string, bonus }));
  }

  private addInfixes(bonuses: Map<number, number>, wanted: string): void {
    if (wanted.length < MIN_INFIX) return;
    let row = 0;
    for (let at = this.text.indexOf(wanted); at >= 0; at = this.text.indexOf(wanted, this.ends[row] as number)) {
      row = this.rowAt(at, row);
      const length = (this.ends[row] as number) - this.startOf(row);
      if (length > wanted.length) bonuses.set(row, INFIX + INFIX * (wanted.length / length));
    }
  }

  private addSlips(bonuses: Map<number, number>, wanted: string, most: number): void {
    this.letterSets ??= this.lettersByRow();
    const letters = lettersOf(wanted, 0, wanted.length);
    for (let row = 0; row < this.names.length; row++) {
      // Each slip changes two letters at most.
      if (bits((this.letterSets[row] as number) ^ letters) > 2 * most) continue;
      const [start, end] = [this.startOf(row), this.ends[row] as number];
      if (Math.abs(end - start - wanted.length) > most) continue;
      const bonus = slipBonus(this.text.slice(start, end), wanted, most);
      if (bonus > (bonuses.get(row) ?? 0)) bonuses.set(row, bonus);
    }
  }

  private startOf(row: number): number {
    return row === 0 ? 0 : (this.ends[row - 1] as number) + 1;
  }

  /** The name in which an offset lies. @param from a row that is not behind it */
  private rowAt(offset: number, from: number): number {
    let low = from;
    let high = this.ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private lettersByRow(): Uint32Array {
    return Uint32Array.from(this.ends, (end, row) => lettersOf(this.text, this.startOf(row), end));
  }
}

/** Each with a separator behind it. */
function plainNames(names: readonly string[]): string {
  return `${names.join(SEPARATOR)}${SEPARATOR}`.replace(/[_$#]+/g, "").toLowerCase();
}

/** Where the separators stand; `undefined` when there are not so many. */
function endsOf(text: string, count: number): Uint32Array | undefined {
  const ends = new Uint32Array(count);
  let end = -1;
  for (let row = 0; row < count; row++) ends[row] = end = text.indexOf(SEPARATOR, end + 1);
  return count === 0 || end === text.length - 1 ? ends : undefined;
}

function slipBonus(plain: string, wanted: string, most: number): number {
  if (Math.abs(plain.length - wanted.length) > most) return 0;
  const slips = slipsBetween(plain, wanted, most);
  return slips > most ? 0 : (SLIPS[slips] ?? 0);
}

/**
 * Letters put in, left out, exchanged or swapped with the next; any number above `most` for more.
 * Source: optimal string alignment (Damerau 1964, restricted).
 */
function slipsBetween(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const kept = (last[column - 1] as number) + Number(!isSame);
      const moved = Math.min(last[column] as number, current[column - 1] as number) + 1;
      const swapped = isSwapped ? (beforeLast[column - 2] as number) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(kept, moved, swapped));
    }
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] as number;
}

/** Which letters and digits a stretch has, one bit each. */
function lettersOf(text: string, from: number, to: number): number {
  let letters = 0;
  for (let at = from; at < to; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters >>> 0;
}

function bits(word: number): number {
  let count = 0;
  for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}
