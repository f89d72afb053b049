/**
 * What SDL is compared with: BM25 over whole bodies (identifiers split and stemmed, names and paths weighed; tests, examples and
 * documentation left out), written out in order of score under a heading of path and line until the tokens are used up. Pure.
 */
import type { BodyKind } from "./bodies.js";

/** The bodies that an issue's words find in a version, with all that a ranking needs to know of each. */
export interface Candidates {
  /** Of the version. */
  readonly documents: number;
  readonly meanLengths: FieldCounts;
  /** Of the issue. @see Candidate.counts */
  readonly terms: readonly QueryTerm[];
  readonly bodies: readonly Candidate[];
}

export interface QueryTerm {
  /** How often the issue says it. */
  readonly count: number;
  /** Bodies that hold it in any field. */
  readonly documents: number;
}

/** By field: text, qualified name, path. */
export type FieldCounts = readonly [text: number, name: number, path: number];

export interface Candidate {
  readonly kind: BodyKind;
  readonly path: string;
  readonly line: number;
  /** Its heading's and text's. */
  readonly tokens: number;
  /** For each gold line that it holds: tokens until that line has been written. */
  readonly gold: readonly number[];
  readonly lengths: FieldCounts;
  /** How often each field says a term of the query; terms that none says are left out. */
  readonly counts: readonly (readonly [term: number, ...FieldCounts])[];
}

export interface Weights {
  readonly k1: number;
  readonly b: number;
  /** How often a word of the qualified name counts, one of the text being 1. */
  readonly name: number;
  /** Likewise, of the path. */
  readonly path: number;
  /** A term that the issue says n times counts n to the power of this. */
  readonly repeats: number;
  /** Which bodies are written out: 1 functions, 2 classes, too, 3 other declarations, too. */
  readonly kinds: 1 | 2 | 3;
  /** What becomes of the first body that does not fit: left out, and later ones tried; cut, and nothing more written. */
  readonly lastBody: "skipped" | "cut";
}

/** What `gold.js --tune` chose. */
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

/** Best first; ties in their order. */
export function rankBodies({ bodies, ...all }: Candidates, weights: Weights): Candidate[] {
  const factors = all.terms.map((term) => rarity(term, all.documents) * term.count ** weights.repeats);
  const mean = weighted(all.meanLengths, weights);
  const score = ({ counts, lengths }: Candidate) => {
    const norm = weights.k1 * (1 - weights.b + (weights.b * weighted(lengths, weights)) / Math.max(1, mean));
    let sum = 0;
    for (const [term, ...fields] of counts) {
      const count = weighted(fields, weights);
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

/** How many gold lines the tokens hold. @param ranked best first */
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

function weighted([text, name, path]: FieldCounts, weights: Weights): number {
  return text + weights.name * name + weights.path * path;
}

function rarity({ documents: holding }: QueryTerm, documents: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}
