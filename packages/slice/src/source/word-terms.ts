/** The terms of words, each word once: lines of code repeat theirs. Lives as long as one slice is made. */
import { identifierTerms, wordsOf } from "@sdl/model/text";

export class WordTerms {
  private readonly known = new Map<string, readonly string[]>();

  /** Each term once. */
  of(text: string): Set<string> {
    const terms = new Set<string>();
    for (const word of wordsOf(text)) for (const term of this.ofWord(word)) terms.add(term);
    return terms;
  }

  /** Of one word, repeats kept. */
  ofWord(word: string): readonly string[] {
    let terms = this.known.get(word);
    if (terms === undefined) {
      terms = identifierTerms(word);
      this.known.set(word, terms);
    }
    return terms;
  }
}
