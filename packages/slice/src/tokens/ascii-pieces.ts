/**
 * Splits ASCII text into the pieces of o200k's split pattern, by a loop over bytes. The pattern's regular expression tests Unicode properties of
 * each character and takes most of the time of token counting.
 */

const ByteKind = { Lower: 0, Upper: 1, Digit: 2, Mark: 3, Blank: 4, LineEnd: 5, End: 6 } as const;

const BYTE_KINDS = Uint8Array.from({ length: 256 }, (_, code) => characterKind(String.fromCharCode(code)));

/** Sentinel byte after the last byte of a text. */
export const END = 0xff;

const APOSTROPHE = 39;
const BLANK = 32;
const SLASH = 47;
/** Bit that turns an upper-case letter into the lower-case one; no other character becomes a letter by it. */
const LOWER_CASE_BIT = 32;
/** Contractions that belong to the word before the apostrophe: one letter, or two. */
const SHORT_CONTRACTIONS = new Set(characterCodes("stmd"));
const LONG_CONTRACTIONS: ReadonlyMap<number, number> = new Map(
  ["re", "ve", "ll"].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

/** End offset of the piece that begins at `from`. @param text ASCII bytes, followed by {@link END} */
export function pieceEnd(text: Uint8Array, from: number): number {
  const kind = kindAtOffset(text, from);
  if (kind <= ByteKind.Upper) return afterWord(text, from);
  if (kind === ByteKind.Digit) return afterDigits(text, from);
  if (kind !== ByteKind.LineEnd && kindAtOffset(text, from + 1) <= ByteKind.Upper) return afterWord(text, from + 1);
  if (kind === ByteKind.Mark) return afterPunctuation(text, from);
  if (text[from] === BLANK && kindAtOffset(text, from + 1) === ByteKind.Mark) return afterPunctuation(text, from + 1);
  return afterWhiteSpace(text, from);
}

function characterKind(character: string): number {
  if (character > "\x7f") return ByteKind.End;
  if (/[a-z]/.test(character)) return ByteKind.Lower;
  if (/[A-Z]/.test(character)) return ByteKind.Upper;
  if (/\d/.test(character)) return ByteKind.Digit;
  if (/[\r\n]/.test(character)) return ByteKind.LineEnd;
  return /\s/.test(character) ? ByteKind.Blank : ByteKind.Mark;
}

function characterCodes(letters: string): number[] {
  return Array.from(letters, (letter) => letter.charCodeAt(0));
}

function kindAtOffset(text: Uint8Array, at: number): number {
  return BYTE_KINDS[text[at] as number] as number;
}

/** Offset after upper-case letters, then lower-case letters, then a contraction. */
function afterWord(text: Uint8Array, from: number): number {
  let at = from;
  while (kindAtOffset(text, at) === ByteKind.Upper) at++;
  while (kindAtOffset(text, at) === ByteKind.Lower) at++;
  return text[at] === APOSTROPHE ? afterContraction(text, at) : at;
}

/** Offset after the contraction; the apostrophe's own offset if none follows. */
function afterContraction(text: Uint8Array, apostrophe: number): number {
  const first = (text[apostrophe + 1] as number) | LOWER_CASE_BIT;
  if (SHORT_CONTRACTIONS.has(first)) return apostrophe + 2;
  const second = LONG_CONTRACTIONS.get(first);
  return second !== undefined && ((text[apostrophe + 2] as number) | LOWER_CASE_BIT) === second
    ? apostrophe + 3
    : apostrophe;
}

function afterDigits(text: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < from + 3 && kindAtOffset(text, at) === ByteKind.Digit) at++;
  return at;
}

/** Offset after a run of punctuation, including the line ends and slashes that follow. */
function afterPunctuation(text: Uint8Array, from: number): number {
  let at = from;
  while (kindAtOffset(text, at) === ByteKind.Mark) at++;
  while (kindAtOffset(text, at) === ByteKind.LineEnd || text[at] === SLASH) at++;
  return at;
}

/** Offset after the last line end of a run of white space; without a line end, before the last blank, which belongs to the next piece. */
function afterWhiteSpace(text: Uint8Array, from: number): number {
  let end = from;
  let behindLine = 0;
  for (
    let kind = kindAtOffset(text, end);
    kind === ByteKind.Blank || kind === ByteKind.LineEnd;
    kind = kindAtOffset(text, end)
  ) {
    end++;
    if (kind === ByteKind.LineEnd) behindLine = end;
  }
  if (behindLine > 0) return behindLine;
  return kindAtOffset(text, end) !== ByteKind.End && end > from + 1 ? end - 1 : end;
}
