/**
 * At most how many o200k tokens a text of names, paths and signatures takes. The tokenizer's tables take longer to load than a hook may take in all.
 * bench/src/augment.ts compares the bound with the tokenizer on all that is added to searches in real repositories.
 */

/** Characters of a run of letters or digits for each token. */
const LETTERS = 3;
const DIGITS = 3;
/** Tokens of a character that is not ASCII. */
const WIDE = 2;

/** A word with the mark before it, as the tokenizer cuts; digits; a mark alone; a character that is not ASCII. */
const RUN = /[^A-Za-z0-9\s]?(?:[A-Z]?[a-z]+|[A-Z]+)|\d+|[^\s\w]|_|\n */g;

export function tokensAtMost(text: string): number {
  let tokens = 0;
  for (const run of text.match(RUN) ?? []) {
    const code = run.charCodeAt(0);
    if (code > 127) tokens += WIDE * run.length;
    else if (code >= 48 && code <= 57) tokens += Math.ceil(run.length / DIGITS);
    else tokens += Math.ceil(run.length / LETTERS);
  }
  return tokens;
}
