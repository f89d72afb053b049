/**
 * Index of a history's commit messages as documents. Knows words and commits, no symbols.
 * score(q, m) = Σ_t idf(t) · tf / (tf + k1 · (1 − b + b · length / mean)): BM25, Robertson et al., TREC-3 1994.
 */
import { CACHE_BYTES, estimatedBytes, KeptValues, RecentMap } from "@sdl/model";
import type { History } from "@sdl/model/graph";
import { type QueryTerm, queryTerms } from "@sdl/model/text";

const K1 = 1.2;
const B = 0.75;
/** Maximum number of messages that a query finds. */
const MAX_MESSAGES = 50;

/** A commit whose message matches. */
export interface FoundMessage {
  /** Index of the commit in the history. */
  readonly commit: number;
  /** Score in 0..1; about 1 for a message of mean length that contains exactly the query's words, each once. */
  readonly score: number;
}

interface WordOccurrence {
  readonly commit: number;
  readonly count: number;
}

/** Cache of terms by message, shared by all histories: the messages of a version are those of the previous one and a few more. */
class MessageTerms {
  private readonly known = new RecentMap<readonly QueryTerm[], string>({
    maxBytes: CACHE_BYTES.commitTerms,
    sizeOf: estimatedBytes,
  });

  of(message: string): readonly QueryTerm[] {
    const before = this.known.get(message);
    if (before !== undefined) return before;
    const terms = ownTerms(message);
    this.known.put(message, terms);
    return terms;
  }
}

/** Searches the messages of one history. */
export class MessageIndex {
  private readonly occurrences = new Map<number, WordOccurrence[]>();
  /** Length of each message in words, by commit. */
  private readonly lengths: number[] = [];
  private readonly meanLength: number;

  constructor({ commits }: History, kept = new KeptValues()) {
    const terms = kept.of(kept, MessageTerms);
    commits.forEach(({ message }, commit) => {
      this.lengths.push(this.add(terms.of(message), commit));
    });
    this.meanLength = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.lengths.length);
  }

  /** Best messages first; ties by recency. */
  find(text: string): FoundMessage[] {
    const scores = new Map<number, number>();
    let most = 0;
    for (const { hash } of ownTerms(text)) {
      const found = this.occurrences.get(hash) ?? [];
      const rarity = this.inverseFrequency(found.length);
      most += rarity / (1 + K1);
      for (const one of found)
        scores.set(one.commit, (scores.get(one.commit) ?? 0) + rarity * this.saturatedFrequency(one));
    }
    return Array.from(scores, ([commit, score]) => ({ commit, score: Math.min(1, score / most) }))
      .sort((a, b) => b.score - a.score || a.commit - b.commit)
      .slice(0, MAX_MESSAGES);
  }

  /** Adds the postings of a message. @returns length of the message in words */
  private add(terms: readonly QueryTerm[], commit: number): number {
    let length = 0;
    for (const { hash, count } of terms) {
      length += count;
      const others = this.occurrences.get(hash);
      if (others === undefined) this.occurrences.set(hash, [{ commit, count }]);
      else others.push({ commit, count });
    }
    return length;
  }

  private inverseFrequency(messages: number): number {
    return Math.log(1 + (this.lengths.length - messages + 0.5) / (messages + 0.5));
  }

  private saturatedFrequency({ commit, count }: WordOccurrence): number {
    const length = (this.lengths[commit] as number) / this.meanLength;
    return count / (count + K1 * (1 - B + B * length));
  }
}

/** Terms of a text, without synonyms. */
function ownTerms(text: string): QueryTerm[] {
  return queryTerms(text).filter(({ weight }) => weight === 1);
}
