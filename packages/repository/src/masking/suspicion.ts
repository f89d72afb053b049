/**
 * Scans for places where a secret may be, at a fraction of a nanosecond to one nanosecond per character: most texts
 * have none. Knows shapes; does not decide. A place that a scan skips cannot match any rule that depends on the scan.
 */

/** Shortest run of key characters, with a digit and without one. */
const MIN_RUN_WITH_DIGIT = 14;
const MIN_RUN = 20;

const KEY = 1;
const DIGIT = 2;

/** Class of each character: other, key character, or digit of a key. */
const KEY_CLASSES = new Uint8Array(0x10000);
for (let unit = 0; unit < 128; unit++) if (/[A-Za-z+/_~-]/.test(String.fromCharCode(unit))) KEY_CLASSES[unit] = KEY;
KEY_CLASSES.fill(DIGIT, 48, 58);

/**
 * The first run of key characters that is as long as a key. Like Boyer and Moore's search, it checks the last character
 * of the shortest run first, and so only about every fourth character.
 * @returns the run's start; -1 if there is none
 */
export function nextKeyRun(text: string, from: number): number {
  const { length } = text;
  let start = from;
  while (start + MIN_RUN_WITH_DIGIT <= length) {
    let at = start + MIN_RUN_WITH_DIGIT - 1;
    while (at >= start && KEY_CLASSES[text.charCodeAt(at)] !== 0) at--;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    const end = runEnd(text, start + MIN_RUN_WITH_DIGIT);
    if (end - start >= MIN_RUN || hasDigit(text, start, end)) return start;
    start = end;
  }
  return -1;
}

function runEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && KEY_CLASSES[text.charCodeAt(at)] !== 0) at++;
  return at;
}

function hasDigit(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (KEY_CLASSES[text.charCodeAt(at)] === DIGIT) return true;
  return false;
}

const DASH = 45;

/**
 * By first letter: the second and third letter of a keyword of context-rules.ts, in lower case, one byte each; two
 * words start with `p`.
 */
const WORDS = new Uint32Array(0x10000);
for (const word of ["key", "sec", "tok", "pas", "pwd", "cre"]) {
  const rest = (word.charCodeAt(1) << 8) | word.charCodeAt(2);
  for (const first of [word.charCodeAt(0), word.charCodeAt(0) - 32]) WORDS[first] = ((WORDS[first] ?? 0) << 16) | rest;
}
WORDS[DASH] = 1;

/**
 * The first position in a range where a secret's keyword, or an option `-u` or `-p`, may start.
 * @returns -1 if there is none
 */
export function nextNaming(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    const words = WORDS[unit] as number;
    if (words !== 0 && (unit === DASH ? isOption(text, at) : isWord(text, at, words))) return at;
  }
  return -1;
}

function isWord(text: string, at: number, words: number): boolean {
  const rest = ((text.charCodeAt(at + 1) | 32) << 8) | (text.charCodeAt(at + 2) | 32);
  return rest === (words & 0xffff) || rest === words >>> 16;
}

function isOption(text: string, dash: number): boolean {
  const before = text.charCodeAt(dash - 1);
  const letter = text.charCodeAt(dash + 1);
  return (before === 32 || before === 9) && (letter === 112 || letter === 117);
}

/** Kinds of characters that distinguish secrets from words: lower case, upper case, digits, others. */
export const CharacterKind = { Lower: 0, Upper: 1, Digit: 2, Other: 3 } as const;

const CHARACTER_KINDS = new Uint8Array(0x10000).fill(CharacterKind.Other);
CHARACTER_KINDS.fill(CharacterKind.Lower, 97, 123);
CHARACTER_KINDS.fill(CharacterKind.Upper, 65, 91);
CHARACTER_KINDS.fill(CharacterKind.Digit, 48, 58);

/** The kind of a UTF-16 unit. */
export function characterKind(unit: number): number {
  return CHARACTER_KINDS[unit] as number;
}

/** Limits of all rules on values (context-rules.ts): length, share of alternating kinds, separators of a passphrase. */
const MIN_VALUE = 7;
const MAX_VALUE = 512;
const MIN_CHANGES = 0.34;
const MIN_SEPARATORS = 3;

const LETTERS_AND_OTHERS = (1 << CharacterKind.Lower) | (1 << CharacterKind.Upper) | (1 << CharacterKind.Other);

/** First characters of paths and package names, but of no secret: `.`, `~`, `@`. */
const PATH_STARTS = new Uint8Array(0x10000);
for (const unit of [46, 126, 64]) PATH_STARTS[unit] = 1;

/** Whether a range has the properties of every secret: one word, with digits, or with several alternating kinds of characters. */
export function isSecretShaped(text: string, from: number, to: number): boolean {
  const length = to - from;
  if (length < MIN_VALUE || length > MAX_VALUE || PATH_STARTS[text.charCodeAt(from)] === 1) return false;
  let kinds = 0;
  let changes = -1;
  let others = 0;
  let before = -1;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 32 || (unit < 14 && unit > 8)) return false;
    const kind = CHARACTER_KINDS[unit] as number;
    if (kind !== before) changes++;
    if (kind === CharacterKind.Other) others++;
    kinds |= 1 << kind;
    before = kind;
  }
  if ((kinds & (1 << CharacterKind.Digit)) !== 0) return true;
  if ((kinds & LETTERS_AND_OTHERS) === LETTERS_AND_OTHERS) return true;
  return others >= MIN_SEPARATORS || changes >= MIN_CHANGES * (length - 1);
}
