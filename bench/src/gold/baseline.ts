/**
 * Baseline: BM25 over whole bodies (identifiers split and stemmed; names and paths weighted; without tests, examples
 * and documentation), printed by score under headings of path and line until the tokens are used up. Pure.
 */
import type { BodyKind } from "./bodies.js";

/** Function bodies that contain words of an issue, with the data that ranking needs. */
export interface Candidates {
  /** Number of bodies in the version. */
  readonly documents: number;
  readonly meanLengths: FieldCounts;
  /** Terms of the issue. @see Candidate.counts */
  readonly terms: readonly QueryTerm[];
  readonly bodies: readonly Candidate[];
}

/** A term of an issue. */
export interface QueryTerm {
  /** Occurrences in the issue. */
  readonly count: number;
  /** Number of bodies that contain the term in any field. */
  readonly documents: number;
}

/** Counts by field: text, qualified name, path. */
export type FieldCounts = readonly [text: number, name: number, path: number];

/** A body that contains words of the issue. */
export interface Candidate {
  readonly kind: BodyKind;
  readonly path: string;
  readonly line: number;
  /** Tokens of its heading and text. */
  readonly tokens: number;
  /** For each gold line in it, the tokens until that line is printed. */
  readonly gold: readonly number[];
  readonly lengths: FieldCounts;
  /** Occurrences of each query term by field; terms without occurrences are left out. */
  readonly counts: readonly (readonly [term: number, ...FieldCounts])[];
}

/** Parameters of the ranking. */
export interface Weights {
  readonly k1: number;
  readonly b: number;
  /** Weight of a word in the qualified name; a word in the text has weight 1. */
  readonly name: number;
  /** Weight of a word in the path. */
  readonly path: number;
  /** Exponent of a term's number of occurrences in the issue. */
  readonly repeats: number;
  /** Which bodies are printed: 1 functions, 2 also classes, 3 also other declarations. */
  readonly kinds: 1 | 2 | 3;
  /**
   * The first body that does not fit; it is either skipped while later bodies are tried, or cut, and then nothing
   * follows.
   */
  readonly lastBody: "skipped" | "cut";
}

/** The parameters that `gold.js --tune` chose. */
export const BASELINE: Weights = {
  k1: 6,
  b: 0.9,
  name: 12,
  path: 2,
  repeats: 0.5,
  kinds: 3,
  lastBody: "skipped",
};

const KIND_RANK: Readonly<Record<BodyKind, number>> = { function: 1, class: 2, other: 3 };

/** Ranks bodies, best first; ties in the original order. */
export function rankBodies({ bodies, ...all }: Candidates, weights: Weights): Candidate[] {
  const factors = all.terms.map((term) => termRarity(term, all.documents) * term.count ** weights.repeats);
  const mean = weightedFrequency(all.meanLengths, weights);
  const score = ({ counts, lengths }: Candidate) => {
    const norm = weights.k1 * (1 - weights.b + (weights.b * weightedFrequency(lengths, weights)) / Math.max(1, mean));
    let sum = 0;
    for (const [term, ...fields] of counts) {
      const count = weightedFrequency(fields, weights);
      sum += ((factors[term] ?? 0) * count * (weights.k1 + 1)) / (count + norm);
    }
    return sum;
  };
  return bodies
    .filter(({ kind }) => KIND_RANK[kind] <= weights.kinds)
    .map((body) => ({ body, score: score(body) }))
    .sort((a, b) => b.score - a.score)
    .map(({ body }) => body);
}

/**
 * The order of one who knows the fix: bodies with gold lines alone, those with the most gold lines per token first. No
 * order of these bodies shows notably more.
 */
export function rankByGold({ bodies }: Candidates): Candidate[] {
  const rate = ({ gold, tokens }: Candidate) => gold.length / Math.max(1, tokens);
  return bodies.filter(({ gold }) => gold.length > 0).sort((a, b) => rate(b) - rate(a));
}

/** Number of gold lines that fit into the tokens. @param ranked best first */
export function linesHeld(ranked: readonly Candidate[], budget: number, lastBody: Weights["lastBody"]): number {
  let left = budget;
  let held = 0;
  for (const { tokens, gold } of ranked) {
    if (tokens <= left) {
      left -= tokens;
      held += gold.length;
    } else if (lastBody === "cut") return held + gold.filter((until) => until <= left).length;
  }
  return held;
}

function weightedFrequency([text, name, path]: FieldCounts, weights: Weights): number {
  return text + weights.name * name + weights.path * path;
}

function termRarity({ documents: holding }: QueryTerm, documents: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}
