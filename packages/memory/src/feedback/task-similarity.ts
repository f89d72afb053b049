/**
 * Similarity of tasks: the maximum of the cosine of their word sets, with words weighted by rarity in the repository's code, and the cosine of
 * their start symbols. Rare words distinguish tasks; frequent ones coincide by chance. Start symbols that were found by the task's words are
 * excluded, because they repeat the words with less certainty. Pure.
 * Rarity is idf(t) = ln(1 + (N − df + .5) / (df + .5)) over symbols, as in ranking (Robertson and Zaragoza 2009).
 */
import type { SymbolId } from "@sdl/model";
import type { TermIndex } from "@sdl/model/graph";
import { queryTerms } from "@sdl/model/text";

/** Fields of a task that are compared. */
export interface ComparedTask {
  readonly taskText?: string | undefined;
  /** Start symbols that the request names; those found by the task text are excluded. */
  readonly startSymbols: readonly SymbolId[];
}

/** The statistics that are read from the term index. */
export type TermStatistics = Pick<TermIndex, "documentCount" | "postings">;

/** One task, for comparison with any number of others. */
export class TaskSimilarity {
  private readonly squares = new Map<number, number>();
  private readonly words: ReadonlySet<number>;
  private readonly mass: number;
  private readonly starts: ReadonlySet<SymbolId>;

  constructor(
    task: ComparedTask,
    private readonly index: TermStatistics,
  ) {
    this.words = wordHashes(task.taskText);
    this.mass = this.summedRarity(this.words);
    this.starts = new Set(task.startSymbols);
  }

  /** Similarity in 0..1; 0 if it is below `least`. */
  similarityTo(other: ComparedTask, least: number): number {
    const found = Math.max(
      this.wordSimilarity(wordHashes(other.taskText), least),
      this.startSymbolSimilarity(new Set(other.startSymbols)),
    );
    return found < least ? 0 : found;
  }

  private wordSimilarity(other: ReadonlySet<number>, least: number): number {
    const shared = this.summedRarity([...this.words].filter((word) => other.has(word)));
    // The other's mass is at least the shared mass, so most tasks are rejected without computing the rarity of their own words.
    if (shared === 0 || Math.sqrt(shared / this.mass) < least) return 0;
    return shared / Math.sqrt(this.mass * this.summedRarity(other));
  }

  private startSymbolSimilarity(other: ReadonlySet<SymbolId>): number {
    const shared = [...this.starts].filter((symbol) => other.has(symbol)).length;
    return shared === 0 ? 0 : shared / Math.sqrt(this.starts.size * other.size);
  }

  private summedRarity(words: Iterable<number>): number {
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

/** Hashes of the words as written, without synonyms. */
function wordHashes(text: string | undefined): ReadonlySet<number> {
  const terms = text === undefined ? [] : queryTerms(text);
  return new Set(terms.flatMap(({ hash, weight }) => (weight === 1 ? [hash] : [])));
}
