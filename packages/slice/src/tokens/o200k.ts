/**
 * The o200k tokenizer with its tables, which take megabytes. The build replaces this module by one that contains only the o200k tables, so that
 * installing the package does not install the tables of all other encodings.
 */
import { countTokens, setMergeCacheSize } from "gpt-tokenizer/encoding/o200k_base";

// The caller caches pieces. The tokenizer's own cache would hold a hundred thousand pieces, each with a reference to the whole text that it was cut
// from.
setMergeCacheSize(0);

const PLAIN = { disallowedSpecial: new Set<string>() };

/** Counts tokens. Special tokens in a text (`<|endoftext|>`) are counted as plain text. */
export function countO200k(text: string): number {
  return countTokens(text, PLAIN);
}
