/**
 * How well a symbol's name answers a query that is a name: exact, in other case, by its start, by its initials. Knows strings only.
 */
import { CharClass, charClass } from "@sdl/model/text";

/** Bonuses in units of the best lexical score, best first; a prefix gets between 1 and 2 of them by the share it covers. */
const EXACT = 3;
export const OTHER_CASE = 2.5;
export const INITIALS = 1;
export const PREFIX = 1;

/** Longest query that is taken for initials. */
const MAX_INITIALS = 6;
/** Shortest query that is taken as a prefix. */
const MIN_PREFIX = 2;

/**
 * The names that may be `name`, start with it or have it for initials, in any case, and few others, each once.
 * @param startingWith the names of one first letter, ascending by code units, so that a common start is a stretch
 */
export function* namesLike(startingWith: (first: string) => readonly string[], name: string): Iterable<string> {
  const mayBeInitials = name.length <= MAX_INITIALS && /^\p{L}+$/u.test(name);
  for (const first of name === "" ? [] : casesOf(name.charAt(0))) {
    const names = startingWith(String.fromCharCode(first));
    for (const { from, to } of stretchesOf(names, mayBeInitials ? name.slice(0, 1) : name)) {
      for (let at = from; at < to; at++) yield names[at] as string;
    }
  }
}

/** Rows of a sorted list that start alike. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The names that start with `start` in any case, of those that have its first letter: letter by letter, as each stretch of like starts
 * is sorted by the letter after.
 */
function stretchesOf(names: readonly string[], start: string): readonly Stretch[] {
  let stretches: readonly Stretch[] = [{ from: 0, to: names.length }];
  for (let at = 1; at < start.length && stretches.length > 0; at++) {
    const codes = casesOf(start.charAt(at));
    stretches = stretches.flatMap((stretch) =>
      codes.map((code) => ({
        from: lowerBound(names, stretch, at, code),
        to: lowerBound(names, stretch, at, code + 1),
      })),
    );
    stretches = stretches.filter(({ from, to }) => from < to);
  }
  return stretches;
}

/** Codes of a letter in either case. */
function casesOf(letter: string): readonly number[] {
  const cases = [letter, letter.toLowerCase(), letter.toUpperCase()].filter((one) => one.length === 1);
  return [...new Set(cases.map((one) => one.charCodeAt(0)))];
}

/** The first row of the stretch whose name has `code` or more at place `at`; a name that ends there has less. */
function lowerBound(names: readonly string[], { from, to }: Stretch, at: number, code: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    const name = names[middle] as string;
    if (name.length <= at || name.charCodeAt(at) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The bonus of a name, 0 for none. @param candidate starts like `name`, in either case */
export function nameBonus(candidate: string, name: string, lower: string): number {
  if (candidate === name) return EXACT;
  const { length } = lower;
  if (candidate.length < length) return 0;
  if (startsAlike(candidate, name, lower)) {
    if (candidate.length === length) return OTHER_CASE;
    return length < MIN_PREFIX ? 0 : PREFIX + length / candidate.length;
  }
  return length >= MIN_PREFIX && length <= MAX_INITIALS && hasInitials(candidate, lower) ? INITIALS : 0;
}

/** Whether `candidate`, which is no shorter, starts with `name` in any case. */
function startsAlike(candidate: string, name: string, lower: string): boolean {
  for (let at = 1; at < lower.length; at++) {
    if (!sameLetter(candidate.charCodeAt(at), lower.charCodeAt(at))) return false;
  }
  return candidate.startsWith(name) || candidate.slice(0, lower.length).toLowerCase() === lower;
}

/** Equal but for case; beyond ASCII, maybe. */
function sameLetter(a: number, b: number): boolean {
  return a === b || (a ^ b) === 32 || a > 127;
}

/** Whether the first letters of the name's parts are `lower`: `gubi` for `getUserById` and `get_user_by_id`. */
function hasInitials(name: string, lower: string): boolean {
  let found = 0;
  let before: number = CharClass.Joiner;
  for (let at = 0; at < name.length; at++) {
    const here = charClass(name.charCodeAt(at));
    const starts = here !== CharClass.Joiner && (before === CharClass.Joiner || here === CharClass.Upper);
    before = here;
    if (!starts) continue;
    if (found >= lower.length || name.charAt(at).toLowerCase() !== lower.charAt(found)) return false;
    found++;
  }
  return found === lower.length;
}
