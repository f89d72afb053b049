/** Order of symbols in a slice with source: the symbols most likely to be edited for the task first. Works on feature vectors. */
import type { Candidate } from "../search/candidate.js";
import { SOURCE_EVIDENCE, SourceEvidence, type SourceEvidenceInput } from "./source-evidence.js";

/**
 * Weight of each feature of {@link SOURCE_EVIDENCE}, which maximise the likelihood of the changed lines of real fixes under a softmax over the
 * candidates. Fitted on the tuning set of issues, `bench/src/gold/`; not edited by hand.
 */
const WEIGHTS: Readonly<Record<(typeof SOURCE_EVIDENCE)[number], number>> = {
  score: 1.53,
  place: -0.276,
  class: -0.921,
  module: 0.605,
  variable: -0.0148,
  constructor: -0.865,
  lines: 0.0246,
  title: 1.97,
  covered: 1.16,
  words: 1.81,
  name: 0.101,
  container: 0.487,
  called: 0.479,
  uses: -0.125,
  calls: 0.0885,
  beside: -1.04,
  trace: 1.75,
};
const WEIGHT_LIST = SOURCE_EVIDENCE.map((name) => WEIGHTS[name]);

/** Candidates by descending Σ weight · feature; equal candidates keep their order. */
export function orderBySource(input: SourceEvidenceInput): Candidate[] {
  const evidence = new SourceEvidence(input);
  const rows = input.candidates.map((candidate, place) => ({
    candidate,
    worth: weightedSum(evidence.featuresOf(candidate, place)),
  }));
  return rows.sort((a, b) => b.worth - a.worth).map(({ candidate }) => candidate);
}

function weightedSum(evidence: readonly number[]): number {
  return evidence.reduce((sum, value, at) => sum + value * (WEIGHT_LIST[at] ?? 0), 0);
}
