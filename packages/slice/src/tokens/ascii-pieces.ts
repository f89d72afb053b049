/**
 * The pieces into which o200k's own expression cuts a text of ASCII alone, by a loop over its characters: the expression asks for
 * Unicode properties of each, and takes most of the time of counting.
 * Source: the split pattern of o200k_base; compared with the tokenizer on random texts.
 */

const Kind = { Lower: 0, Upper: 1, Digit: 2, Mark: 3, Blank: 4, LineEnd: 5, End: 6 } as const;

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/** In either case, behind an apostrophe; what belongs to the word before. */
const CONTRACTION = /'(?:s|t|re|ve|m|ll|d)/iy;
const APOSTROPHE = 39;
const BLANK = 32;
const SLASH = 47;

/** Where the piece ends that begins at an offset inside of the text. */
export function pieceEnd(text: string, from: number): number {
  const kind = kindAt(text, from);
  if (kind <= Kind.Upper) return afterWord(text, from);
  if (kind === Kind.Digit) return afterDigits(text, from);
  if (kind !== Kind.LineEnd && kindAt(text, from + 1) <= Kind.Upper) return afterWord(text, from + 1);
  if (kind === Kind.Mark) return afterMarks(text, from);
  if (text.charCodeAt(from) === BLANK && kindAt(text, from + 1) === Kind.Mark) return afterMarks(text, from + 1);
  return afterBlanks(text, from);
}

function kindOf(character: string): number {
  if (/[a-z]/.test(character)) return Kind.Lower;
  if (/[A-Z]/.test(character)) return Kind.Upper;
  if (/\d/.test(character)) return Kind.Digit;
  if (/[\r\n]/.test(character)) return Kind.LineEnd;
  return /\s/.test(character) ? Kind.Blank : Kind.Mark;
}

function kindAt(text: string, at: number): number {
  return at < text.length ? (KINDS[text.charCodeAt(at)] as number) : Kind.End;
}

/** Capitals, then small letters, then a contraction. */
function afterWord(text: string, from: number): number {
  let at = from;
  while (kindAt(text, at) === Kind.Upper) at++;
  while (kindAt(text, at) === Kind.Lower) at++;
  if (text.charCodeAt(at) !== APOSTROPHE) return at;
  CONTRACTION.lastIndex = at;
  return CONTRACTION.test(text) ? CONTRACTION.lastIndex : at;
}

function afterDigits(text: string, from: number): number {
  let at = from + 1;
  while (at < from + 3 && kindAt(text, at) === Kind.Digit) at++;
  return at;
}

/** With the line ends and slashes that follow. */
function afterMarks(text: string, from: number): number {
  let at = from;
  while (kindAt(text, at) === Kind.Mark) at++;
  while (kindAt(text, at) === Kind.LineEnd || text.charCodeAt(at) === SLASH) at++;
  return at;
}

/** Up to the last line end of a white stretch; without one, all but the last blank, which goes with what follows. */
function afterBlanks(text: string, from: number): number {
  let end = from;
  let behindLine = 0;
  for (let kind = kindAt(text, end); kind === Kind.Blank || kind === Kind.LineEnd; kind = kindAt(text, end)) {
    end++;
    if (kind === Kind.LineEnd) behindLine = end;
  }
  if (behindLine > 0) return behindLine;
  return end < text.length && end > from + 1 ? end - 1 : end;
}
