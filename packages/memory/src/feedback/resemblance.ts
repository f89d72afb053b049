/**
 * How much two tasks resemble each other: the cosine of their sets of words, each word by its rarity in the repository's code, or that
 * of their start symbols where it is higher. Rare words tell tasks apart; those that half the code has are shared by chance. Symbols
 * that the words found are left out: they say it again, less surely. Pure.
 * Rarity is idf(t) = ln(1 + (N − df + .5) / (df + .5)) over symbols, as in ranking (Robertson and Zaragoza 2009).
 */
import type { SymbolId } from "@sdl/model";
import type { TermIndex } from "@sdl/model/graph";
import { queryTerms } from "@sdl/model/text";

export interface ComparedTask {
  readonly taskText?: string | undefined;
  /** Those that the request names; none that its text found. */
  readonly startSymbols: readonly SymbolId[];
}

/** What is read of the repository's terms. */
export type TermStatistics = Pick<TermIndex, "documentCount" | "postings">;

/** One task, compared with any number of others. */
export class Resemblance {
  private readonly squares = new Map<number, number>();
  private readonly words: ReadonlySet<number>;
  private readonly mass: number;
  private readonly starts: ReadonlySet<SymbolId>;

  constructor(
    task: ComparedTask,
    private readonly index: TermStatistics,
  ) {
    this.words = wordsOf(task.taskText);
    this.mass = this.massOf(this.words);
    this.starts = new Set(task.startSymbols);
  }

  /** In 0..1; 0 where it is below `least`. */
  with(other: ComparedTask, least: number): number {
    const found = Math.max(this.ofWords(wordsOf(other.taskText), least), this.ofStarts(new Set(other.startSymbols)));
    return found < least ? 0 : found;
  }

  private ofWords(other: ReadonlySet<number>, least: number): number {
    const shared = this.massOf([...this.words].filter((word) => other.has(word)));
    // The other's mass is no less than what is shared: most tasks are told to be below without a look at their own words' rarity.
    if (shared === 0 || Math.sqrt(shared / this.mass) < least) return 0;
    return shared / Math.sqrt(this.mass * this.massOf(other));
  }

  private ofStarts(other: ReadonlySet<SymbolId>): number {
    const shared = [...this.starts].filter((symbol) => other.has(symbol)).length;
    return shared === 0 ? 0 : shared / Math.sqrt(this.starts.size * other.size);
  }

  private massOf(words: Iterable<number>): number {
    let mass = 0;
    for (const word of words) mass += this.squaredRarity(word);
    return mass;
  }

  private squaredRarity(word: number): number {
    let square = this.squares.get(word);
    if (square === undefined) {
      const having = this.index.postings(word).symbols.length;
      square = Math.log(1 + (this.index.documentCount - having + 0.5) / (having + 0.5)) ** 2;
      this.squares.set(word, square);
    }
    return square;
  }
}

/** Hashes of the words as they are written; no synonyms. */
function wordsOf(text: string | undefined): ReadonlySet<number> {
  const terms = text === undefined ? [] : queryTerms(text);
  return new Set(terms.flatMap(({ hash, weight }) => (weight === 1 ? [hash] : [])));
}
