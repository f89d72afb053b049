/**
 * One pass over a text that finds the lines on which a secret could stand. Errs towards yes: what it passes over, no rule can match.
 * Knows shapes; refuses to judge.
 */

/** What a line holds. */
export const Hint = {
  /** A run of key characters as long as a key. */
  Key: 1,
  /** `=`, `:` or a quote: something may be assigned. */
  Assignment: 2,
  /** Three dots between digits. */
  Address: 4,
  At: 8,
  /** The beginning of a word that calls something secret. */
  Keyword: 16,
} as const;

/** Shortest run with a digit in it, and without one. */
const MIN_RUN_WITH_DIGIT = 14;
const MIN_RUN = 20;

/** Kinds of characters, in the order in which the loop tells them apart. */
const KEY = 0;
const DIGIT = 1;
const OTHER = 2;
const DOT = 3;
const ASSIGN = 4;
const AT = 5;
const LINE_END = 6;

const CLASSES = new Uint8Array(0x10000).fill(OTHER);
for (let unit = 0; unit < 128; unit++) if (/[A-Za-z+/_~-]/.test(String.fromCharCode(unit))) CLASSES[unit] = KEY;
CLASSES.fill(DIGIT, 48, 58);
CLASSES[46] = DOT;
for (const unit of [58, 61, 34, 39, 96]) CLASSES[unit] = ASSIGN;
CLASSES[64] = AT;
CLASSES[10] = LINE_END;
CLASSES[13] = LINE_END;

/** By first letter, the next two letters of a word of context-rules' keywords, in small letters: one byte each; two words of `p`. */
const WORDS = new Uint32Array(0x10000);
for (const word of ["key", "sec", "tok", "pas", "pwd", "cre"]) {
  const rest = (word.charCodeAt(1) << 8) | word.charCodeAt(2);
  for (const first of [word.charCodeAt(0), word.charCodeAt(0) - 32]) WORDS[first] = ((WORDS[first] ?? 0) << 16) | rest;
}

function isWord(text: string, at: number, words: number): boolean {
  const rest = ((text.charCodeAt(at + 1) | 32) << 8) | (text.charCodeAt(at + 2) | 32);
  return rest === (words & 0xffff) || rest === words >>> 16;
}

/** @param visit called for each line that holds any hint: its offsets, its hints */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every character of every file; calls would triple its cost
export function forSuspiciousLines(text: string, visit: (start: number, end: number, hints: number) => void): void {
  let lineStart = 0;
  let hints = 0;
  let run = 0;
  let digits = 0;
  let dots = 0;
  const { length } = text;
  for (let at = 0; at <= length; at++) {
    const kind = at === length ? LINE_END : (CLASSES[text.charCodeAt(at)] as number);
    if (kind <= DIGIT) {
      run++;
      if (kind === DIGIT) digits++;
      else {
        dots = 0;
        const word = WORDS[text.charCodeAt(at)] as number;
        if (word !== 0 && isWord(text, at, word)) hints |= Hint.Keyword;
      }
      continue;
    }
    if (run >= MIN_RUN_WITH_DIGIT && (digits > 0 || run >= MIN_RUN)) hints |= Hint.Key;
    if (kind !== DOT || digits === 0 || digits !== run) dots = 0;
    else if (++dots === 3) hints |= Hint.Address;
    run = 0;
    digits = 0;
    if (kind < ASSIGN) continue;
    if (kind !== LINE_END) {
      hints |= kind === AT ? Hint.At : Hint.Assignment;
      continue;
    }
    if (hints !== 0) visit(lineStart, at, hints);
    lineStart = at + 1;
    hints = 0;
  }
}
