/** Character class of a UTF-16 unit, for splitting words and identifiers. */

export const CharClass = {
  /** Ends a word. */
  Other: 1,
  /** A letter without case, a lower-case one, or a combining mark. */
  Lower: 2,
  Upper: 3,
  Digit: 4,
  /** `_` and `$`: belong to a word, but separate its parts. */
  Joiner: 5,
} as const;

const UNKNOWN = 0;

/** Classes by UTF-16 unit, computed on demand beyond ASCII; surrogates end a word. Read through {@link charClass}. */
const CLASSES = asciiClasses();

/** Classifies a unit; classes are cached. */
export function charClass(unit: number): number {
  const known = CLASSES[unit] as number;
  return known === UNKNOWN ? computeCharClass(unit) : known;
}

function computeCharClass(unit: number): number {
  const char = String.fromCharCode(unit);
  let found: number = CharClass.Other;
  if (/\p{Lu}/u.test(char)) found = CharClass.Upper;
  else if (/[\p{L}\p{M}]/u.test(char)) found = CharClass.Lower;
  else if (/\p{N}/u.test(char)) found = CharClass.Digit;
  CLASSES[unit] = found;
  return found;
}

function asciiClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000);
  classes.fill(CharClass.Other, 0, 128);
  classes.fill(CharClass.Lower, 97, 123);
  classes.fill(CharClass.Upper, 65, 91);
  classes.fill(CharClass.Digit, 48, 58);
  classes[36] = CharClass.Joiner;
  classes[95] = CharClass.Joiner;
  return classes;
}
