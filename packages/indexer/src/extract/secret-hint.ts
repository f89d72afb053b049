/** A cheap look at a literal or comment: could a masker find anything in it? Errs towards yes. */

/** Shortest run of key-like characters with a digit in it that is worth a masker's look. */
const MIN_KEY_RUN = 12;
/** Shortest run without one. */
const MIN_PLAIN_RUN = 20;
const DOT = 46;
/** No rule takes a longer name: a bound on what follows the word keeps a text of many such words from being looked through for each. */
const ASSIGNED_SECRET = /(?:pass|pwd|secret|token|key|auth|cred)\w{0,64}["']?\s*[:=]\s*\S/i;

/** Three dots between digits: an address. */
const ADDRESS_DOTS = 3;
/** What stands in front of a value that is called a secret, on its line. */
const NAMED_SECRET = /(?:pass|pwd|secret|token|key|cred)[\w-]*["'`\])]{0,3}\s*(?:[:=,(]|=>|:=)\s*[brfu]*$/i;
/** How much in front of a value may name it. */
export const NAME_UNITS = 60;
/** Shorter values are no secrets of any rule. */
const MIN_VALUE = 6;

/**
 * Whether `text[from..to)` holds a long run with digits, an address, an assignment of something secret, or a PEM header, or is a value
 * that its line calls a secret.
 */
export function mayHoldSecret(text: string, from: number, to: number): boolean {
  if (to - from < MIN_VALUE) return false;
  let run = 0;
  let digits = 0;
  let dots = 0;
  let marks = 0;
  let anyDigit = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    const key = KEY_UNITS[unit] as number;
    if (key !== 0) {
      run++;
      digits += key - 1;
      anyDigit |= key;
      if (digits > 0 && run >= MIN_KEY_RUN) return true;
      continue;
    }
    if (unit === DOT && digits > 0 && ++dots === ADDRESS_DOTS) return true;
    marks |= MARKS[unit] as number;
    run = 0;
    digits = 0;
  }
  if (run >= MIN_PLAIN_RUN || (anyDigit > 1 && isNamedSecret(text, from))) return true;
  return marks !== 0 && looksAssigned(text.slice(from, to));
}

function isNamedSecret(text: string, from: number): boolean {
  const before = text.charCodeAt(from - 1);
  // A value in quotes; prose and names stand behind other characters.
  if (!(before <= 32 || before === 40 || before === 44 || before === 58 || before === 61)) return false;
  return NAMED_SECRET.test(text.slice(Math.max(0, from - NAME_UNITS), from));
}

function looksAssigned(text: string): boolean {
  return ASSIGNED_SECRET.test(text) || (text.includes("://") && text.includes("@"));
}

/** 1 for letters, `+`, `-`, `/`, `_`; 2 for digits. */
const KEY_UNITS = keyUnits();

/** 1 for `:`, `=` and `@`. */
const MARKS = new Uint8Array(0x10000);
for (const unit of [58, 61, 64]) MARKS[unit] = 1;

function keyUnits(): Uint8Array {
  const units = new Uint8Array(0x10000);
  for (let unit = 0; unit < 128; unit++) if (/[A-Za-z+/_-]/.test(String.fromCharCode(unit))) units[unit] = 1;
  units.fill(2, 48, 58);
  return units;
}
