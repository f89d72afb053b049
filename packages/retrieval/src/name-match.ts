/**
 * How well a symbol's name answers a query that is a name: exact, in other case, by its start, by its initials. Knows strings only.
 */
import { CharClass, charClass } from "@sdl/model";

/** Bonuses in units of the best lexical score, best first; a prefix gets between 1 and 2 of them by the share it covers. */
const EXACT = 3;
export const OTHER_CASE = 2.5;
export const INITIALS = 1;
export const PREFIX = 1;

/** Longest query that is taken for initials. */
const MAX_INITIALS = 6;
/** Letters by which the stretch of like names is found: twice the stretches for every letter more. */
const MAX_START = 4;
/** Shortest query that is taken as a prefix. */
const MIN_PREFIX = 2;

/**
 * The names that may be `name`, start with it or have it for initials, and few others, each once.
 * @param names ascending by code units, so that a common start is a stretch
 */
export function* namesLike(names: readonly string[], name: string): Iterable<string> {
  const mayBeInitials = name.length <= MAX_INITIALS && /^\p{L}+$/u.test(name);
  for (const start of caseVariants(name.slice(0, mayBeInitials ? 1 : MAX_START))) {
    const end = lowerBound(names, start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1));
    for (let at = lowerBound(names, start); at < end; at++) yield names[at] as string;
  }
}

/** `ab` → `ab`, `aB`, `Ab`, `AB`. */
function caseVariants(start: string): ReadonlySet<string> {
  let variants = [""];
  for (const letter of start) {
    const cases = [letter, letter.toLowerCase(), letter.toUpperCase()];
    variants = variants.flatMap((head) => cases.map((one) => head + one));
  }
  return new Set(variants.filter((variant) => variant !== ""));
}

/** How many names come before `key`. */
function lowerBound(names: readonly string[], key: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] as string) < key) low = middle + 1;
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
