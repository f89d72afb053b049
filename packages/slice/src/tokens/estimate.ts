/**
 * A guess at the o200k tokens of JSON, from its characters alone: no tables, no memory, so that what is chosen by it depends on the
 * text only. Counting is exact elsewhere; this only orders choices and says how much to try.
 */

const LOWER_A = 97;
const LOWER_Z = 122;

/** Letters a token holds on average beyond the first of a word part; measured on cards of real repositories. */
const LETTERS_PER_TOKEN = 7;

/** @returns at least 1 for a text that is not empty */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let letters = 0;
  let digits = 0;
  let marks = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= LOWER_A && code <= LOWER_Z) {
      if (letters % LETTERS_PER_TOKEN === 0) tokens++;
      letters++;
      digits = marks = 0;
    } else if (code >= 65 && code <= 90) {
      tokens++;
      letters = 1;
      digits = marks = 0;
    } else if (code >= 48 && code <= 57) {
      if (digits % 3 === 0) tokens++;
      digits++;
      letters = marks = 0;
    } else if (code > 127) {
      tokens++;
      letters = digits = marks = 0;
    } else if (code !== 32) {
      if (marks % 3 === 0) tokens++;
      marks++;
      letters = digits = 0;
    } else {
      letters = digits = marks = 0;
    }
  }
  return tokens;
}
