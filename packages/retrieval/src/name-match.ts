/** Name matching: how well a symbol's name matches a query that is a name (exact, other case, prefix, initials). Knows strings only. */
import { CharClass, charClass } from "@sdl/model/text";

/** Bonuses in units of the best lexical score, highest first; a prefix gets between 1 and 2, by the share of the name that it covers. */
const EXACT_BONUS = 3;
/** Bonus of a name that differs from the query in case only. */
export const OTHER_CASE_BONUS = 2.5;
/** Bonus of a name whose parts begin with the query's letters. */
export const INITIALS_BONUS = 1;
/** Bonus of a name that begins with the query. */
export const PREFIX_BONUS = 1;

/** Maximum length of a query that is matched as initials. */
const MAX_INITIALS = 6;
/** Minimum length of a query that is matched as a prefix. */
const MIN_PREFIX = 2;

/**
 * Names that may equal `name`, start with it or have it as initials, ignoring case; includes few other names. Each once.
 * @param startingWith names with the given first letter, ascending by code units, so that names with a common prefix are consecutive
 */
export function* namesLike(startingWith: (first: string) => readonly string[], name: string): Iterable<string> {
  const mayBeInitials = name.length <= MAX_INITIALS && /^\p{L}+$/u.test(name);
  for (const first of name === "" ? [] : letterCases(name.charAt(0))) {
    const names = startingWith(String.fromCharCode(first));
    for (const { from, to } of rangesStartingWith(names, mayBeInitials ? name.slice(0, 1) : name)) {
      for (let at = from; at < to; at++) yield names[at] as string;
    }
  }
}

/** Range of rows in a sorted list whose names have a common prefix. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Ranges of names that start with `start`, ignoring case, among names with its first letter. Narrowed letter by letter, because each range of names
 * with a common prefix is sorted by the next letter.
 */
function rangesStartingWith(names: readonly string[], start: string): readonly RowRange[] {
  let stretches: readonly RowRange[] = [{ from: 0, to: names.length }];
  for (let at = 1; at < start.length && stretches.length > 0; at++) {
    const codes = letterCases(start.charAt(at));
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

/** Character codes of a letter in both cases. */
function letterCases(letter: string): readonly number[] {
  const cases = [letter, letter.toLowerCase(), letter.toUpperCase()].filter((one) => one.length === 1);
  return [...new Set(cases.map((one) => one.charCodeAt(0)))];
}

/** The first row of the range whose name has `code` or more at index `at`; a name that ends before `at` has less. */
function lowerBound(names: readonly string[], { from, to }: RowRange, at: number, code: number): number {
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

/** Bonus of a name; 0 if it does not match. @param candidate a name with the same first letter as `name`, ignoring case */
export function nameBonus(candidate: string, name: string, lower: string): number {
  if (candidate === name) return EXACT_BONUS;
  const { length } = lower;
  if (candidate.length < length) return 0;
  if (startsWithIgnoringCase(candidate, name, lower)) {
    if (candidate.length === length) return OTHER_CASE_BONUS;
    return length < MIN_PREFIX ? 0 : PREFIX_BONUS + length / candidate.length;
  }
  return length >= MIN_PREFIX && length <= MAX_INITIALS && hasInitials(candidate, lower) ? INITIALS_BONUS : 0;
}

/** Whether `candidate`, which is at least as long, starts with `name`, ignoring case. */
function startsWithIgnoringCase(candidate: string, name: string, lower: string): boolean {
  for (let at = 1; at < lower.length; at++) {
    if (!equalsIgnoringCase(candidate.charCodeAt(at), lower.charCodeAt(at))) return false;
  }
  return candidate.startsWith(name) || candidate.slice(0, lower.length).toLowerCase() === lower;
}

/** Whether two codes are equal ignoring case; may be true for different codes beyond ASCII. */
function equalsIgnoringCase(a: number, b: number): boolean {
  return a === b || (a ^ b) === 32 || a > 127;
}

/** Whether the first letters of the name's words are `lower`: `gubi` for `getUserById` and `get_user_by_id`. */
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
