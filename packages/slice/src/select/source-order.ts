/** The order of a text with source: what its readers most likely change for the task comes first. Knows evidence as rows of numbers. */
import type { Candidate } from "../search/candidate.js";
import { type SOURCE_EVIDENCE, SourceEvidence, type SourceEvidenceInput } from "./source-evidence.js";

/**
 * How much each number counts, in the order of {@link SOURCE_EVIDENCE}: what makes the changed lines of real fixes likeliest under a softmax
 * over the candidates. Fitted on the issues that may be tuned on, `bench/src/gold/`; not changed by hand.
 */
const WEIGHTS: Readonly<Record<(typeof SOURCE_EVIDENCE)[number], number>> = {
  score: 1.8,
  place: -0.315,
  class: -0.986,
  module: 0.814,
  variable: 0.045,
  constructor: -0.887,
  lines: 0.00783,
  title: 2.09,
  covered: 4.11,
  name: 0.281,
  container: 0.567,
  called: 0.387,
  uses: -0.145,
  calls: 0.0609,
  beside: -0.929,
  trace: 1.68,
};
const IN_ORDER = Object.values(WEIGHTS);

/** By Σ weight · evidence; equals keep their order. */
export function orderBySource(input: SourceEvidenceInput): Candidate[] {
  const evidence = new SourceEvidence(input);
  const rows = input.candidates.map((candidate, place) => ({ candidate, worth: worthOf(evidence.read(candidate, place)) }));
  return rows.sort((a, b) => b.worth - a.worth).map(({ candidate }) => candidate);
}

function worthOf(evidence: readonly number[]): number {
  return evidence.reduce((sum, value, at) => sum + value * (IN_ORDER[at] ?? 0), 0);
}
