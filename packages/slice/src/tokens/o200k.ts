/**
 * The o200k tokenizer alone. It brings its tables, which are megabytes: the build replaces this module by one that holds them, so that who
 * installs the package does not install the tables of all other encodings.
 */
import { countTokens, setMergeCacheSize } from "gpt-tokenizer/encoding/o200k_base";

// Pieces are remembered by the caller. The tokenizer's own memory of them would hold a hundred thousand, each with the whole text that it was cut from.
setMergeCacheSize(0);

const PLAIN = { disallowedSpecial: new Set<string>() };

/** Special tokens in a text (`<|endoftext|>`) count as the plain text they are. */
export function countO200k(text: string): number {
  return countTokens(text, PLAIN);
}
