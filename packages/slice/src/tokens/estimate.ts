/**
 * A guess at the o200k tokens of JSON, from its characters alone: no tables, no memory, so that what is chosen by it depends on the
 * text only. Counting is exact elsewhere; this only orders choices and says how much to try.
 */

/** How the tokenizer's own expression groups characters, roughly. */
const Group = { Blank: 0, Lower: 1, Upper: 2, Digit: 3, Mark: 4, Wide: 5 } as const;

/** Characters of a group that one token holds; chosen on cards of real repositories, see test/tokens/estimate.test.ts. */
const PER_TOKEN = [Number.POSITIVE_INFINITY, 7, 7, 3, 4, 1];

const GROUPS = Uint8Array.from({ length: 128 }, (_, code) => groupOf(code));

/** @returns 0 for the empty text */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let group: number = Group.Blank;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const next = code < 128 ? (GROUPS[code] as number) : Group.Wide;
    // A capital begins a word of its own; what follows in lower case belongs to it.
    if (next !== group && !(next === Group.Lower && group === Group.Upper)) run = 0;
    else if (next === Group.Upper) run = 0;
    if (next !== Group.Blank && run % (PER_TOKEN[next] as number) === 0) tokens++;
    run++;
    group = next;
  }
  return tokens;
}

function groupOf(code: number): number {
  if (code >= 97 && code <= 122) return Group.Lower;
  if (code >= 65 && code <= 90) return Group.Upper;
  if (code >= 48 && code <= 57) return Group.Digit;
  return code <= 32 ? Group.Blank : Group.Mark;
}
