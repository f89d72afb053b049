/**
 * Loose name matching: names that contain the query, and names that differ from it by typing errors. Knows strings only; ignores case, `_` and `$`.
 */

/** Minimum lengths of a query that is searched within names, and of one that may be mistyped. */
const MIN_INFIX_LENGTH = 3;
const MIN_TYPO_LENGTH = 4;
/** Minimum length of a query that may have two typing errors. */
const MIN_TWO_TYPOS_LENGTH = 7;

/** Bonus in units of the best lexical score: a name that contains the query gets between half and one, by the share that the query covers. */
const INFIX_BONUS = 0.5;
/** Bonuses for one and two typing errors: more than words alone give, if no name equals the query. */
const TYPO_BONUSES = [0, 2, 1.5] as const;

/** A name that loosely matches the query. */
export interface LooseName {
  readonly name: string;
  readonly bonus: number;
}

const SEPARATOR = "\n";

/** Names prepared for matching: all in one text, which a substring search scans at memory speed. */
export class LooseNameIndex {
  /** Normalised names, each followed by a separator. */
  private readonly text: string;
  /** Offset of the separator after each name. */
  private readonly ends: Uint32Array;
  private letterSets: Uint32Array | undefined;

  constructor(private readonly names: readonly string[]) {
    const joined = plainNames(names);
    const ends = separatorOffsets(joined, names.length);
    // A name may contain the separator; it is replaced by a blank then.
    this.text = ends === undefined ? plainNames(names.map((name) => name.replaceAll(SEPARATOR, " "))) : joined;
    this.ends = ends ?? separatorOffsets(this.text, names.length) ?? new Uint32Array(names.length);
  }

  /** Matching names in no order, each once. @param withTypos whether mistyped names are included */
  find(query: string, withTypos: boolean): LooseName[] {
    const wanted = plainNames([query]).slice(0, -1);
    const bonuses = new Map<number, number>();
    this.addInfixes(bonuses, wanted);
    const typos = !withTypos || wanted.length < MIN_TYPO_LENGTH ? 0 : wanted.length < MIN_TWO_TYPOS_LENGTH ? 1 : 2;
    if (typos > 0) this.addMistyped(bonuses, wanted, typos);
    return [...bonuses].map(([row, bonus]) => ({ name: this.names[row] as string, bonus }));
  }

  private addInfixes(bonuses: Map<number, number>, wanted: string): void {
    if (wanted.length < MIN_INFIX_LENGTH) return;
    let row = 0;
    for (let at = this.text.indexOf(wanted); at >= 0; at = this.text.indexOf(wanted, this.ends[row] as number)) {
      row = this.rowAt(at, row);
      const length = (this.ends[row] as number) - this.rowStart(row);
      if (length > wanted.length) bonuses.set(row, INFIX_BONUS + INFIX_BONUS * (wanted.length / length));
    }
  }

  private addMistyped(bonuses: Map<number, number>, wanted: string, most: number): void {
    this.letterSets ??= this.lettersByRow();
    const letters = letterMask(wanted, 0, wanted.length);
    for (let row = 0; row < this.names.length; row++) {
      // One typing error changes at most two letters of the set.
      if (bitCount((this.letterSets[row] as number) ^ letters) > 2 * most) continue;
      const [start, end] = [this.rowStart(row), this.ends[row] as number];
      if (Math.abs(end - start - wanted.length) > most) continue;
      const bonus = typoBonus(this.text.slice(start, end), wanted, most);
      if (bonus > (bonuses.get(row) ?? 0)) bonuses.set(row, bonus);
    }
  }

  private rowStart(row: number): number {
    return row === 0 ? 0 : (this.ends[row - 1] as number) + 1;
  }

  /** Index of the name that contains an offset. @param from an index not after it */
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
    return Uint32Array.from(this.ends, (end, row) => letterMask(this.text, this.rowStart(row), end));
  }
}

/** Names in normalised form, each followed by a separator. */
function plainNames(names: readonly string[]): string {
  return `${names.join(SEPARATOR)}${SEPARATOR}`.replace(/[_$#]+/g, "").toLowerCase();
}

/** Offsets of the separators; `undefined` if their number differs from `count`. */
function separatorOffsets(text: string, count: number): Uint32Array | undefined {
  const ends = new Uint32Array(count);
  let end = -1;
  for (let row = 0; row < count; row++) ends[row] = end = text.indexOf(SEPARATOR, end + 1);
  return count === 0 || end === text.length - 1 ? ends : undefined;
}

function typoBonus(plain: string, wanted: string, most: number): number {
  if (Math.abs(plain.length - wanted.length) > most) return 0;
  const typos = typoDistance(plain, wanted, most);
  return typos > most ? 0 : (TYPO_BONUSES[typos] ?? 0);
}

/**
 * Number of inserted, omitted, replaced or swapped adjacent letters; any number above `most` if there are more.
 * Source: optimal string alignment (Damerau 1964, restricted).
 */
function typoDistance(a: string, b: string, most: number): number {
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

/** Set of the letters and digits in a range, as a bit mask (character code modulo 32). */
function letterMask(text: string, from: number, to: number): number {
  let letters = 0;
  for (let at = from; at < to; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters >>> 0;
}

function bitCount(word: number): number {
  let count = 0;
  for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}
