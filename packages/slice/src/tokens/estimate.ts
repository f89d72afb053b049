/**
 * Estimated o200k tokens of JSON, from its characters only. Uses no tables and no state, so that choices by estimate depend on the text only.
 * Estimates only order choices and say how many to try; count-tokens.ts counts exactly.
 */

/** Approximate character groups of the tokenizer's split pattern. */
const CharGroup = { Blank: 0, Lower: 1, Upper: 2, Digit: 3, Mark: 4, Wide: 5 } as const;

/** Characters per token, by group; fitted to cards of real repositories, see test/tokens/estimate.test.ts. */
const CHARS_PER_TOKEN = [Number.POSITIVE_INFINITY, 7, 7, 3, 4, 1];

const GROUPS = Uint8Array.from({ length: 128 }, (_, code) => characterGroup(code));

/** Estimated tokens of a text. @returns 0 for the empty text */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let group: number = CharGroup.Blank;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const next = code < 128 ? (GROUPS[code] as number) : CharGroup.Wide;
    // An upper-case letter begins a word; the lower-case letters that follow belong to it.
    if (next !== group && !(next === CharGroup.Lower && group === CharGroup.Upper)) run = 0;
    else if (next === CharGroup.Upper) run = 0;
    if (next !== CharGroup.Blank && run % (CHARS_PER_TOKEN[next] as number) === 0) tokens++;
    run++;
    group = next;
  }
  return tokens;
}

function characterGroup(code: number): number {
  if (code >= 97 && code <= 122) return CharGroup.Lower;
  if (code >= 65 && code <= 90) return CharGroup.Upper;
  if (code >= 48 && code <= 57) return CharGroup.Digit;
  return code <= 32 ? CharGroup.Blank : CharGroup.Mark;
}
