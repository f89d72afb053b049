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

/** Names made ready to be compared. */
export class LooseNames {
  private readonly plain: readonly string[];
  /** Which letters and digits a name has, one bit each. */
  private readonly letters: Uint32Array;

  constructor(private readonly names: readonly string[]) {
    this.plain = names.map(plainName);
    this.letters = Uint32Array.from(this.plain, lettersOf);
  }

  /** Best first; between equals by name. @param withSlips also names that are mistyped so */
  like(query: string, withSlips: boolean): LooseName[] {
    const wanted = plainName(query);
    const slips = !withSlips || wanted.length < MIN_FUZZY ? 0 : wanted.length < TWO_SLIPS ? 1 : 2;
    const letters = lettersOf(wanted);
    const found: LooseName[] = [];
    for (let row = 0; row < this.names.length; row++) {
      const plain = this.plain[row] as string;
      const bonus = Math.max(
        infixBonus(plain, wanted),
        // Each slip changes two letters at most.
        slips > 0 && bits((this.letters[row] as number) ^ letters) <= 2 * slips ? slipBonus(plain, wanted, slips) : 0,
      );
      if (bonus > 0) found.push({ name: this.names[row] as string, bonus });
    }
    return found.sort((a, b) => b.bonus - a.bonus || (a.name < b.name ? -1 : 1));
  }
}

function plainName(name: string): string {
  return name.replace(/[_$#]/g, "").toLowerCase();
}

function infixBonus(plain: string, wanted: string): number {
  if (wanted.length < MIN_INFIX || plain.length <= wanted.length || !plain.includes(wanted)) return 0;
  return INFIX + INFIX * (wanted.length / plain.length);
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

function lettersOf(plain: string): number {
  let letters = 0;
  for (let at = 0; at < plain.length; at++) letters |= 1 << (plain.charCodeAt(at) & 31);
  return letters >>> 0;
}

function bits(word: number): number {
  let count = 0;
  for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}
