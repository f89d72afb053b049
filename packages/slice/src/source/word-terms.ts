/** Cache of the terms of words, because lines of code repeat their words. Lives while one slice is built. */
import { identifierTerms, wordsOf } from "@sdl/model/text";

/** Computes terms once per distinct word. */
export class WordTerms {
  private readonly known = new Map<string, readonly string[]>();

  /** Distinct terms of a text. */
  of(text: string): Set<string> {
    const terms = new Set<string>();
    for (const word of wordsOf(text)) for (const term of this.ofWord(word)) terms.add(term);
    return terms;
  }

  /** Terms of one word, with repetitions. */
  ofWord(word: string): readonly string[] {
    let terms = this.known.get(word);
    if (terms === undefined) {
      terms = identifierTerms(word);
      this.known.set(word, terms);
    }
    return terms;
  }
}
