/**
 * Upper bound of the o200k tokens of a text of names, paths and signatures. Loading the tokenizer's tables takes longer than a hook may run.
 * bench/src/augment.ts compares the bound with the tokenizer on all texts added to searches in real repositories.
 */

/** Letters (or digits) of one run per token. */
const LETTERS = 3;
const DIGITS = 3;
/** Tokens per character outside ASCII. */
const WIDE = 2;

/** One run: a word with the punctuation before it, as the tokenizer splits; digits; a single punctuation mark; a character outside ASCII. */
const RUN = /[^A-Za-z0-9\s]?(?:[A-Z]?[a-z]+|[A-Z]+)|\d+|[^\s\w]|_|\n */g;

/** Estimates tokens from above, by runs of letters, digits and other characters. */
export function tokenUpperBound(text: string): number {
  let tokens = 0;
  for (const run of text.match(RUN) ?? []) {
    const code = run.charCodeAt(0);
    if (code > 127) tokens += WIDE * run.length;
    else if (code >= 48 && code <= 57) tokens += Math.ceil(run.length / DIGITS);
    else tokens += Math.ceil(run.length / LETTERS);
  }
  return tokens;
}
